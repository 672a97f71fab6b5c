// @vitest-environment node
/** The sentences of what-ifs agree with what was run: how much spare space is enough, channels by queue depth, lifetimes, addresses. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import '../../protocol/runs/inline-needs';
import fc from '../../base/property';
import { CHANNELS, type Counted, DEPTHS, type Figure } from '../../model/what-if/grid';
import type { Lasting, Lifetime } from '../../model/what-if/lifetime';
import { nextOf, type SpareFound, type SpareRun } from '../../model/what-if/spare';
import type { Ledger } from '../../protocol/generated/Ledger';
import type { Report } from '../../protocol/generated/Report';
import { loadFewestBlocks } from '../../protocol/models';
import { sentences as addressSentences } from '../../views/batch-compare/addresses/addresses-words';
import { sentences as gridSentences } from '../../views/batch-compare/grid/grid-words';
import {
  freshTexts,
  huText,
  sentences as lifetimeSentences,
} from '../../views/batch-compare/lifetime/lifetime-words';
import { sentences as spareSentences, windowText } from '../../views/batch-compare/spare/spare-words';
import { type Facts, type Figures, holding } from './facts.fixture';

const fewest = await loadFewestBlocks(
  readFileSync(join(import.meta.dirname, '../../protocol/pkg/models_bg.wasm')),
);
const DEVICE = {
  format: 1,
  device: { blocks: 80, pages_per_block: 8, page_bytes: 2048 },
  logical_pages: 480,
  ftl: { kind: 'page' },
  workload: { kind: 'ops', ops: 'w0' },
};
const { hold, unmet } = holding();

/** Every device that was tried, by its blocks; `less`: with one block less. */
interface Tried {
  wanted: number;
  tried: ReadonlyMap<number, number | null>;
  repeated: { reached: boolean | null; passWrites: number | null };
}

/** The first device, or with 60 blocks of data the first that is enough beyond one that is not. */
function spareOf({ wanted, tried }: Tried) {
  const enough = (blocks: number) => (tried.get(blocks) ?? Number.POSITIVE_INFINITY) <= wanted;
  const blocks = [...tried.keys()].toSorted((a, b) => a - b);
  const best = blocks.find(enough);
  const none = [...tried.values()].includes(null);
  const at = none ? blocks[0] : (best ?? blocks.at(-1));
  const outcome = none ? '*' : best === undefined ? 'beyond' : tried.has(best - 1) ? 'enough' : 'smallest';
  return { at: at ?? 0, outcome, figure: tried.get(at ?? 0), less: tried.get((best ?? 0) - 1) };
}

const SPARE: Facts<Tried> = {
  spare_found(of) {
    const { at, outcome, figure, less } = spareOf(of);
    if (outcome === '*') return { outcome };
    return {
      ...{ outcome, blocks: at, spare: 1 - 60 / at, figure: figure ?? Number.NaN, wanted: of.wanted },
      ...(outcome === 'enough' && { less: less ?? Number.NaN }),
    };
  },
  spare_not_steady: (of) => (of.repeated.reached === false && spareOf(of).outcome !== '*' ? {} : null),
  spare_short(of) {
    const { at, outcome } = spareOf(of);
    const spare = 8 * at - 480;
    const writes = of.repeated.passWrites;
    return outcome !== '*' && writes !== null && writes < 2 * spare ? { writes, spare } : null;
  },
  spare_uneven(of) {
    if (spareOf(of).outcome !== 'enough') return null;
    const runs = [...of.tried].toSorted(([a], [b]) => a - b) as [number, number][];
    const pairs = runs.flatMap(([fewer, less], i) =>
      runs.slice(i + 1).map(([more, its]) => ({ fewer, more, times: its / less })),
    );
    const most = Math.max(...pairs.map(({ times }) => times));
    // Several pairs may differ as much.
    return most > 1.05 ? {} : null;
  },
};

test('how much spare space is enough is said of the devices that were run', async () => {
  const amplification = fc.oneof(fc.integer({ min: 90, max: 400 }), fc.constant(null));
  fc.assert(
    fc.property(
      fc.array(amplification, { minLength: 7, maxLength: 7 }),
      fc.integer({ min: 100, max: 400 }),
      fc.boolean(),
      fc.boolean(),
      fc.record({
        reached: fc.constantFrom(true, false, null),
        passWrites: fc.option(fc.integer({ min: 1, max: 3000 })),
      }),
      (drawn, wanted, falling, reads, repeated) => {
        const tried = new Map<number, number | null>();
        const of = (blocks: number): SpareRun => {
          const steps = falling ? 2 + 100 / (blocks - 60) : (drawn[blocks % 7] ?? 150) / 100;
          const value = reads ? null : steps;
          tried.set(blocks, value);
          const { reached, passWrites } = repeated;
          const steady =
            reached === null ? null : { reached, window: 3, passes: 1, before: 2, amplification: 2 };
          return { blocks, spare: 1 - 60 / blocks, amplification: value, steady, passWrites };
        };
        const runs: SpareRun[] = [];
        let next: number | SpareFound = nextOf(fewest, DEVICE, wanted / 100, runs);
        while (typeof next === 'number') {
          runs.push(of(next));
          next = nextOf(fewest, DEVICE, wanted / 100, runs);
        }
        hold(spareSentences(next), SPARE, { wanted: wanted / 100, tried, repeated });
      },
    ),
    { numRuns: 400 },
  );
  expect(unmet(SPARE)).toEqual([]);
});

test('the window of a figure is that of its run', () => {
  const windows: Facts<SpareRun> = {
    spare_window: ({ steady }): Figures =>
      steady ? { of: steady.reached ? 'steady' : 'last', n: steady.window } : { of: '*' },
  };
  for (const reached of [true, false, null]) {
    const steady = reached === null ? null : { reached, window: 12, passes: 1, before: 2, amplification: 2 };
    const run: SpareRun = { blocks: 70, spare: 0.1, amplification: 2, steady, passWrites: null };
    hold([windowText(run)], windows, run);
  }
});

/** Of times the least is the best, of bandwidth the most. */
interface Cells {
  cells: readonly Counted[];
  figure: Figure;
}

/** The figure in µs, or in MB/s. */
const figureIn = ({ report }: Counted, figure: Figure) =>
  figure === 'parallel.bandwidth_mb_s'
    ? Number(report.parallel?.bandwidth_mb_s)
    : figure === 'parallel.span_us'
      ? Number(report.parallel?.span_us)
      : figure === 'response_us.mean'
        ? report.response_us.mean
        : figure === 'response_us.p99'
          ? report.response_us.p99
          : Number(report.write_amplification);

function ends({ cells, figure }: Cells) {
  const values = cells.map((cell) => figureIn(cell, figure));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return figure === 'parallel.bandwidth_mb_s' ? { best: most, worst: least } : { best: least, worst: most };
}

/** The cell that a sentence names. */
const place = (value: number, { cells, figure }: Cells): Figures => {
  const there = cells.filter((cell) => figureIn(cell, figure) === value);
  return there.length === 1 ? { channels: Number(there[0]?.channels), depth: Number(there[0]?.depth) } : {};
};
const valueShown = (value: number, figure: Figure) =>
  figure === 'parallel.bandwidth_mb_s' ? `${value.toFixed(1)} MB/s` : value;
const NAMES: Record<Figure, string> = {
  'parallel.span_us': 'Time until all are done',
  'response_us.mean': 'Response time, mean',
  'response_us.p99': 'Response time, p99',
  'parallel.bandwidth_mb_s': 'Bandwidth',
  write_amplification: 'Write ampl.',
};

const GRID: Facts<Cells> = {
  grid_same(of) {
    const { best, worst } = ends(of);
    return best === worst ? { value: valueShown(best, of.figure) } : null;
  },
  grid_best(of) {
    const { best, worst } = ends(of);
    if (best === worst) return null;
    return { figure: NAMES[of.figure], value: valueShown(best, of.figure), ...place(best, of) };
  },
  grid_worst(of) {
    const { best, worst } = ends(of);
    return best === worst ? null : { value: valueShown(worst, of.figure), ...place(worst, of) };
  },
  grid_amplification({ cells, figure }) {
    const all = cells.map(({ report }) => Number(report.write_amplification));
    const [least, most] = [Math.min(...all), Math.max(...all)];
    const apart = figure !== 'write_amplification' && most > 1.05 * least;
    return apart ? { least, most } : null;
  },
  grid_arrivals({ cells, figure }) {
    const us = cells[0]?.report.arrivals_us;
    const bound = figure === 'parallel.span_us' || figure === 'parallel.bandwidth_mb_s';
    return bound && us !== undefined ? { time: us } : null;
  },
  grid_enough(of) {
    const { best, worst } = ends(of);
    const bandwidth = of.figure === 'parallel.bandwidth_mb_s';
    const near = of.cells.filter((cell) => {
      const value = figureIn(cell, of.figure);
      return bandwidth ? best <= 1.05 * value : value <= 1.05 * best;
    });
    const [first] = near.toSorted((a, b) => a.channels - b.channels || a.depth - b.depth);
    const ties = near.filter((cell) => figureIn(cell, of.figure) === best);
    // The first of the best is the best.
    if (best === worst || !first || ties.includes(first)) return null;
    const value = valueShown(figureIn(first, of.figure), of.figure);
    return { channels: first.channels, depth: first.depth, value };
  },
};

test('the best, the worst and the least that is about as good are those of the grid', () => {
  const figures = Object.keys(NAMES) as Figure[];
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 100, max: 110 }), fc.integer({ min: 100, max: 900 })), {
        minLength: 20,
        maxLength: 20,
      }),
      fc.constantFrom(...figures),
      fc.boolean(),
      fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
      (drawn, figure, same, seconds) => {
        const timed = seconds === undefined ? {} : { arrivals_us: seconds * 1e6 };
        const cells = CHANNELS.flatMap((channels, row) =>
          DEPTHS.map((depth, column): Counted => {
            const ms = same ? 300 : Number(drawn[4 * row + column]);
            const report = {
              response_us: { mean: ms * 1e3, p99: ms * 1e3 },
              parallel: { span_us: ms * 1e3, bandwidth_mb_s: ms },
              write_amplification: ms / 100,
              ...timed,
            };
            return { channels, depth, report: report as Report };
          }),
        );
        hold(gridSentences(cells, figure), GRID, { cells, figure });
      },
    ),
    { numRuns: 400 },
  );
  expect(unmet(GRID)).toEqual([]);
});

const hours = (n: number) => `${n.toPrecision(3)} hours`;
const LIFETIME: Facts<Lifetime> = {
  lifetime_of(of) {
    if (typeof of.lasting === 'string') return null;
    const clock = ['arrivals', 'served', 'at_once'].includes(of.clock) ? of.clock : '*';
    const timed = clock === 'arrivals' || clock === 'served';
    return { clock, window: windowOf(of), ...(timed && { time: hours((of.seconds ?? 0) / 3600) }) };
  },
  lifetime_none: (of) =>
    typeof of.lasting === 'string'
      ? { window: windowOf(of), why: of.lasting === 'nothing_written' ? of.lasting : '*' }
      : null,
};
const windowOf = ({ steady }: Lifetime) =>
  steady === null
    ? 'Of all requests that count'
    : steady.reached
      ? `Of window ${steady.window}, which is steady`
      : `Of window ${steady.window}, the last; it is not steady`;

test('a lifetime says the window and the time that it is of, and why the equation differs', () => {
  const lasts = { erases: 4, passes: 750, erasesPerDay: 48, years: 0.17 };
  const lasting = fc.oneof(
    fc.record({ share: fc.integer({ min: 10, max: 99 }), hu: fc.integer({ min: 10, max: 99 }) }),
    fc.constantFrom('nothing_written' as const, 'nothing_erased' as const),
  );
  fc.assert(
    fc.property(
      lasting,
      fc.constantFrom('arrivals' as const, 'served' as const, 'none' as const, 'at_once' as const),
      fc.constantFrom(true, false, null),
      fc.integer({ min: 3, max: 40 }),
      (drawn, clock, reached, n) => {
        const shares = typeof drawn === 'string' ? null : drawn;
        const of: Lifetime = {
          ...{ cycles: 3000, erases: 400, blocks: 100, hostBytes: 2e8, seconds: n * 3600, clock },
          ...{ writeAmplification: 2, smartWriteAmplification: 2 },
          steady: reached === null ? null : { reached, window: n, passes: 1, before: 2, amplification: 2 },
          lasting:
            shares === null
              ? (drawn as 'nothing_written')
              : {
                  ...{ mean: lasts, most: lasts, terabytes: 1, driveWrites: 1, driveWritesPerDay: 1 },
                  share: shares.share / 100,
                  hu: { passes: 1, years: 1, terabytes: 1, share: shares.hu / 100 },
                },
        };
        hold(lifetimeSentences([{ name: 'Page', seeds: 1, lifetime: of }]), LIFETIME, of);
        if (!shares) return;
        const why: Facts<typeof shares> = {
          lifetime_hu_why: ({ share, hu }) => ({ share: share / 100, hu: hu / 100, times: share / hu }),
        };
        hold([huText('Page', of.lasting as Lasting)], why, shares);
      },
    ),
    { numRuns: 400 },
  );
  expect(unmet(LIFETIME)).toEqual([]);
});

interface Programmed {
  host: number;
  all: number;
  /** Pages in the blocks that were erased. */
  erased: number;
}
const FRESH: Facts<Programmed> = {
  lifetime_fresh: ({ all, erased }) =>
    all - erased > 0.05 * all ? { names: 'Page', share: (all - erased) / all } : null,
};

test('a lifetime says how much was programmed into blocks that were free before', () => {
  const lasts = { erases: 4, passes: 750, erasesPerDay: 48, years: 0.17 };
  fc.assert(
    fc.property(
      fc.record({
        host: fc.integer({ min: 100, max: 900 }),
        all: fc.integer({ min: 1000, max: 2000 }),
        erased: fc.integer({ min: 100, max: 2000 }),
      }),
      (of) => {
        const { host, all, erased } = of;
        const lifetime: Lifetime = {
          ...{ cycles: 3000, erases: 400, blocks: 100, hostBytes: 2e8, seconds: 9, clock: 'arrivals' },
          ...{ writeAmplification: all / host, smartWriteAmplification: 2, steady: null },
          lasting: {
            ...{ mean: lasts, most: lasts, terabytes: 1, driveWrites: 1, driveWritesPerDay: 1 },
            share: host / erased,
            hu: { passes: 1, years: 1, terabytes: 1, share: 0.5 },
          },
        };
        hold(freshTexts([{ name: 'Page', seeds: 1, lifetime }]), FRESH, of);
      },
    ),
    { numRuns: 400 },
  );
  expect(unmet(FRESH)).toEqual([]);
});

const ADDRESSES: Facts<Ledger> = {
  addresses_none: ({ all }) => (all.copies === 0 ? { writes: all.writes } : null),
  addresses_all: ({ all, copied_pages: pages }) =>
    all.copies > 0 ? { copies: all.copies, pages, writes: all.writes } : null,
  addresses_hot({ all, copied_pages: copied, hot: [first] }) {
    if (all.copies === 0 || !first) return null;
    return { share: first.copies, pages: first.pages, of: first.pages / copied };
  },
  addresses_translation: ({ all, translation: { total } }) =>
    all.copies > 0 && total > 0 ? { programs: total } : null,
};

test('copies, their pages and how few have most of them are those of the ledger', () => {
  const count = fc.oneof(fc.constant(0), fc.integer({ min: 4, max: 1e6 }));
  fc.assert(
    fc.property(count, count, count, fc.boolean(), (copies, writes, translation, hot) => {
      const pages = Math.max(1, Math.ceil(copies / 3));
      const ledger = {
        ...{ all: { copies, writes }, copied_pages: pages, translation: { total: translation } },
        hot: hot ? [{ copies: 0.5, pages: Math.ceil(pages / 4) }] : [],
      };
      hold(addressSentences(ledger as unknown as Ledger), ADDRESSES, ledger as unknown as Ledger);
    }),
    { numRuns: 400 },
  );
  expect(unmet(ADDRESSES)).toEqual([]);
});
