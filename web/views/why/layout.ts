/** The panel's words about a frame: pure, so that it can be tested without a page. */

import { m } from '../../i18n/compiled/messages.js';
import type { Content } from '../../model/sentences/past';
import { headline, type Said, settingOf } from '../../model/sentences/sentences';
import { FREE, INVALID, VALID } from '../../protocol/cell';
import type { FrameWithCells } from '../../protocol/engine/engine-client';
import { blockOf, cellOf, validCopy } from '../../protocol/frame';
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';
import type { Position } from '../../protocol/generated/Position';
import type { Summary } from '../../protocol/generated/Summary';
import type { Selection } from '../../state/lab/lab';

/** An event of the request under way, as a line of the list. */
interface Line {
  /** Its number in the request, from 1: the position right after it. */
  number: number;
  text: Said;
  /** R, P or E for a flash operation. */
  operation: 'R' | 'P' | 'E' | null;
  now: boolean;
  later: boolean;
  /** Where a person wants to be who clicks it. */
  position: Position;
}

/** Breakpoints that are offered for what is selected. */
export function stopsOn(
  selection: Selection | null,
  pagesPerBlock: number,
): { text: string; name: string; short: string }[] {
  const written = (text: string) => ({
    text,
    name: m.why_stop_when_written(),
    short: m.why_stop_written(),
  });
  const erased = (pbn: number) => ({
    text: `erase pbn ${pbn}`,
    name: m.why_stop_when_erased(),
    short: m.why_stop_erased(),
  });
  switch (selection?.kind) {
    case 'page':
      return [written(`program ppn ${selection.ppn}`), erased(Math.floor(selection.ppn / pagesPerBlock))];
    case 'block':
      return [erased(selection.pbn)];
    case 'lpn':
      return [written(`write lpn ${selection.lpn}`)];
    default:
      return [];
  }
}

/** This many events around the current one are listed. */
const MOST_LINES = 160;

export interface Lines {
  lines: Line[];
  earlier: number;
  later: number;
}

export function linesOf(summary: Summary, frame: Frame): Lines {
  const request = frame.position.event === 0 ? frame.position.request - 1 : frame.position.request;
  const total = frame.window.length;
  const from = Math.max(0, Math.min(frame.in_window - MOST_LINES / 2, total - MOST_LINES));
  const to = Math.min(total, from + MOST_LINES);
  const lines = frame.window.slice(from, to).map((event, index): Line => {
    const at = from + index;
    const number = frame.first_event + at + 1;
    return {
      number,
      text: headline(event, settingOf(summary, frame, at)),
      operation: operationOf(event),
      now: at === frame.in_window,
      later: at > frame.in_window,
      position: { request, event: number },
    };
  });
  return { lines, earlier: frame.first_event + from, later: total - to };
}

function operationOf(event: Event): Line['operation'] {
  if (event.t === 'read') return 'R';
  if (event.t === 'program') return 'P';
  return event.t === 'erase' ? 'E' : null;
}

/** Why something is where it is: sentences about what is selected. */
export function whyHere(selection: Selection, shown: FrameWithCells, summary: Summary): Said[] {
  const { frame } = shown;
  const pages = summary.pages_per_block;
  switch (selection.kind) {
    case 'page':
      return whyPage(selection.ppn, shown, summary);
    case 'lpn': {
      const ppn = validCopy(shown, selection.lpn, pages);
      return ppn === null
        ? [{ key: 'why_lpn_nowhere', values: { lpn: selection.lpn } }]
        : whyPage(ppn, shown, summary);
    }
    case 'block': {
      const block = blockOf(frame, selection.pbn);
      if (!block) return [];
      const invalid = pages - block.valid - block.free;
      const { pbn, valid, free, erases } = block;
      return [{ key: `why_block_${block.role}`, values: { block: pbn, valid, invalid, free, erases } }];
    }
    case 'lbn': {
      const first = selection.lbn * pages;
      return [{ key: 'why_lbn_selected', values: { lbn: selection.lbn, first, last: first + pages - 1 } }];
    }
  }
}

/**
 * The content of the selected page, so that its past can be asked for; `null` of a free page, or one that the frame
 * does not list.
 */
export function contentOf(selection: Selection | null, shown: FrameWithCells, pages: number): Content | null {
  const ppn =
    selection?.kind === 'page'
      ? selection.ppn
      : selection?.kind === 'lpn'
        ? validCopy(shown, selection.lpn, pages)
        : null;
  const cell = ppn === null ? null : cellOf(shown, ppn, pages);
  if (ppn === null || !cell || cell.state === FREE || cell.logical === null) return null;
  return { ppn, logical: cell.logical, translation: cell.translation };
}

/** The page of the log block that made a merge what it is, if one did. */
export function culpritOf(event: Event | undefined, pages: number): { ppn: number; page: string } | null {
  if (event?.t !== 'merge_begin') return null;
  const { why, log } = event;
  if (log === null || (why.rule !== 'stale' && why.rule !== 'out_of_place')) return null;
  return { ppn: log * pages + why.page, page: `B${log}.${why.page}` };
}

function whyPage(ppn: number, shown: FrameWithCells, summary: Summary): Said[] {
  const { frame } = shown;
  const pages = summary.pages_per_block;
  const cell = cellOf(shown, ppn, pages);
  if (!cell) return [];
  const page = `B${Math.floor(ppn / pages)}.${ppn % pages}`;
  if (cell.state === FREE || cell.logical === null) return [{ key: 'why_page_free', values: { page } }];
  const valid = cell.state === VALID;
  const said: Said[] = [];
  if (cell.translation) {
    const values = { page, tpn: cell.logical };
    said.push({ key: valid ? 'why_page_translation_valid' : 'why_page_translation_stale', values });
  } else {
    const values = { page, lpn: cell.logical, version: cell.version };
    said.push({ key: valid ? 'why_page_valid' : 'why_page_stale', values });
    if (!valid) said.push(whereNow(cell.logical, shown, pages));
  }
  said.push(...fromWindow(ppn, frame, summary, cell.state === INVALID));
  return said;
}

function whereNow(lpn: number, shown: FrameWithCells, pages: number): Said {
  const ppn = validCopy(shown, lpn, pages);
  if (ppn === null) return { key: 'why_page_stale_gone', values: { lpn } };
  const version = cellOf(shown, ppn, pages)?.version ?? 0;
  return {
    key: 'why_page_stale_newer',
    values: { page: `B${Math.floor(ppn / pages)}.${ppn % pages}`, version },
  };
}

/** The facts about a page in the request's own events: what wrote it, what made it invalid. */
function fromWindow(ppn: number, frame: Frame, summary: Summary, stale: boolean): Said[] {
  const said: Said[] = [];
  let written = false;
  for (let index = 0; index <= frame.in_window; index += 1) {
    const event = frame.window[index];
    if (!event || !('ppn' in event) || event.ppn !== ppn) continue;
    if (event.t !== 'program' && !(event.t === 'invalidate' && stale)) continue;
    written ||= event.t === 'program';
    said.push(headline(event, settingOf(summary, frame, index)));
  }
  return written ? said : [...said, { key: 'why_page_written_before', values: {} }];
}
