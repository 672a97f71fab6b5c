/** A comparison as a table, with the intervals of its differences: the lines that `ftl-lab compare --csv` prints. */
import { csvFormatRows } from 'd3-dsv';
import { noFormula } from '../../../base/save';
import type { Preset } from '../../../model/plans/batch-compare';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';
import { figureOf } from './samples';
import { between, MEASURES, type Measure, RATIOS, steadyOf } from './sure-words';

const HEAD = [
  'run',
  'figure',
  'value',
  'difference',
  'low',
  'high',
  'by',
  'pairs',
  'independent',
  'why_not',
  'window',
  'steady',
] as const;

const KEYS: Record<Measure, string> = {
  wa: 'write_amplification',
  erases: 'erases_per_1000_page_writes',
  service: 'mean_service_us',
  response: 'mean_response_us',
};

/** Of runs that are done, a line for each figure of each; numbers as they are, not as they are shown. */
export function figuresCsv(
  runs: readonly BatchComparison[],
  preset: Preset,
  baseline: BatchComparison,
): string {
  const lines = runs.flatMap((run) =>
    MEASURES.map((measure) => {
      const value = figureOf(run, RATIOS[measure]);
      const name = noFormula(variantName(run.variant, preset));
      const figure = [name, KEYS[measure], Number.isFinite(value) ? String(value) : ''];
      return [...figure, ...differenceOf(run, baseline, measure), ...settledAt(run)];
    }),
  );
  return `${csvFormatRows([[...HEAD], ...lines])}\n`;
}

function differenceOf(run: BatchComparison, baseline: BatchComparison, measure: Measure): string[] {
  if (run === baseline) return ['', '', '', '', '', '', ''];
  const gap = between(run, baseline, measure);
  if (typeof gap === 'string')
    return ['', '', '', bothSeeds(run, baseline) ? 'seeds' : 'windows', '', '', gap];
  const { mean, low, high, by, pairs, independent } = gap;
  return [...[mean, low, high].map(String), by, String(pairs), String(independent), ''];
}

function bothSeeds(...runs: readonly BatchComparison[]): boolean {
  return runs.every(({ stage }) => stage.is === 'done' && stage.seeds.length > 0);
}

/** The window that a run is of, and whether it is steady: over seeds that is known of windows that were found alone. */
function settledAt(run: BatchComparison): [window: string, steady: string] {
  if (run.stage.is !== 'done') return ['', ''];
  const { report, seeds } = run.stage;
  const { steady } = seeds[0] ?? report;
  if (steady) return [String(steady.window), String(report.steady?.reached ?? steady.reached)];
  return ['', seeds.length > 0 ? '' : String(steadyOf(run)?.steady ?? '')];
}
