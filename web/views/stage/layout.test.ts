import { describe, expect, test } from 'vitest';
import { MOST_LABELLED } from '../../model/large';
import { FTLS, isByBlock } from '../../model/schemes';
import { type Layout, layout, pageRect, type Room, type RowShape, type Shape } from './layout';
import { overlap, type Rect } from './rects';

const ROOMS: Record<string, Room> = {
  'a laptop': { width: 1280, height: 720, font: 13, label: 12 },
  'a large screen': { width: 1920, height: 1080, font: 13, label: 12 },
  'a phone': { width: 390, height: 844, font: 13, label: 12 },
  'a projector': { width: 1400, height: 700, font: 20, label: 18 },
  'a hall, beside a lesson': { width: 1037, height: 420, font: 25, label: 25 },
  'a narrow panel beside another': { width: 480, height: 330, font: 13, label: 12 },
};

function shape(ftl: string, blocks: number, pagesPerBlock: number, buffer: Shape['buffer'] = null): Shape {
  const logical = Math.floor(blocks * 0.8);
  const rows: Record<string, RowShape[]> = {
    page: [{ id: 'blocks', slots: blocks, apart: 0 }],
    bast: [
      { id: 'data', slots: logical, apart: 0 },
      { id: 'log', slots: Math.max(1, blocks - logical - 1) + 2, apart: 2 },
    ],
    fast: [
      { id: 'data', slots: logical, apart: 0 },
      { id: 'log', slots: Math.max(2, blocks - logical - 1) + 2, lead: 1, apart: 2 },
    ],
    block: [{ id: 'data', slots: logical + 1, apart: 1 }],
    replacement:
      logical * (blocks - logical + 1) <= 64
        ? [{ id: 'chains', slots: logical * (blocks - logical + 1), apart: 0, group: blocks - logical + 1 }]
        : [
            { id: 'data', slots: logical, apart: 0 },
            { id: 'replacement', slots: blocks - 1, apart: 0 },
          ],
    // Superblocks of two blocks and one more.
    superblock: [{ id: 'superblock', slots: Math.ceil(logical / 2) * 3, group: 3, apart: 0 }],
    last: [
      { id: 'data', slots: logical, apart: 0 },
      { id: 'log', slots: Math.max(4, blocks - logical - 1) + 2, lead: Math.ceil(blocks / 64), apart: 2 },
    ],
    dftl: [
      { id: 'data', slots: blocks - 2, apart: 0 },
      { id: 'translation', slots: 4, apart: 0 },
    ],
  };
  const digits = String(blocks * pagesPerBlock).length;
  return {
    pagesPerBlock,
    rows: rows[ftl] ?? [],
    pool: blocks - 1,
    labelChars: digits,
    blockChars: String(blocks).length + 1,
    ownerChars: isByBlock(ftl) ? 8 + digits : ftl === 'superblock' ? 6 : 0,
    requestChars: digits + 4,
    cmt:
      ftl === 'dftl'
        ? { probationary: blocks / 2, protected: Math.floor(blocks / 4) }
        : ftl === 'superblock'
          ? { probationary: Math.ceil(blocks / 8), protected: 0 }
          : null,
    gtd: ftl === 'dftl' ? Math.ceil(blocks / 8) : ftl === 'superblock' ? Math.ceil(logical / 2) : null,
    buffer,
    recency: ftl === 'last' ? blocks / 2 : null,
    entryChars: digits + 7,
  };
}

function rectsOf(sheet: Layout): Rect[] {
  const entries = sheet.sram
    ? [sheet.sram.probationary, ...(sheet.sram.protected ? [sheet.sram.protected] : []), sheet.sram.gtd]
    : [];
  const buffer = sheet.buffer;
  const list = sheet.recency ? [...sheet.recency.chips, sheet.recency.verdict] : [];
  return [
    ...sheet.host.chips,
    ...list,
    ...(buffer?.places ?? []),
    ...(buffer && !sheet.stacked ? [buffer.title, buffer.caption] : []),
    ...sheet.rows.flatMap((row) => row.slots.filter((slot) => slot !== null)),
    ...sheet.pool.chips,
    ...entries.flatMap((part) => [part.title, ...part.entries]),
    ...(sheet.stacked ? [] : [sheet.host.title, ...sheet.rows.map((row) => row.title)]),
    ...(sheet.recency && !sheet.stacked ? [sheet.recency.title] : []),
  ];
}

/** But for rounding. One `expect` looks at many: each takes longer than what it looks at. */
function within({ x, y, w, h }: Rect, outer: Rect): boolean {
  const near = 0.01;
  return (
    x >= outer.x - near &&
    y >= outer.y - near &&
    x + w <= outer.x + outer.w + near &&
    y + h <= outer.y + outer.h + near
  );
}

const CASES = FTLS.flatMap((ftl) => Object.entries(ROOMS).map(([name, room]) => ({ ftl, name, room }))).map(
  (each, turn) => ({ ...each, turn }),
);
// Larger ones are heat maps.
const SIZES = [12, 16, 24, 64, 128, 256]
  .flatMap((blocks) => [4, 16, 64].map((pages) => [blocks, pages] as const))
  .filter(([blocks, pages]) => blocks * pages <= MOST_LABELLED);

/** Without a write buffer, and behind buffers of pages and of groups, small ones and such as do not find room. */
const BUFFERS: [string, Shape['buffer']][] = [
  ['no buffer', null],
  ['a buffer of six groups', { byBlock: true, most: 6, counted: true }],
  ['a buffer of many groups', { byBlock: true, most: 200, counted: false }],
  ['a buffer of many pages', { byBlock: false, most: 256, counted: false }],
];
/** Each size without a buffer and, in turn, behind one; `npm run test:deep` takes each behind each. */
const bufferedOf = (turn: number) =>
  SIZES.flatMap(([blocks, pages], size) =>
    BUFFERS.filter((_, i) => process.env.DEEP || i === 0 || i === 1 + ((turn + size) % 3)).map(
      ([name, buffer]) => [blocks, pages, name, buffer] as const,
    ),
  );

describe.each(CASES)('$ftl on $name', ({ ftl, room, turn }) => {
  test.each(bufferedOf(turn))(
    '%i blocks of %i pages, %s: nothing overlaps or is cut off',
    (blocks, pages, _, buffer) => {
      const sheet = layout(shape(ftl, blocks, pages, buffer), room);
      const rects = rectsOf(sheet);
      const whole = { x: 0, y: 0, w: room.width, h: sheet.height };
      expect(rects.filter((rect) => !within(rect, whole))).toEqual([]);
      const sorted = rects.toSorted((a, b) => a.y - b.y);
      const clashes: [Rect, Rect][] = [];
      for (const [i, a] of sorted.entries()) {
        for (let j = i + 1; j < sorted.length; j += 1) {
          const b = sorted[j];
          if (!b || b.y >= a.y + a.h) break;
          if (overlap(a, b)) clashes.push([a, b]);
        }
      }
      expect(clashes).toEqual([]);
    },
  );

  test.each(SIZES)('%i blocks of %i pages: the pages stand side by side in their block', (blocks, pages) => {
    const sheet = layout(shape(ftl, blocks, pages), room);
    const slot = sheet.rows[0]?.slots[0];
    if (!slot) throw new Error('a layout without blocks');
    const cells = Array.from({ length: pages }, (_, offset) => pageRect(sheet, slot, offset));
    const { h } = sheet.header;
    const below = { ...slot, y: slot.y + h, h: slot.h - h };
    expect(cells.filter((cell) => !within(cell, below))).toEqual([]);
    expect(cells.some((a, i) => cells.some((b, j) => i < j && overlap(a, b)))).toBe(false);
  });

  test('every page has a legible label, larger where all text is', () => {
    for (const [blocks, pages] of SIZES) {
      const sheet = layout(shape(ftl, blocks, pages), room);
      expect(sheet.cell.font, `${blocks} blocks of ${pages}`).toBeGreaterThanOrEqual(
        Math.max(9, Math.floor(room.font * 0.6)),
      );
    }
  });
});

test.each(Object.entries(ROOMS))(
  'the blocks of a superblock stand in one line, apart from others (%s)',
  (_, room) => {
    for (const blocks of [12, 24, 64]) {
      const [row] = layout(shape('superblock', blocks, 4), room).rows;
      if (!row) throw new Error('a layout without blocks');
      for (let slot = 0; slot + 3 < row.slots.length; slot += 3) {
        const [first, second, last, next] = row.slots.slice(slot, slot + 4);
        // Out of the window, all of it.
        if (!first && !second && !last) continue;
        if (!first || !second || !last) throw new Error('a part of a superblock is missing');
        expect([second.y, last.y]).toEqual([first.y, first.y]);
        if (next?.y === last.y) expect(next.x - last.x).toBeGreaterThan(last.x - second.x + 4);
      }
    }
  },
);

test('the slides’ examples fit a laptop’s stage without scrolling', () => {
  const stage = { width: 1000, height: 430, font: 13, label: 12 };
  for (const ftl of FTLS) {
    const sheet = layout(shape(ftl, 12, 4), stage);
    expect(sheet.height, ftl).toBe(stage.height);
    expect(sheet.cell.h, ftl).toBeGreaterThanOrEqual(14);
  }
});

test('blocks are columns of pages, folded only where their labels would be much smaller than other text', () => {
  const small = { ...shape('fast', 7, 4), rows: rowsOf(4, 5), labelChars: 2 };
  expect(layout(small, { width: 998, height: 350, font: 13, label: 12 }).cell.columns).toBe(1);
  const hall = layout(small, { width: 1037, height: 420, font: 25, label: 25 }).cell;
  expect(hall.columns).toBe(2);
  expect(hall.font).toBeGreaterThan(24);
});

function rowsOf(data: number, log: number): RowShape[] {
  return [
    { id: 'data', slots: data, apart: 0 },
    { id: 'log', slots: log, lead: 1, apart: 2 },
  ];
}

test('a hall of 1280 dots shows what one of 1920 does: a superblock’s maps beside each other, its blocks whole', () => {
  const groups = {
    ...shape('superblock', 10, 4),
    rows: [{ id: 'superblock', slots: 8, group: 4, apart: 0 }] satisfies RowShape[],
    cmt: { probationary: 1, protected: 0 },
    gtd: 2,
    entryChars: 22,
  };
  for (const scale of [1, 2 / 3]) {
    const room = { width: 1037 * scale, height: 420 * scale, font: 25 * scale, label: 25 * scale };
    const sheet = layout(groups, room);
    expect(sheet.sram?.gtd.title.y).toBe(sheet.sram?.probationary.title.y);
    expect(sheet.height).toBe(room.height);
  }
});

test('in a low stage of a hall nothing is cut off that smaller cells, or titles beside their sections, leave room for', () => {
  const letters = { font: 16.9, label: 16.8 };
  const groups = {
    ...shape('superblock', 10, 4),
    rows: [{ id: 'superblock', slots: 10, group: 5, apart: 0 }] satisfies RowShape[],
    ...{ cmt: { probationary: 1, protected: 0 }, gtd: 2, pool: 5, blockChars: 3, ownerChars: 6 },
    entryChars: 16,
  };
  const lesson = layout(groups, { width: 690, height: 252, ...letters });
  expect(lesson.height).toBe(252);
  expect(lesson.rows[0]?.window).toHaveLength(2);

  // One of two stages.
  const room = { width: 460, height: 215, ...letters };
  const few = {
    ...shape('bast', 12, 4),
    rows: [
      { id: 'data', slots: 4, apart: 0 },
      { id: 'log', slots: 4, apart: 2 },
    ] satisfies RowShape[],
    ...{ pool: 9, blockChars: 3, ownerChars: 6 },
  };
  const half = layout(few, room);
  expect(half.stacked).toBe(false);
  expect(half.rows.map(({ units, window }) => units - window.length)).toEqual([0, 0]);
});

test('beside a lesson titles go next to their sections where that lets everything be seen', () => {
  const small = {
    ...shape('dftl', 12, 4),
    rows: [
      { id: 'data', slots: 6, apart: 0 },
      { id: 'translation', slots: 3, apart: 0 },
    ] satisfies RowShape[],
    cmt: { probationary: 4, protected: 0 },
    gtd: 3,
  };
  const low = layout(small, { width: 690, height: 400, font: 13, label: 12 });
  expect(low.stacked).toBe(false);
  expect(low.tight).toBe(false);
  const high = layout(small, { width: 690, height: 700, font: 13, label: 12 });
  expect(high.stacked).toBe(true);
});

test('DFTL’s directory stands beside the CMT’s two segments beside a lesson, and below them on a phone', () => {
  const cleaning = {
    ...shape('dftl', 9, 4),
    rows: [
      { id: 'data', slots: 6, apart: 0 },
      { id: 'translation', slots: 3, apart: 0 },
    ] satisfies RowShape[],
    cmt: { probationary: 4, protected: 4 },
    gtd: 2,
  };
  const above = (room: Room) => {
    const { sram } = layout(cleaning, room);
    if (!sram?.protected) throw new Error('a segment is missing');
    return sram.gtd.title.y - sram.probationary.title.y;
  };
  expect(layout(cleaning, { width: 1037, height: 520, font: 25, label: 25 }).height).toBe(520);
  for (const height of [470, 600]) expect(above({ width: 1037, height, font: 25, label: 25 })).toBe(0);
  expect(above({ width: 690, height: 400, font: 13, label: 12 })).toBe(0);
  expect(above({ width: 390, height: 844, font: 13, label: 12 })).toBeGreaterThan(0);
});
