/** Hu's residual lifetime by the model and by erases that were counted, and how evenly blocks wear. */
import { integer, percent, plain } from '../../../base/format';
import type { Series } from '../../../chart/spec';
import { m } from '../../../i18n/compiled/messages.js';
import type { Readings } from './experiment';
import { all, claimOf, type Figure, isNear, linkTo, oursOf } from './figure';
import {
  erasesPerFill,
  LEVELING,
  modelErasesPerFill,
  RANGES,
  rangeJob,
  rangeKey,
  residual,
  residualBy,
  wearJob,
  wearKey,
} from './lifetime';

/** Of the chart: shares of the flash that hold data, and terabytes written. */
const DRAWN = [0.6, 0.8, 0.95];
const WRITTEN = [0, 10, 20, 30, 40, 50];

/** The model is one of averages: it is held to a tenth. */
const MODEL_NEAR = 0.1;

export function lifetimeFigure(readings: Readings): Figure {
  const perFill = (range: number) => {
    const reading = readings(rangeKey(range));
    return reading && erasesPerFill(reading);
  };
  const rangeOf = (range: number) => m.sources_hu_range({ range: percent(range) });
  const series = DRAWN.flatMap((range, colour): Series[] => {
    const [counted, job] = [perFill(range), rangeJob(range)];
    const link = linkTo(job, readings(job.key));
    return [
      {
        ...{ name: rangeOf(range), whose: m.sources_form(), origin: 'form', colour },
        points: WRITTEN.map((x) => ({ x, y: residual(x, range) })),
      },
      {
        ...{ name: rangeOf(range), whose: m.sources_ours(), origin: 'ours', colour },
        points:
          counted === undefined ? [] : WRITTEN.map((x) => ({ x, y: residualBy(x, range, counted), link })),
      },
    ];
  });
  const jobs = RANGES.map(rangeJob);
  const gain = (range: number) => {
    const counted = perFill(range);
    return counted === undefined ? undefined : modelErasesPerFill(range) / counted;
  };
  return {
    id: 'hu-4.5',
    title: m.sources_hu(),
    about: m.sources_hu_about(),
    jobs,
    charts: [
      {
        name: m.sources_hu_left(),
        x: { name: m.sources_hu_written(), scale: 'linear' },
        y: { name: '', show: (share) => percent(share) },
        series,
      },
      {
        name: m.sources_hu_erases(),
        x: { name: m.sources_hu_data(), show: (range) => percent(range) },
        y: { name: '' },
        series: [
          {
            ...{ name: m.sources_erases(), whose: m.sources_form(), origin: 'form', colour: 1 },
            points: RANGES.map((x) => ({ x, y: modelErasesPerFill(x) })),
          },
          oursOf(
            { name: m.sources_erases(), whose: m.sources_ours(), colour: 0 },
            jobs.flatMap((job, at) => [{ x: RANGES[at] ?? 0, job }]),
            readings,
            erasesPerFill,
          ),
        ],
      },
    ],
    claims: [
      claimOf(
        m.sources_hu_shape(),
        all(perFill(0.6), perFill(0.9)),
        ([low, high]) =>
          m.sources_hu_shape_ours({
            low: percent(residualBy(50, 0.6, low)),
            high: percent(residualBy(50, 0.9, high)),
          }),
        ([low, high]) => residualBy(50, 0.6, low) > 0.8 && high > 2 * low,
      ),
      claimOf(
        m.sources_hu_model({ share: percent(MODEL_NEAR) }),
        all(gain(0.5), gain(0.95)),
        ([low, high]) => m.sources_hu_model_ours({ low: plain(low), high: plain(high) }),
        ([low, high]) => isNear(low, 1, MODEL_NEAR) && isNear(high, 1, MODEL_NEAR),
      ),
    ],
    why: m.sources_hu_why(),
  };
}

/** Points of the distribution: so many erase counts each. */
const BIN = 8;

export function wearFigure(readings: Readings): Figure {
  const nameOf = (threshold: (typeof LEVELING)[number]) =>
    threshold === null ? m.sources_wear_off() : m.sources_wear_threshold({ threshold });
  const jobs = LEVELING.map(wearJob);
  const spread = (threshold: (typeof LEVELING)[number]) => {
    const counts = readings(wearKey(threshold))?.wear;
    return counts && counts.length - 1 - counts.findIndex((blocks) => blocks > 0);
  };
  return {
    id: 'wear',
    title: m.sources_wear(),
    about: m.sources_wear_about(),
    jobs,
    charts: [
      {
        name: m.sources_wear_chart(),
        x: { name: m.sources_wear_erases(), scale: 'linear' },
        y: { name: '', show: integer },
        series: LEVELING.map((threshold, colour): Series => {
          const [job, reading] = [wearJob(threshold), readings(wearKey(threshold))];
          const link = linkTo(job, reading);
          const bins = binned(reading?.wear ?? []).map((point) => ({ ...point, link }));
          return { ...{ name: nameOf(threshold), origin: 'ours', colour }, points: bins };
        }),
      },
    ],
    claims: [
      claimOf(
        m.sources_wear_says(),
        all(spread(null), spread(4)),
        ([off, on]) => m.sources_wear_ours({ off: integer(off), on: integer(on) }),
        ([off, on]) => on < off,
      ),
    ],
    why: m.sources_wear_why(),
  };
}

/** So many blocks in each bin, with the empty ones on either side. */
function binned(counts: readonly number[]): { x: number; y: number }[] {
  const bins = Array.from({ length: Math.ceil(counts.length / BIN) + 1 }, (_, bin) => ({
    x: bin * BIN,
    y: counts.slice(bin * BIN, (bin + 1) * BIN).reduce((sum, blocks) => sum + blocks, 0),
  }));
  return bins.slice(Math.max(0, bins.findIndex(({ y }) => y > 0) - 1));
}
