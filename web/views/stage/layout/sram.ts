/** The FTL's memory, above the blocks: the SRAM of DFTL and superblocks, the pages LAST saw written last. */

import { flow, monoWidth, PADDING, type Rect, textWidth } from './rects';
import type { EntriesLayout, Layout, Shape, Viewport } from './types';

/** The measures of panels. */
export interface Frame {
  /** Width between the edges. */
  width: number;
  /** Blocks have windows: panels take no more lines than they need. */
  tight: boolean;
}

const RECENCY_PADDING = 5;
/** Characters of the longest verdict, with room to spare. */
const VERDICT = 15;
/** Narrower than this titles are above their entries. */
const BESIDE = 560;

function entryHeight({ label }: Viewport): number {
  return Math.ceil(label * 1.75);
}

function titleHeight({ label }: Viewport): number {
  return Math.ceil(label * 1.6);
}

export function recencyHeight({ recency }: Shape, viewport: Viewport): number {
  if (recency === null) return 0;
  return (viewport.width < BESIDE ? titleHeight(viewport) : 0) + entryHeight(viewport) + RECENCY_PADDING * 2;
}

/** One line: the pages written last, and at its right end (above it where there is little width) the verdict. */
export function recencyLayout(shape: Shape, viewport: Viewport, top: number): Layout['recency'] {
  if (shape.recency === null) return null;
  const narrow = viewport.width < BESIDE;
  const h = entryHeight(viewport);
  const y = top + RECENCY_PADDING;
  const w = Math.ceil(textWidth(VERDICT, viewport.label));
  const right = viewport.width - PADDING - RECENCY_PADDING;
  const x = PADDING + RECENCY_PADDING;
  const named = Math.ceil(viewport.label * 7.4);
  const left = narrow ? x : x + named;
  const line = y + (narrow ? titleHeight(viewport) : 0);
  const chip = { w: Math.ceil(monoWidth(shape.labelChars, viewport.label) + viewport.label), h };
  const places = flow(left, line, right - left - (narrow ? 0 : w + 8), chip, 5, 1, shape.recency);
  return {
    panel: { x: PADDING, y: top, w: viewport.width - PADDING * 2, h: recencyHeight(shape, viewport) },
    title: narrow ? { x, y, w: right - x - w - 8, h: titleHeight(viewport) } : { x, y, w: named - 8, h },
    chips: places.rects,
    verdict: { x: right - w, y: narrow ? y - 2 : y, w, h },
  };
}

/** How the SRAM's panel divides. */
interface SramPlan {
  /** The directory is beside the CMT, otherwise below it. */
  beside: boolean;
  cmtWidth: number;
  gtdWidth: number;
  /** Lines of entries. */
  probationary: number;
  protected: number;
  gtd: number;
  /** Width of the names of segments, left of them; 0: there is one. */
  names: number;
  entry: { w: number; h: number };
  gtdEntry: { w: number; h: number };
}

const EDGE = 8;
const ENTRY_GAP = 5;
/** Between the CMT and the directory. */
const PART_GAP = 18;

function sramPlan(shape: Shape, viewport: Viewport, { width, tight }: Frame): SramPlan {
  const cmt = shape.cmt ?? { probationary: 0, protected: 0 };
  const gtd = shape.gtd ?? 0;
  const { label } = viewport;
  const inner = width - EDGE * 2;
  const entry = {
    w: Math.min(inner, Math.ceil(monoWidth(shape.entryChars, label) + label * 1.9)),
    h: entryHeight(viewport),
  };
  const gtdEntry =
    shape.gtdChars > 0
      ? { w: Math.ceil(monoWidth(shape.gtdChars, label - 1) + 8), h: Math.ceil(label * 2.5) }
      : entry;
  const names = cmt.protected > 0 ? Math.ceil(label * 6.6) : 0;
  const wide = (count: number, { w }: { w: number }) => count * (w + ENTRY_GAP) - ENTRY_GAP;
  const least = wide(Math.min(3, gtd), gtdEntry);
  const beside = inner - least - PART_GAP - names >= wide(Math.min(2, cmt.probationary), entry);
  const most = Math.max(cmt.probationary, cmt.protected);
  const gtdWidth = beside
    ? Math.min(
        Math.max(wide(gtd, gtdEntry), label * 12),
        Math.max(least, label * 12, inner * 0.42, inner - PART_GAP - names - wide(most, entry)),
      )
    : inner;
  const cmtWidth = beside ? inner - gtdWidth - PART_GAP : inner;
  const lines = (count: number, width: number, { w }: { w: number }, atMost: number) =>
    Math.min(
      atMost,
      Math.max(1, Math.ceil(count / Math.max(1, Math.floor((width + ENTRY_GAP) / (w + ENTRY_GAP))))),
    );
  // Blocks need the height more.
  const cap = tight || viewport.height < label * 40 ? 1 : 2;
  const rows = {
    probationary: lines(cmt.probationary, cmtWidth - names, entry, cap),
    protected: cmt.protected > 0 ? lines(cmt.protected, cmtWidth - names, entry, cap) : 0,
  };
  const beneath = Math.floor(
    ((rows.probationary + rows.protected) * (entry.h + ENTRY_GAP)) / (gtdEntry.h + ENTRY_GAP),
  );
  return {
    beside,
    cmtWidth,
    gtdWidth,
    ...rows,
    gtd: lines(gtd, gtdWidth, gtdEntry, beside ? Math.max(1, beneath) : 1),
    names,
    entry,
    gtdEntry,
  };
}

export function sramHeight(shape: Shape, viewport: Viewport, frame: Frame): number {
  if (!shape.cmt) return 0;
  const plan = sramPlan(shape, viewport, frame);
  const titles = titleHeight(viewport);
  const cmt = titles + (plan.probationary + plan.protected) * (plan.entry.h + ENTRY_GAP) - ENTRY_GAP;
  const gtd = titles + plan.gtd * (plan.gtdEntry.h + ENTRY_GAP) - ENTRY_GAP;
  return EDGE * 2 + (plan.beside ? Math.max(cmt, gtd) : cmt + ENTRY_GAP + gtd);
}

export function sramLayout(
  shape: Shape,
  viewport: Viewport,
  frame: Frame,
  top: number,
): NonNullable<Layout['sram']> {
  const plan = sramPlan(shape, viewport, frame);
  const cmt = shape.cmt ?? { probationary: 0, protected: 0 };
  const { entry, gtdEntry, names } = plan;
  const titles = titleHeight(viewport);
  const x = PADDING + EDGE;
  const y = top + EDGE;
  const line = entry.h + ENTRY_GAP;
  const segment = (y: number, lines: number, of: number): EntriesLayout => ({
    title: { x, y, w: Math.max(0, names - 6), h: entry.h },
    entries: flow(x + names, y, plan.cmtWidth - names, entry, ENTRY_GAP, lines, of).rects,
    of,
  });
  const first = y + titles;
  const safe = plan.protected > 0 ? segment(first, plan.protected, cmt.protected) : null;
  const second = first + plan.protected * line;
  const probationary = segment(second, plan.probationary, cmt.probationary);
  const below = second + plan.probationary * line;
  const at = plan.beside ? { x: PADDING + frame.width - EDGE - plan.gtdWidth, y } : { x, y: below };
  return {
    panel: { x: PADDING, y: top, w: frame.width, h: sramHeight(shape, viewport, frame) },
    title: { x, y, w: plan.cmtWidth, h: titles } satisfies Rect,
    probationary,
    protected: safe,
    gtd: {
      title: { x: at.x, y: at.y, w: plan.gtdWidth, h: titles },
      entries: flow(at.x, at.y + titles, plan.gtdWidth, gtdEntry, ENTRY_GAP, plan.gtd, shape.gtd ?? 0).rects,
      of: shape.gtd ?? 0,
    },
  };
}
