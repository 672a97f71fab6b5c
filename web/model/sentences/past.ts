/** How a page came to hold what it holds, in words: the chain that the engine finds (`simulation/provenance.rs`). */
import type { ReplyOf } from '../../protocol/engine/engine-client';
import type { Move } from '../../protocol/generated/Move';
import type { Position } from '../../protocol/generated/Position';
import type { Summary } from '../../protocol/generated/Summary';
import { headline, policiesOf } from './sentences';
import { place, type Said, said } from './setting';

/** The content of a page when it was asked about. */
export interface Content {
  ppn: number;
  logical: number;
  translation: boolean;
}

/** A link of the chain: leads to where it happened. */
interface Link {
  text: Said;
  /** The merge, the GC or the like that it was part of. */
  because: Said | null;
  position: Position;
}

export interface Past {
  /** In order of time: from the host's write to here, and what made the page invalid. */
  links: Link[];
  /** Before the first link: it was there when the run began. */
  before: boolean;
}

export function pastOf(found: ReplyOf<'provenance'>, content: Content, summary: Summary): Past {
  const pages = summary.pages_per_block;
  const at = (ppn: number) => place(ppn, pages);
  const link = (move: Move, text: Said): Link => {
    const { within } = move;
    const setting = {
      ftl: summary.ftl,
      pagesPerBlock: pages,
      ...policiesOf(summary, move.request.index),
      roleOf: () => null,
    };
    const because = within && headline(within, { ...setting, events: [within], index: 0 });
    return { text, because, position: move.position };
  };
  const what = content.translation ? '_translation' : '';
  const [first] = found.moves;
  const left = first && first.from === content.ppn && first.to !== content.ppn ? first : null;
  const brought = left ? found.moves.slice(1) : found.moves;
  const links = brought.toReversed().map((move) => {
    const values = {
      request: move.request.index + 1,
      logical: content.logical,
      page: at(move.to ?? content.ppn),
    };
    const leaves = move.within?.t === 'destage_begin';
    if (move.from === null)
      return link(
        move,
        said(leaves && what === '' ? 'why_past_destaged' : `why_past_written${what}`, values),
      );
    if (move.cause === 'pad') return link(move, said('why_past_filler', { ...values, from: at(move.from) }));
    return link(move, said('why_past_copied', { ...values, from: at(move.from) }));
  });
  if (left) {
    const values = { request: left.request.index + 1, logical: content.logical, page: at(content.ppn) };
    const host = left.request.op === 'trim' ? 'trimmed' : `rewritten${what}`;
    const text =
      left.to === null
        ? said(`why_past_${host}`, values)
        : said('why_past_moved', { ...values, to: at(left.to) });
    links.push(link(left, text));
  }
  return { links, before: (brought.at(-1)?.from ?? null) !== null || brought.length === 0 };
}
