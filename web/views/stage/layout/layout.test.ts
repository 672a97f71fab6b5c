import { describe, expect, test } from 'vitest';
import { MOST_LABELLED } from '../../../model/large';
import { FTLS, type FtlKind } from '../../../model/schemes';
import { schemeOf } from '../../../schemes';
import { layoutOf, pageRect } from './layout';
import { overlap, type Rect } from './rects';
import type { Layout, Shape, Viewport } from './types';

const LAPTOP: Viewport = { width: 944, height: 380, font: 13, label: 12 };
const ROOMS: Record<string, Viewport> = {
  'a laptop': { width: 1280, height: 720, font: 13, label: 12 },
  'a laptop, beside the inspector': LAPTOP,
  'a large screen': { width: 1920, height: 1080, font: 13, label: 12 },
  'a phone': { width: 390, height: 400, font: 13, label: 12 },
  'a projector': { width: 1400, height: 700, font: 20, label: 18 },
  'a hall, beside a lesson': { width: 1037, height: 420, font: 25, label: 25 },
  'a narrow panel beside another': { width: 480, height: 330, font: 13, label: 12 },
};

/** A device whose logical space is four fifths, with an FTL as small devices have it. */
function shape(ftl: FtlKind, blocks: number, pagesPerBlock: number, buffer: Shape['buffer'] = null): Shape {
  const logical = Math.floor(blocks * 0.8);
  const logs = Math.max(4, blocks - logical - 1);
  const options: Record<string, number> = {
    log_blocks: logs,
    seq_log_blocks: Math.max(1, Math.floor(logs / 16)),
    blocks_per_superblock: 2,
    update_blocks_per_superblock: 2,
    update_blocks: logs,
    entries_per_translation_page: pagesPerBlock * 4,
    gc_threshold: 3,
  };
  const device = {
    blocks,
    pagesPerBlock,
    logicalPages: logical * pagesPerBlock,
    logicalBlocks: logical,
    option: (name: string) => options[name] ?? 0,
  };
  const scheme = schemeOf(ftl);
  const digits = String(blocks * pagesPerBlock).length;
  const superblock = ftl === 'superblock';
  return {
    pagesPerBlock,
    rows: scheme.sections(device),
    axis: scheme.axis,
    counted: scheme.byNumber,
    pool: scheme.byNumber ? 0 : blocks - 1,
    labelChars: digits,
    blockChars: String(blocks).length + 1,
    roleChars: scheme.roleChars(device),
    requestChars: digits + 1,
    maps: scheme.maps.map((id) => ({ id, entries: id === 'block' ? logical : 64, chars: digits + 7 })),
    candidates: scheme.chooses ? String(blocks).length + 4 : null,
    cmt:
      ftl === 'dftl'
        ? { probationary: blocks / 2, protected: Math.floor(blocks / 4) }
        : superblock
          ? { probationary: Math.ceil(blocks / 8), protected: 0 }
          : null,
    gtd: ftl === 'dftl' ? Math.ceil(blocks / 8) : superblock ? Math.ceil(logical / 2) : null,
    buffer,
    recency: ftl === 'last' ? blocks / 2 : null,
    entryChars: digits + 7,
    gtdChars: ftl === 'dftl' ? digits + 2 : 0,
  };
}

function slotsOf({ rows }: Layout): Rect[] {
  return rows.flatMap((row) => row.slots.filter((slot) => slot !== null));
}

function rectsOf(layout: Layout): Rect[] {
  const { sram, buffer, recency } = layout;
  const entries = sram ? [sram.probationary, ...(sram.protected ? [sram.protected] : []), sram.gtd] : [];
  return [
    layout.host.title,
    ...layout.host.chips,
    ...layout.maps.flatMap(({ title, chips }) => [title, ...chips]),
    ...(recency ? [recency.title, ...recency.chips, recency.verdict] : []),
    ...(buffer ? [buffer.title, buffer.caption, ...buffer.places] : []),
    ...entries.flatMap((part) => [part.title, ...part.entries]),
    ...layout.rows.map(({ heading }) => heading),
    ...slotsOf(layout),
    ...layout.axis.map(({ label }) => label),
    ...(layout.pool.chips.length > 0 ? [layout.pool.title, ...layout.pool.chips] : []),
    ...layout.tiles,
  ].filter(({ w, h }) => w > 0 && h > 0);
}

/** Equal except for rounding. One `expect` covers many places, because each call is slow. */
function within({ x, y, w, h }: Rect, outer: Rect): boolean {
  const near = 0.01;
  return (
    x >= outer.x - near &&
    y >= outer.y - near &&
    x + w <= outer.x + outer.w + near &&
    y + h <= outer.y + outer.h + near
  );
}

const CASES = FTLS.flatMap((ftl) =>
  Object.entries(ROOMS).map(([name, viewport]) => ({ ftl, name, viewport })),
).map((each, turn) => ({ ...each, turn }));
// Larger ones are heat maps.
const SIZES = [12, 16, 24, 64, 128, 256]
  .flatMap((blocks) => [4, 8, 16, 32, 64].map((pages) => [blocks, pages] as const))
  .filter(([blocks, pages]) => blocks * pages <= MOST_LABELLED);

/** Without a write buffer, and behind buffers of pages and of groups, small ones and such as do not find room. */
const BUFFERS: [string, Shape['buffer']][] = [
  ['no buffer', null],
  ['a buffer of six groups', { byBlock: true, most: 6, counted: true }],
  ['a buffer of many groups', { byBlock: true, most: 200, counted: false }],
  ['a buffer of many pages', { byBlock: false, most: 256, counted: false }],
];
/** A third of the sizes in each case, in turn; `npm run test:deep` takes each. */
const sizesOf = (turn: number) =>
  process.env.DEEP ? SIZES : SIZES.filter((_, size) => (turn + size) % 3 === 0);
/** Each size without a buffer and, in turn, behind one; `npm run test:deep` takes each behind each. */
const bufferedOf = (turn: number) =>
  sizesOf(turn).flatMap(([blocks, pages], size) =>
    BUFFERS.filter((_, i) => process.env.DEEP || i === 0 || i === 1 + ((turn + size) % 3)).map(
      ([name, buffer]) => [blocks, pages, name, buffer] as const,
    ),
  );

describe.each(CASES)('$ftl on $name', ({ ftl, viewport, turn }) => {
  test.each(bufferedOf(turn))(
    '%i blocks of %i pages, %s: nothing overlaps or is cut off',
    (blocks, pages, _, buffer) => {
      const layout = layoutOf(shape(ftl, blocks, pages, buffer), viewport);
      const rects = rectsOf(layout);
      const whole = { x: 0, y: 0, w: viewport.width, h: layout.height };
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

  test.each(sizesOf(turn))(
    '%i blocks of %i pages: the pages are side by side in their block',
    (blocks, pages) => {
      const layout = layoutOf(shape(ftl, blocks, pages), viewport);
      const [slot] = slotsOf(layout);
      if (!slot) throw new Error('a layout without blocks');
      const cells = Array.from({ length: pages }, (_, offset) => pageRect(layout, slot, offset));
      const { h } = layout.header;
      const below = { ...slot, y: slot.y + h, h: slot.h - h };
      expect(cells.filter((cell) => !within(cell, below))).toEqual([]);
      expect(cells.some((a, i) => cells.some((b, j) => i < j && overlap(a, b)))).toBe(false);
    },
  );

  test('a label can be read, or there is none; a few short blocks have theirs', () => {
    for (const [blocks, pages] of sizesOf(turn)) {
      const { cell } = layoutOf(shape(ftl, blocks, pages), viewport);
      const least = Math.max(9, Math.floor(viewport.font * 0.6));
      if (cell.font > 0) expect(cell.font, `${blocks} blocks of ${pages}`).toBeGreaterThanOrEqual(least);
      else expect(blocks * pages, `${blocks} blocks of ${pages}`).toBeGreaterThan(12 * 8);
    }
  });
});

describe.each(FTLS)('%s as the table of sizes says', (ftl) => {
  test.each([4, 8, 16])('12 blocks of %i pages are in one line of single columns', (pages) => {
    const layout = layoutOf(shape(ftl, 12, pages), LAPTOP);
    // Below the CMT there is little height.
    if (ftl !== 'dftl' || pages < 16) expect(layout.cell.columns).toBe(1);
    // Superblocks keep a place free for GC in each of them: these may take two lines.
    const lines = new Set(slotsOf(layout).map(({ y }) => y)).size;
    expect(lines).toBeLessThanOrEqual(ftl === 'superblock' || ftl === 'replacement' ? 2 : 1);
    expect(layout.height).toBe(LAPTOP.height);
  });

  test('17 to 32 blocks of 8 pages are in few lines, all of them', () => {
    for (const blocks of [17, 24, 32]) {
      const layout = layoutOf(shape(ftl, blocks, 8), ROOMS['a laptop'] ?? LAPTOP);
      expect(layout.rows.every(({ units, window }) => units === window.length)).toBe(true);
      expect(new Set(slotsOf(layout).map(({ y }) => y)).size, `${blocks}`).toBeLessThanOrEqual(3);
    }
  });

  test.each([
    ['a laptop, beside the inspector', 8],
    ['a large screen', 8],
  ])('on %s %i blocks leave no third of the stage empty', (name, blocks) => {
    const viewport = ROOMS[name] ?? LAPTOP;
    const rects = rectsOf(layoutOf(shape(ftl, blocks, 8), viewport));
    expect(Math.max(...rects.map(({ x, w }) => x + w))).toBeGreaterThan((viewport.width * 2) / 3);
    expect(Math.max(...rects.map(({ y, h }) => y + h))).toBeGreaterThan((viewport.height * 2) / 3);
  });
});

test('page i is at the same height in every block of a log-block FTL, with the offsets beside it', () => {
  for (const ftl of ['block', 'bast', 'fast', 'last', 'replacement'] as const) {
    const layout = layoutOf(shape(ftl, 12, 8), LAPTOP);
    expect(layout.axis.length % 8, ftl).toBe(0);
    const [first] = slotsOf(layout);
    if (!first) throw new Error('a layout without blocks');
    for (let offset = 0; offset < 8; offset += 1) {
      const { y, h } = pageRect(layout, first, offset);
      expect([layout.axis[offset]?.label.y, layout.axis[offset]?.label.h]).toEqual([y, h]);
    }
  }
  for (const ftl of ['page', 'dftl', 'superblock'] as const)
    expect(layoutOf(shape(ftl, 12, 8), LAPTOP).axis, ftl).toEqual([]);
});

test.each(Object.entries(ROOMS))(
  'the blocks of a superblock are in one line, separate from others (%s)',
  (_, viewport) => {
    for (const blocks of [12, 24, 64]) {
      const [row] = layoutOf(shape('superblock', blocks, 4), viewport).rows;
      if (!row) throw new Error('a layout without blocks');
      for (let unit = 0; unit < row.units - 1; unit += 1) {
        const own = row.slots.slice(unit * row.group, (unit + 1) * row.group);
        const next = row.slots[(unit + 1) * row.group];
        // Out of the window, all of it.
        if (own.every((slot) => slot === null)) continue;
        const [first, second] = own;
        if (!first || !second || own.includes(null)) throw new Error('a part of a superblock is missing');
        if (row.grid.parts > 1) continue;
        expect(own.map((slot) => slot?.y)).toEqual(own.map(() => first.y));
        const last = own.at(-1);
        if (next && last && next.y === last.y && row.units === row.window.length)
          expect(next.x - last.x).toBeGreaterThan(second.x - first.x + 4);
      }
    }
  },
);

test('a hall of 1280 dots shows what one of 1920 does', () => {
  for (const ftl of FTLS) {
    const [large, small] = [1, 2 / 3].map((scale) => {
      const viewport = { width: 1400 * scale, height: 620 * scale, font: 25 * scale, label: 25 * scale };
      return layoutOf(shape(ftl, 8, 4), viewport);
    });
    expect(
      small?.rows.map(({ window }) => window.length),
      ftl,
    ).toEqual(large?.rows.map(({ window }) => window.length));
    expect(small?.cell.columns, ftl).toBe(large?.cell.columns);
  }
});

test('on a phone a few blocks are large, and the others are tiles', () => {
  const viewport = { width: 390, height: 400, font: 13, label: 12 };
  for (const ftl of FTLS) {
    const layout = layoutOf(shape(ftl, 16, 8), viewport);
    expect(layout.tiles.length, ftl).toBeGreaterThan(3);
    expect(slotsOf(layout).length, ftl).toBeLessThanOrEqual(8);
    expect(layout.height, ftl).toBe(viewport.height);
  }
});

test('DFTL’s directory is beside the CMT’s two segments beside a lesson, and below them on a phone', () => {
  const above = (viewport: Viewport) => {
    const { sram } = layoutOf(shape('dftl', 12, 4), viewport);
    if (!sram?.protected) throw new Error('a segment is missing');
    return sram.gtd.title.y - sram.title.y;
  };
  for (const height of [470, 600]) expect(above({ width: 1037, height, font: 25, label: 25 })).toBe(0);
  expect(above({ width: 690, height: 400, font: 13, label: 12 })).toBe(0);
  expect(above({ width: 360, height: 844, font: 13, label: 12 })).toBeGreaterThan(0);
});

test.each(FTLS)('of a few wide blocks under %s the free pool is whole beside them', (ftl) => {
  for (const viewport of Object.values(ROOMS)) {
    const { pool } = layoutOf(shape(ftl, 6, 4), viewport);
    const cut = pool.chips.filter(({ x, w }) => w < viewport.label * 2 || x + w > viewport.width);
    expect(cut).toEqual([]);
  }
});

test('in a large hall a few blocks of eight pages stay in one column, with their offsets', () => {
  const hall = { width: 1270, height: 780, font: 30, label: 25 };
  for (const blocks of [2, 3, 4, 5, 6]) {
    const layout = layoutOf(shape('replacement', blocks, 8), hall);
    expect(layout.cell.columns, `${blocks} blocks`).toBe(1);
    expect(layout.axis).not.toEqual([]);
  }
});
