/** What the FTL holds in memory, above the blocks: the SRAM of DFTL and superblocks, the pages LAST saw written last. */
import type { EntriesLayout, Fixed, Layout, Room, Shape } from './layout';
import { flow, PADDING, textWidth } from './rects';

const RECENCY_PADDING = 5;
/** Characters of the longest verdict, with room to spare. */
const VERDICT = 15;

export function recencyHeight({ recency }: Shape, fixed: Fixed): number {
  if (recency === null) return 0;
  return fixed.titleHeight + fixed.entry.h + RECENCY_PADDING * 2;
}

/** One line: the pages written last, and at its right end (above it where titles stand above) the verdict. */
export function recencyLayout(shape: Shape, room: Room, fixed: Fixed, top: number): Layout['recency'] {
  if (shape.recency === null) return null;
  const { stacked, left, titleHeight, entry } = fixed;
  const x = PADDING - RECENCY_PADDING;
  const y = top + RECENCY_PADDING;
  const w = Math.ceil(textWidth(VERDICT, room.label));
  const right = room.width - PADDING;
  const line = y + titleHeight;
  const chip = { w: Math.ceil(textWidth(shape.labelChars, room.label) + room.label), h: entry.h };
  return {
    panel: { x, y: top, w: room.width - x * 2, h: fixed.recency },
    title: stacked
      ? { x: PADDING, y, w: right - PADDING - w - 8, h: titleHeight }
      : { x: PADDING, y, w: left - PADDING - 8, h: entry.h },
    chips: flow(left, line, right - left - (stacked ? 0 : w + 8), chip, 6, 1, shape.recency).rects,
    verdict: { x: right - w, y: y - (stacked ? 2 : 0), w, h: entry.h },
  };
}

/** How the SRAM's panel divides. */
interface SramPlan {
  /** All in one line; the directory beside the CMT's lanes; all below each other. */
  form: 'line' | 'beside' | 'stack';
  cmtWidth: number;
  gtdWidth: number;
  /** Lines of entries. */
  probationary: number;
  protected: number;
  gtd: number;
  titles: number;
}

const sramPadding = ({ tight }: Fixed) => (tight ? 7 : 10);
const ENTRY_GAP = 5;
/** Between the CMT's segments and the directory. */
const PART_GAP = 18;

function sramPlan(shape: Shape, room: Room, fixed: Fixed): SramPlan {
  const cmt = shape.cmt ?? { probationary: 0, protected: 0 };
  const gtd = shape.gtd ?? 0;
  const inner = room.width - PADDING * 2 - sramPadding(fixed) * 2;
  const titles = Math.ceil(room.label * 1.6);
  const each = fixed.entry.w + ENTRY_GAP;
  const wide = (entries: number) => Math.max(2, entries) * each;
  const lanes = wide(cmt.probationary) + (cmt.protected > 0 ? wide(cmt.protected) + PART_GAP : 0);
  if (room.width >= 700 && lanes + PART_GAP + wide(gtd) <= inner + ENTRY_GAP) {
    const one = { probationary: 1, protected: cmt.protected > 0 ? 1 : 0, gtd: 1, titles };
    return { form: 'line', cmtWidth: wide(cmt.probationary), gtdWidth: wide(gtd), ...one };
  }
  // Beside the CMT on a stage that is wide for its letters, and where that leaves room for a few entries of both.
  const share = Math.floor(inner * 0.64);
  const beside =
    room.width >= Math.min(700, room.label * 41) ||
    (share >= each * 3 && inner - share - PART_GAP >= each * 2);
  const cmtWidth = beside ? share : inner;
  const gtdWidth = beside ? inner - share - PART_GAP : inner;
  // Where blocks have windows, they need the room more.
  const part = fixed.tight ? 0.12 : 0.3;
  const most = Math.max(1, Math.floor((room.height * part) / (fixed.entry.h + ENTRY_GAP)));
  const lines = (entries: number, width: number, atMost: number) =>
    Math.min(atMost, Math.max(1, Math.ceil(entries / Math.max(1, Math.floor((width + ENTRY_GAP) / each)))));
  const cap = Math.min(4, cmt.protected > 0 ? Math.max(1, Math.floor(most / 2)) : most);
  return {
    form: beside ? 'beside' : 'stack',
    cmtWidth,
    gtdWidth,
    probationary: lines(cmt.probationary, cmtWidth, cap),
    protected: cmt.protected > 0 ? lines(cmt.protected, cmtWidth, cap) : 0,
    gtd: lines(gtd, gtdWidth, beside ? Math.min(6, most) : 2),
    titles,
  };
}

export function sramHeight(shape: Shape, room: Room, fixed: Fixed): number {
  if (!shape.cmt) return 0;
  const plan = sramPlan(shape, room, fixed);
  const line = fixed.entry.h + ENTRY_GAP;
  const part = (lines: number) => (lines > 0 ? plan.titles + lines * line : 0);
  const [a, b, c] = [part(plan.probationary), part(plan.protected), part(plan.gtd)];
  const inner = { line: Math.max(a, b, c), beside: Math.max(a + b, c), stack: a + b + c + 4 }[plan.form];
  return sramPadding(fixed) * 2 + inner;
}

export function sramLayout(shape: Shape, room: Room, fixed: Fixed, top: number): NonNullable<Layout['sram']> {
  const plan = sramPlan(shape, room, fixed);
  const cmt = shape.cmt ?? { probationary: 0, protected: 0 };
  const line = fixed.entry.h + ENTRY_GAP;
  const part = (x: number, y: number, width: number, lines: number, of: number): EntriesLayout => ({
    title: { x, y, w: width, h: plan.titles },
    entries: flow(x, y + plan.titles, width, fixed.entry, ENTRY_GAP, lines, of).rects,
    of,
  });
  const edge = sramPadding(fixed);
  const x = PADDING + edge;
  const y = top + edge;
  const panel = { x: PADDING, y: top, w: room.width - PADDING * 2, h: fixed.sram };
  const probationary = part(x, y, plan.cmtWidth, plan.probationary, cmt.probationary);
  const has = plan.protected > 0;
  if (plan.form === 'line') {
    const width = Math.max(2, cmt.protected) * (fixed.entry.w + ENTRY_GAP);
    const next = x + plan.cmtWidth + PART_GAP;
    // The directory stands at the right end of the panel.
    const right = panel.x + panel.w - edge - plan.gtdWidth + ENTRY_GAP;
    return {
      panel,
      probationary,
      protected: has ? part(next, y, width, 1, cmt.protected) : null,
      gtd: part(right, y, plan.gtdWidth, 1, shape.gtd ?? 0),
    };
  }
  const below = y + plan.titles + plan.probationary * line;
  const safe = has ? part(x, below, plan.cmtWidth, plan.protected, cmt.protected) : null;
  const last = has ? below + plan.titles + plan.protected * line : below;
  return {
    panel,
    probationary,
    protected: safe,
    gtd:
      plan.form === 'beside'
        ? part(x + plan.cmtWidth + PART_GAP, y, plan.gtdWidth, plan.gtd, shape.gtd ?? 0)
        : part(x, last + 4, plan.gtdWidth, plan.gtd, shape.gtd ?? 0),
  };
}
