import { describe, expect, test } from 'vitest';
import {
  bounded,
  cellHeight,
  lensOf,
  middleOf,
  moveSpot,
  RATIO,
  rectOf,
  seenBlocks,
  spotAt,
  tileAt,
  tilingOf,
  viewAround,
  viewOn,
} from './geometry';

const ROOMS = [
  [900, 480],
  [1500, 800],
  [360, 420],
] as const;
const DEVICES = [
  [15_625, 64],
  [1024, 5],
  [300, 256],
  [7001, 1],
  [129, 127],
] as const;

describe.each(DEVICES)('%i blocks of %i pages', (blocks, pages) => {
  test.each(ROOMS)('every page has a pixel of its own, and fits a room of %i by %i', (width, height) => {
    const tiling = tilingOf(blocks, pages, width, height);
    expect(tiling.across * tiling.lines).toBeGreaterThanOrEqual(blocks);
    expect(tiling.across * (tiling.lines - 1)).toBeLessThan(blocks);
    expect(tiling.columns * tiling.rows).toBeGreaterThanOrEqual(pages);
    const lens = lensOf(tiling, width, height, { x: 0, y: 0, k: 1 });
    expect(tiling.width * lens.unit * RATIO).toBeLessThanOrEqual(width + 1e-6);
    expect(tiling.height * lens.unit).toBeLessThanOrEqual(height + 1e-6);
    // Little of the room is left empty.
    const used = (tiling.width * lens.unit * RATIO * tiling.height * lens.unit) / (width * height);
    expect(used).toBeGreaterThan(0.75);
  });

  test('the middle of a page’s rectangle belongs to that page, at any zoom', () => {
    const tiling = tilingOf(blocks, pages, 900, 480);
    for (const k of [1, 3.7, 60]) {
      for (const pbn of [0, 1, Math.floor(blocks / 2), blocks - 1]) {
        for (const page of [-1, 0, Math.floor(pages / 2), pages - 1]) {
          const lens = lensOf(tiling, 900, 480, { x: 13, y: -7, k });
          const rect = rectOf(lens, { pbn, page });
          const y = page < 0 ? rect.y + rect.h / (tiling.rows + 1) / 2 : rect.y + rect.h / 2;
          expect(spotAt(lens, rect.x + rect.w / 2, y)).toEqual({ pbn, page });
        }
      }
    }
  });
});

const tiling = tilingOf(15_625, 64, 900, 480);
const whole = lensOf(tiling, 900, 480, { x: 0, y: 0, k: 1 });

test('a block of 64 pages is a tile of 8 by 8', () => {
  expect([tiling.columns, tiling.rows]).toEqual([8, 8]);
  expect(tileAt(tiling, tiling.across)).toEqual({ x: 0, y: 9 });
});

test('between blocks there is nothing', () => {
  const lens = { ...whole, view: { x: 0, y: 0, k: 50 } };
  const first = rectOf(lens, { pbn: 0, page: 7 });
  expect(spotAt(lens, first.x + first.w * 1.5, first.y + first.h / 2)).toBeNull();
  expect(spotAt(lens, -1, 5)).toBeNull();
});

test('from afar every block is seen, near only the run that holds those seen', () => {
  expect(seenBlocks(whole)).toEqual({ from: 0, to: 15_625 });
  const view = viewOn(whole, { pbn: 5000, page: -1 }, 80);
  const { from, to } = seenBlocks({ ...whole, view });
  expect(from).toBeLessThanOrEqual(5000);
  expect(to).toBeGreaterThan(5000);
  expect(to - from).toBeLessThan(4 * tiling.across);
});

test('a zoom moves its target to the middle, but keeps the picture’s edge at the room’s', () => {
  const middle = {
    pbn: Math.floor(tiling.lines / 2) * tiling.across + Math.floor(tiling.across / 2),
    page: 9,
  };
  const rect = rectOf({ ...whole, view: viewOn(whole, middle, 60) }, middle);
  expect(rect.x + rect.w / 2).toBeCloseTo(450);
  expect(rect.y + rect.h / 2).toBeCloseTo(240);
  expect(viewOn(whole, { pbn: 0, page: -1 }, 60)).toEqual({ x: 0, y: 0, k: 60 });
  const one = bounded(whole, 999, -999, 1);
  expect(one.x).toBeGreaterThanOrEqual(0);
  expect(cellHeight({ ...whole, view: { x: 0, y: 0, k: 10 } })).toBeCloseTo(whole.unit * 10);
});

test('keys move from block to block from afar, from cell to cell near', () => {
  const at = (pbn: number, page: number) => ({ pbn, page });
  const coarse = (key: string, control = false) => moveSpot(tiling, at(200, 5), key, control, false);
  expect(coarse('ArrowRight')).toEqual(at(201, -1));
  expect(coarse('ArrowDown')).toEqual(at(200 + tiling.across, -1));
  expect(coarse('Home', true)).toEqual(at(0, -1));
  expect(coarse('End', true)).toEqual(at(15_624, -1));
  expect(coarse('x')).toBeNull();
  const fine = (spot: { pbn: number; page: number }, key: string) => moveSpot(tiling, spot, key, false, true);
  expect(fine(at(3, 0), 'ArrowRight')).toEqual(at(3, 1));
  expect(fine(at(3, 7), 'ArrowRight')).toEqual(at(4, 0));
  expect(fine(at(3, 0), 'ArrowUp')).toEqual(at(3, -1));
  expect(fine(at(3, -1), 'ArrowDown')).toEqual(at(3, 0));
  expect(fine(at(3, -1), 'ArrowRight')).toEqual(at(4, -1));
  expect(fine(at(3, 60), 'ArrowDown')).toEqual(at(3 + tiling.across, -1));
  expect(fine(at(0, 0), 'ArrowLeft')).toEqual(at(0, 0));
});

test('the block in the middle is found in the middle again', () => {
  const tiling = tilingOf(640, 32, 1000, 600);
  const flat = lensOf(tiling, 1000, 600, { x: 0, y: 0, k: 1 });
  for (const k of [2, 5, 11]) {
    const lens = { ...flat, view: bounded(flat, -433 * (k - 1), -217 * (k - 1), k) };
    const again = viewAround(flat, middleOf(lens), k);
    expect(again.x).toBeCloseTo(lens.view.x);
    expect(again.y).toBeCloseTo(lens.view.y);
  }
});
