import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceFit } from '../../protocol/generated/TraceFit';
import { minimumBlocks } from '../scenario/needs';
import { FTLS, shapeOf } from '../schemes';
import {
  blocksFor,
  busyDevice,
  freePages,
  isRefused,
  proposedDevice,
  spareFactor,
  timesWritten,
  touchedDevice,
  traceScenario,
  wholeDevice,
} from './trace-device';

const statistics = {
  page_bytes: 4096,
  pages_written: 20_000,
  pages_needed: 1_000_000,
  footprint_pages: 9_000,
} as never;

test('a trace is run on a device with a place for each page that it touches', () => {
  const device = proposedDevice(statistics);
  expect(device).toEqual(touchedDevice(statistics));
  expect(device).toMatchObject({ logicalPages: 9024, mapping: 'compact', filled: true });
  expect(freePages(device)).toBeLessThan(20_000);
});

test('a trace that touches more than a browser can hold is wrapped onto a smaller device', () => {
  const huge = { page_bytes: 4096, pages_written: 36e6, pages_needed: 67e6, footprint_pages: 25e6 } as never;
  expect(proposedDevice(huge)).toEqual(busyDevice(huge));
  expect(proposedDevice(huge).mapping).toBe('wrap');
});

test('a busy device is written several times over', () => {
  const device = busyDevice(statistics);
  expect(device.logicalPages).toBe(5056);
  expect(20_000).toBeGreaterThan(3 * freePages(device));
});

test('a trace with a small footprint gets no larger device than it touches', () => {
  const tiny = { page_bytes: 4096, pages_written: 40, pages_needed: 30, footprint_pages: 20 } as never;
  expect(busyDevice(tiny).logicalPages).toBe(32);
});

test('a huge trace gets a device of a million pages', () => {
  const huge = { page_bytes: 4096, pages_written: 36e6, pages_needed: 67e6, footprint_pages: 25e6 } as never;
  const device = busyDevice(huge);
  expect(device.blocks * device.pagesPerBlock).toBeLessThan(1_001_000);
  expect(device.blocks * device.pagesPerBlock).toBeGreaterThan(999_000);
});

test('the whole device holds every address', () => {
  expect(wholeDevice(statistics).logicalPages).toBeGreaterThanOrEqual(1_000_000);
});

test('a filled device has only its spare pages free', () => {
  const device = { ...busyDevice(statistics), filled: true };
  expect(freePages(device)).toBe(device.blocks * 64 - device.logicalPages);
  expect(freePages({ ...device, filled: false })).toBe(device.blocks * 64);
});

test.each(FTLS)('the scenario under %s is legal, and as large as the one beside it', (kind) => {
  const device = { ...busyDevice(statistics), blocks: 1 };
  const one = traceScenario({ name: 't' }, kind, device, FTLS);
  const other = traceScenario({ name: 't' }, 'dftl', device, FTLS);
  expect(shapeOf(one).blocks).toBeGreaterThanOrEqual(minimumBlocks(one));
  expect(shapeOf(one)).toEqual(shapeOf(other));
  expect(one.workload).toEqual({ kind: 'trace', path: 't', mapping: 'wrap' });
  const allowed = traceScenario({ name: 't' }, kind, { ...device, allowAliasing: true }, FTLS);
  expect(allowed.workload).toMatchObject({ mapping: 'wrap', aliasing: 'allow' });
  const apart = { ...device, allowAliasing: true, mapping: 'compact' as const };
  expect(traceScenario({ name: 't' }, kind, apart).workload).not.toHaveProperty('aliasing');
  expect(one.workload).not.toHaveProperty('partial_writes');
  const first = traceScenario({ name: 't' }, kind, { ...device, readFirst: true });
  expect(first.workload).toMatchObject({ partial_writes: 'read_first' });
});

test('a trace that overwrites little gets so little spare space that GC still happens', () => {
  const seldom = { ...(statistics as Statistics), pages_written: 1200 };
  const device = touchedDevice(seldom);
  expect(spareFactor(device)).toBeCloseTo(1200 / 2 / 9024, 1);
  expect(freePages(device)).toBeLessThan(1200);
  expect(timesWritten(seldom, device)).toBeCloseTo(0.13, 2);
  expect(spareFactor(touchedDevice(statistics))).toBeCloseTo(0.1, 2);
  // As a person sets it.
  const chosen = { ...device, blocks: blocksFor(device.logicalPages, device.pagesPerBlock, 0.28) };
  expect(spareFactor(chosen)).toBeCloseTo(0.28, 2);
});

test('a run is refused where the engine refuses what happens to the accesses and no one has allowed it', () => {
  const device = busyDevice(statistics);
  const fits = (refused: boolean) => ({ refused }) as TraceFit;
  expect(isRefused(fits(true), device)).toBe(true);
  expect(isRefused(fits(false), device)).toBe(false);
  expect(isRefused(fits(true), { ...device, allowAliasing: true })).toBe(false);
  expect(isRefused(null, device)).toBe(false);
});

test('few logical pages still get the blocks that every scheme needs', () => {
  expect(blocksFor(16, 16)).toBe(7);
});
