// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Report } from '../../protocol/generated/Report';
import { loadEndurance } from '../../protocol/models';
import { csvOf, type Lasting, lifetimeOf } from './lifetime';

const MODELS = join(import.meta.dirname, '../../protocol/pkg/models_bg.wasm');
const endurance = await loadEndurance(readFileSync(MODELS));

/** 100 blocks of 1 MB, 80 MB of them logical: 200 MB, on pages of 220 MB, are written in two hours, 400 erases. As in `crates/model/tests/endurance.rs`. */
const DEVICE = { device: { blocks: 100, pages_per_block: 250, page_bytes: 4000 }, logical_pages: 20_000 };
const report = (change: Partial<Report> = {}) =>
  ({
    flash: { erases: { total: 400 }, programs: { total: 90_000, host: 50_000 } },
    host: { bytes_written: 200e6, writes: 55_000 },
    wear: { max: 15, mean: 10 },
    arrivals_us: 7200e6,
    write_amplification: 1.8,
    ...change,
  }) as Report;
const of = (change: Partial<Report> = {}, cycles = 3000) =>
  lifetimeOf(endurance, report(change), DEVICE, cycles);

test('a drive by hand', () => {
  const found = of();
  expect(found).toMatchObject({
    clock: 'arrivals',
    seconds: 7200,
    smartWriteAmplification: 1.8,
    blocks: 100,
  });
  const lasting = found.lasting as Lasting;
  const days = 62.5;
  expect(lasting.mean).toEqual({ erases: 4, passes: 750, erasesPerDay: 48, years: days / 365 });
  expect(lasting.most).toMatchObject({ erases: 6, passes: 500, erasesPerDay: 72 });
  expect(lasting.terabytes).toBeCloseTo(0.15, 12);
  expect(lasting.driveWrites).toBeCloseTo(1875, 9);
  expect(lasting.driveWritesPerDay).toBeCloseTo(30, 12);
  expect(lasting.share).toBeCloseTo(0.55, 12);
  expect(lasting.hu.passes).toBeCloseTo(60_080 / 220, 9);
  expect(lasting.hu.share).toBeCloseTo(600.8 / 3000, 12);
});

test('days are those in which the drive serves what it cannot keep up with, and without times there are none', () => {
  const served = of({ overload: { arrivals_us: 7200e6, done_us: 14400e6, times: 2 } });
  expect(served).toMatchObject({ clock: 'served', seconds: 14400, lasting: { mean: { erasesPerDay: 24 } } });
  const none = { mean: { passes: 750, erasesPerDay: null, years: null }, hu: { years: null } };
  expect(of({ arrivals_us: undefined })).toMatchObject({ clock: 'none', seconds: null, lasting: none });
  expect(of({ arrivals_us: 0 })).toMatchObject({ clock: 'at_once', lasting: none });
});

test('where nothing is written or erased there is none, and files leave its figures out', () => {
  const { flash, host } = report();
  const still = of({ flash: { ...flash, erases: { ...flash.erases, total: 0 } } });
  expect(still.lasting).toBe('nothing_erased');
  expect(of({ host: { ...host, bytes_written: 0 } }).lasting).toBe('nothing_written');
  expect(() => of({}, 0)).toThrow('endure no erase');
  const [heads, row, other] = csvOf([
    { name: '=Page', scenarioHash: 'ab', traceHash: 'cd', seeds: 1, lifetime: of() },
    { name: 'FAST', scenarioHash: 'ef', traceHash: null, seeds: 5, lifetime: still },
  ]) as [string[], string[], string[]];
  const at = (line: string[], head: string) => line[heads.indexOf(head)];
  expect(row.length).toBe(heads.length);
  expect([at(row, 'scenario_hash'), at(row, 'trace_hash'), at(other, 'trace_hash')]).toEqual([
    'ab',
    'cd',
    '',
  ]);
  expect([at(row, 'run'), at(row, 'mean_block.passes'), at(row, 'why_not')]).toEqual(["'=Page", '750', '']);
  expect([at(other, 'seeds'), at(other, 'mean_block.passes'), at(other, 'why_not')]).toEqual([
    ...['5', '', 'nothing_erased'],
  ]);
});
