/** The outlines on the heat map: the pointed and selected things, and the effects of the last step. */
import type { ColorToken } from '../../../base/tokens';
import { eventsBetween } from '../../../model/why/step-events';
import type { Event } from '../../../protocol/generated/Event';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Heat } from '../../../protocol/heat';
import type { Selection } from '../../../state/lab/lab';
import { momentEvents } from '../step/frame-events';
import type { Spot } from './geometry';

export interface Mark {
  spot: Spot;
  tone: ColorToken;
  dashed: boolean;
  thick: number;
}

/** This many marks of one step are drawn; of a long merge the last ones. */
const MOST_MARKS = 256;

/** The pages and blocks that a selection means, invalid copies dashed. */
export function marksOfSelection(
  selection: Selection | null,
  frame: Frame,
  heat: Heat,
  hovered: boolean,
): Mark[] {
  if (!selection) return [];
  const pages = heat.pagesPerBlock;
  const mark = (spot: Spot, dashed = hovered): Mark => ({
    spot,
    tone: 'ink',
    dashed,
    thick: hovered ? 2 : 2.5,
  });
  switch (selection.kind) {
    case 'block':
      return [mark({ pbn: selection.pbn, page: -1 })];
    case 'page': {
      const own = mark(spotOf(selection.ppn, pages));
      if (hovered || !frame.pages.some((page) => page.ppn === selection.ppn)) return [own];
      const copies = frame.pages.filter((page) => page.ppn !== selection.ppn);
      return [own, ...copies.map((page) => mark(spotOf(page.ppn, pages), !page.valid))];
    }
    case 'lpn': {
      const copies = frame.pages.filter((page) => page.kind === 'data' && page.logical === selection.lpn);
      if (copies.length > 0)
        return copies.map((page) => mark(spotOf(page.ppn, pages), hovered || !page.valid));
      const ppn = mapped(selection.lpn, frame);
      return ppn === null ? [] : [mark(spotOf(ppn, pages))];
    }
    case 'lbn': {
      const marks: Mark[] = [];
      for (let pbn = 0; pbn < heat.blocks; pbn += 1) {
        if (heat.lbn(pbn) === selection.lbn && heat.role(pbn) !== 0) marks.push(mark({ pbn, page: -1 }));
      }
      return marks;
    }
  }
}

/** Where the tables shown say a logical page is. */
function mapped(lpn: number, { tables }: Frame): number | null {
  return (
    tables.page_map?.[lpn - tables.from_lpn] ?? tables.cmt?.find((entry) => entry.lpn === lpn)?.ppn ?? null
  );
}

/** The effects of the step from `before`, or without such a step the subject of the moment. */
export function marksOfStep(
  frame: Frame,
  before: Frame | null,
  back: boolean,
  pagesPerBlock: number,
): Mark[] {
  const [earlier, later] = back && before ? [frame, before] : [before, frame];
  const events = (earlier && eventsBetween(earlier, later)) ?? momentEvents(frame);
  const marks = new Map<string, Mark>();
  const put = (spot: Spot, tone: ColorToken, dashed = false) => {
    const key = `${spot.pbn} ${spot.page}`;
    marks.delete(key);
    marks.set(key, { spot, tone, dashed, thick: 2.5 });
  };
  for (const event of events) putEvent(event, put, pagesPerBlock);
  return [...work(frame), ...[...marks.values()].slice(-MOST_MARKS)];
}

function putEvent(
  event: Event,
  put: (spot: Spot, tone: ColorToken, dashed?: boolean) => void,
  pages: number,
) {
  switch (event.t) {
    case 'read':
      return put(spotOf(event.ppn, pages), 'read', true);
    case 'program':
      if (event.from !== null) put(spotOf(event.from, pages), 'read', true);
      return put(spotOf(event.ppn, pages), 'now');
    case 'invalidate':
      return put(spotOf(event.ppn, pages), 'invalid-ink', true);
    case 'erase':
      return put({ pbn: event.pbn, page: -1 }, 'erase');
    case 'block_taken':
      return put({ pbn: event.pbn, page: -1 }, 'now', true);
    case 'gc_begin':
      for (const { id } of event.candidates) put({ pbn: id, page: -1 }, 'ink-2', true);
      return put({ pbn: event.pbn, page: -1 }, 'copy');
    default:
      return undefined;
  }
}

/** The blocks of the merge, GC or wear leveling under way. */
function work({ merge, gc, wear }: Frame): Mark[] {
  const block = (pbn: number | null, tone: ColorToken): Mark[] =>
    pbn === null ? [] : [{ spot: { pbn, page: -1 }, tone, dashed: false, thick: 3 }];
  if (merge) return [merge.log, merge.data, merge.into].flatMap((pbn) => block(pbn, merge.kind));
  if (wear) return [...block(wear.from, 'copy'), ...block(wear.to, 'copy')];
  return gc ? block(gc.pbn, 'copy') : [];
}

export function spotOf(ppn: number, pagesPerBlock: number): Spot {
  return { pbn: Math.floor(ppn / pagesPerBlock), page: ppn % pagesPerBlock };
}
