/** The figures of Desnoyers: write amplification against spare space, block size and skew, in closed form and run. */
import { decimal, percent, plain } from '../../../base/format';
import type { ChartSpec, Point, Series } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import type { Models } from '../../../protocol/models';
import {
  BLOCK_SIZES,
  HOT_PAGES,
  HOT_WRITES,
  NP,
  POOL_HOT_PAGES,
  POOL_SPARE,
  POOLS,
  poolSpot,
  printedAt,
  SKEW_SPARES,
  SPARES,
  type Spot,
  sizeSpot,
  skewSpot,
  spotJob,
  spotKey,
} from './desnoyers';
import type { Reading, Readings } from './experiment';
import { all, CLOSE, claimOf, type Figure, isNear, oursOf } from './figure';

/** `models`: `null` while they load; lines of closed forms are missing then. */
export function desnoyersFigures(models: Models | null, readings: Readings): Figure[] {
  return [spareFactor(models, readings), skew(models, readings), pools(models, readings)];
}

const alphaOf = (sf: number) => 1 / (1 - sf);

/** Eq. 4, 14, 15 or 16. */
function formOf(models: Models, { cleaning, sf, np, hot }: Spot): number {
  return models.writeAmplification(alphaOf(sf), cleaning === 'fifo' ? 0 : np, hot?.r ?? 1, hot?.f ?? 1);
}

/** How far a run is off its closed form. */
function residualOf(models: Models, spot: Spot, { amplification }: Reading): number {
  return amplification / formOf(models, spot) - 1;
}

/** The largest residual of those that were run, all of which there have to be. */
function worst(models: Models | null, spots: readonly Spot[], readings: Readings): number | undefined {
  const residuals = spots.map((spot) => {
    const reading = readings(spotKey(spot));
    return reading && models ? Math.abs(residualOf(models, spot, reading)) : undefined;
  });
  return residuals.includes(undefined) ? undefined : Math.max(...(residuals as number[]));
}

const closeClaim = (equation: string, residual: number | undefined) =>
  claimOf(
    m.sources_desnoyers_form({ equation, share: percent(CLOSE) }),
    residual,
    (residual) => m.sources_desnoyers_worst({ share: percent(residual, 2) }),
    (residual) => residual <= CLOSE,
  );

const residualChart = (name: string, x: ChartSpec['x'], series: Series[]): ChartSpec => ({
  ...{ name, x, y: { name: '', from: -CLOSE, show: (share) => percent(share, 1) } },
  series,
});

function spareFactor(models: Models | null, readings: Readings): Figure {
  const spots = BLOCK_SIZES.flatMap((size) => SPARES.map((sf) => sizeSpot(size, sf)));
  const x = { name: 'Sf', scale: 'linear' } as const;
  const nameOf = (size: (typeof BLOCK_SIZES)[number]) => (size === null ? 'LRU' : `Np ${size}`);
  const runs = (size: (typeof BLOCK_SIZES)[number]) =>
    SPARES.map((sf) => ({ x: sf, job: spotJob(sizeSpot(size, sf)) }));
  const forms = BLOCK_SIZES.map(
    (size, colour): Series => ({
      ...{ name: nameOf(size), whose: m.sources_form(), origin: 'form', colour },
      points: models ? lineOf(0.05, 0.23, SPARES, (sf) => formOf(models, sizeSpot(size, sf))) : [],
    }),
  );
  const ours = BLOCK_SIZES.map((size, colour) =>
    oursOf(
      { name: nameOf(size), whose: m.sources_ours(), colour },
      runs(size),
      readings,
      ({ amplification }) => amplification,
    ),
  );
  const printed = [
    [64, 'greedy', 1],
    [null, 'fifo', 3],
  ] as const;
  const told = printed.map(
    ([size, cleaning, colour]): Series => ({
      ...{ name: nameOf(size), whose: m.sources_paper(), origin: 'source', colour },
      points: SPARES.flatMap((sf) => {
        const y = printedAt(cleaning, sf);
        return y === undefined ? [] : [{ x: sf, y }];
      }),
    }),
  );
  const off = printed.flatMap(([size, cleaning]) =>
    SPARES.flatMap((sf) => {
      const [y, reading] = [printedAt(cleaning, sf), readings(spotKey(sizeSpot(size, sf)))];
      return y === undefined ? [] : [reading && Math.abs(reading.amplification / y - 1)];
    }),
  );
  const gap = (sf: number) => {
    const [wide, lru] = [256, null].map((size) => readings(spotKey(sizeSpot(size as 256 | null, sf))));
    return wide && lru ? 1 - wide.amplification / lru.amplification : undefined;
  };
  return {
    id: 'desnoyers-4',
    title: m.sources_desnoyers_4(),
    about: m.sources_desnoyers_4_about(),
    jobs: spots.map(spotJob),
    charts: [
      { name: m.sources_amplification(), x, y: { name: '' }, series: [...forms, ...ours, ...told] },
      residualChart(
        m.sources_residual(),
        x,
        models
          ? BLOCK_SIZES.map((size, colour) =>
              oursOf(
                { name: nameOf(size), whose: m.sources_ours(), colour },
                runs(size),
                readings,
                (reading, sf) => residualOf(models, sizeSpot(size, sf), reading),
              ),
            )
          : [],
      ),
    ],
    claims: [
      closeClaim('4, 12', worst(models, spots, readings)),
      claimOf(
        m.sources_desnoyers_4_printed(),
        off.includes(undefined) ? undefined : Math.max(...(off as number[])),
        (most) => m.sources_desnoyers_worst({ share: percent(most, 2) }),
        (most) => most <= CLOSE,
      ),
      claimOf(
        m.sources_desnoyers_4_converges(),
        all(gap(0.05), gap(0.23)),
        ([low, high]) => m.sources_desnoyers_4_gap({ low: percent(low, 1), high: percent(high, 1) }),
        ([low, high]) => low > high && high < 0.02,
      ),
    ],
    why: m.sources_desnoyers_4_why(),
  };
}

function skew(models: Models | null, readings: Readings): Figure {
  const spots = SKEW_SPARES.flatMap((sf) =>
    HOT_PAGES.flatMap((f) => HOT_WRITES.map((r) => skewSpot(sf, r, f))),
  );
  const x = { name: 'r', scale: 'linear', from: 0 } as const;
  const charts = SKEW_SPARES.map(
    (sf): ChartSpec => ({
      name: m.sources_at_spare({ sf: decimal(sf) }),
      x,
      y: { name: '' },
      series: HOT_PAGES.flatMap((f, colour): Series[] => [
        {
          ...{ name: `f ${f}`, whose: m.sources_form(), origin: 'form', colour },
          points: models ? lineOf(f, 0.99, HOT_WRITES, (r) => formOf(models, skewSpot(sf, r, f))) : [],
        },
        oursOf(
          { name: `f ${f}`, whose: m.sources_ours(), colour },
          HOT_WRITES.map((r) => ({ x: r, job: spotJob(skewSpot(sf, r, f)) })),
          readings,
          ({ amplification }) => amplification,
        ),
      ]),
    }),
  );
  /** No skew, and the corner of the graph: it ends at r 0.98 and f 0.02, or its figures are of no corner of eq. 14. */
  const ends = (sf: number) =>
    models &&
    ([
      models.writeAmplification(alphaOf(sf), 0, 1, 1),
      models.writeAmplification(alphaOf(sf), 0, 0.98, 0.02),
    ] as const);
  const range = (sf: number, from: number, to: number) =>
    claimOf(
      m.sources_desnoyers_8_range({ sf: decimal(sf), from: plain(from), to: plain(to) }),
      ends(sf) ?? undefined,
      ([low, high]) => m.sources_desnoyers_8_ours({ from: plain(low), to: plain(high) }),
      ([low, high]) => isNear(low, from, CLOSE) && isNear(high, to, CLOSE),
    );
  return {
    id: 'desnoyers-8',
    title: m.sources_desnoyers_8(),
    about: m.sources_desnoyers_8_about(),
    jobs: spots.map(spotJob),
    charts,
    claims: [closeClaim('14', worst(models, spots, readings)), range(0.1, 5.2, 8.4), range(0.15, 3.5, 5.9)],
    why: m.sources_desnoyers_8_why(),
  };
}

/** What the text says of one pool and of the best division, at one mix; claims are held within so much of it. */
const TOLD = { r: 0.9, f: 0.05, greedy: 6.24, optimal: 1.86, within: 0.02 };
/** "About 9%" above is so much at most. */
const ABOUT_9 = 0.1;

function pools(models: Models | null, readings: Readings): Figure {
  const names = {
    greedy: m.sources_pool_greedy(),
    cat_log2: m.sources_pool_log2(),
    cat_linear: m.sources_pool_linear(),
    optimal: m.sources_pool_optimal(),
  };
  const spots = POOL_HOT_PAGES.flatMap((f) =>
    POOLS.flatMap((pool) => HOT_WRITES.map((r) => poolSpot(pool, r, f))),
  );
  const reading = (pool: (typeof POOLS)[number], r: number, f: number) =>
    readings(spotKey(poolSpot(pool, r, f)));
  const charts = POOL_HOT_PAGES.map((f): ChartSpec => {
    const forms: Series[] = models
      ? [
          {
            ...{ name: names.greedy, whose: m.sources_form(), origin: 'form', colour: 0 },
            points: lineOf(f, 0.99, HOT_WRITES, (r) => formOf(models, poolSpot('greedy', r, f))),
          },
          {
            ...{ name: names.optimal, whose: m.sources_form(), origin: 'form', colour: 3 },
            points: lineOf(
              f,
              0.99,
              HOT_WRITES,
              (r) => models.optimalSplit(alphaOf(POOL_SPARE), NP, r, f)?.amplification ?? Number.NaN,
            ),
          },
        ]
      : [];
    const ours = POOLS.map((pool, colour) =>
      oursOf(
        { name: names[pool], whose: m.sources_ours(), colour },
        HOT_WRITES.map((r) => ({ x: r, job: spotJob(poolSpot(pool, r, f)) })),
        readings,
        ({ amplification }) => amplification,
      ),
    );
    const told = (f === TOLD.f ? (['greedy', 'optimal'] as const) : []).map(
      (pool): Series => ({
        ...{ name: names[pool], whose: m.sources_text(), origin: 'source', colour: POOLS.indexOf(pool) },
        points: [{ x: TOLD.r, y: TOLD[pool] }],
      }),
    );
    return {
      name: m.sources_at_hot({ f: decimal(f) }),
      x: { name: 'r', scale: 'linear', from: 0 },
      y: { name: '', from: 1 },
      series: [...forms, ...ours, ...told],
    };
  });
  /** The most of one, as a share of the other. */
  const most = (pool: (typeof POOLS)[number], than: (typeof POOLS)[number]) => {
    const shares = POOL_HOT_PAGES.flatMap((f) =>
      HOT_WRITES.map((r) => {
        const [one, other] = [reading(pool, r, f), reading(than, r, f)];
        return one && other ? one.amplification / other.amplification : undefined;
      }),
    );
    return shares.includes(undefined) ? undefined : Math.max(...(shares as number[]));
  };
  const spoken = (pool: 'greedy' | 'optimal', says: (values: { share: string }) => string) =>
    claimOf(
      says({ share: percent(TOLD.within) }),
      reading(pool, TOLD.r, TOLD.f),
      ({ amplification }) => decimal(amplification),
      ({ amplification }) => isNear(amplification, TOLD[pool], TOLD.within),
    );
  return {
    id: 'desnoyers-11',
    title: m.sources_desnoyers_11(),
    about: m.sources_desnoyers_11_about(),
    jobs: spots.map(spotJob),
    charts,
    claims: [
      spoken('greedy', m.sources_desnoyers_11_mixed),
      spoken('optimal', m.sources_desnoyers_11_apart),
      claimOf(
        m.sources_desnoyers_11_linear({ share: percent(ABOUT_9) }),
        most('cat_linear', 'optimal'),
        (share) => m.sources_desnoyers_11_over({ share: percent(share - 1, 1) }),
        (share) => share <= 1 + ABOUT_9,
      ),
      claimOf(
        m.sources_desnoyers_11_log2(),
        most('cat_log2', 'greedy'),
        (share) => m.sources_desnoyers_11_log2_ours({ share: percent(share) }),
        (share) => share > 1,
      ),
    ],
    why: m.sources_desnoyers_11_why(),
  };
}

/** A curve of a closed form, through the values `also` of x; where it has no answer, no point. */
function lineOf(from: number, to: number, also: readonly number[], value: (x: number) => number): Point[] {
  const steps = Array.from({ length: 41 }, (_, step) => from + ((to - from) * step) / 40);
  const all = [...steps, ...also].sort((a, b) => a - b);
  return all.flatMap((x) => {
    const y = value(x);
    return Number.isFinite(y) ? [{ x, y }] : [];
  });
}
