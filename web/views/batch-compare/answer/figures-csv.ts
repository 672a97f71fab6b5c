/** A comparison as a table, with the intervals of its differences: the lines that `ftl-lab compare --csv` prints. */
import { csvFormatRows } from 'd3-dsv';
import { noFormula } from '../../../base/save';
import type { Preset } from '../../../model/plans/batch-compare';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { variantName } from '../words';
import { figureOf } from './samples';
import { between, MEASURES, type Measure, RATIOS, steadyWithSeeds } from './sure-words';

const KEYS: Record<Measure, string> = {
  wa: 'write_amplification',
  erases: 'erases_per_1000_page_writes',
  service: 'mean_service_us',
  response: 'mean_response_us',
};

type Cell = string | number | boolean | null;

/** A figure of a run, and by how much it is more than the baseline's; `null`: it is none, or none is known. */
export type FigureLine = Record<(typeof HEAD)[number], Cell>;

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
  'scenario_hash',
  'trace_hash',
] as const;

/** Of runs that are done, a line for each figure of each; numbers as they are, not as they are shown. */
export function figureLines(
  runs: readonly BatchComparison[],
  preset: Preset,
  baseline: BatchComparison,
  traceHash: string | null,
): FigureLine[] {
  return runs.flatMap((run) =>
    MEASURES.map((measure): FigureLine => {
      const value = figureOf(run, RATIOS[measure]);
      return {
        run: variantName(run.variant, preset),
        figure: KEYS[measure],
        value: Number.isFinite(value) ? value : null,
        ...differenceOf(run, baseline, measure),
        ...settledAt(run),
        scenario_hash: scenarioHash(run),
        trace_hash: traceHash,
      };
    }),
  );
}

export function figuresCsv(lines: readonly FigureLine[]): string {
  const cells = ({ run, ...line }: FigureLine) => ({ ...line, run: noFormula(String(run)) });
  const rows = lines.map(cells).map((line) => HEAD.map((head) => String(line[head] ?? '')));
  return `${csvFormatRows([[...HEAD], ...rows])}\n`;
}

/** Of a run of several seeds, that with the scenario's own. */
export function scenarioHash({ stage }: BatchComparison): string | null {
  return stage.is === 'done' ? (stage.seeds[0] ?? stage.report).scenario_hash : null;
}

const NO_DIFFERENCE = {
  ...{ difference: null, low: null, high: null, by: null },
  ...{ pairs: null, independent: null, why_not: null },
};

function differenceOf(run: BatchComparison, baseline: BatchComparison, measure: Measure) {
  if (run === baseline) return NO_DIFFERENCE;
  const gap = between(run, baseline, measure);
  if (typeof gap === 'string')
    return { ...NO_DIFFERENCE, by: bothSeeds(run, baseline) ? 'seeds' : 'windows', why_not: gap };
  const { mean: difference, low, high, by, pairs, independent } = gap;
  return { difference, low, high, by, pairs, independent, why_not: null };
}

function bothSeeds(...runs: readonly BatchComparison[]): boolean {
  return runs.every(({ stage }) => stage.is === 'done' && stage.seeds.length > 0);
}

/** The window that a run is of, and whether it is steady with every seed. */
function settledAt(run: BatchComparison): { window: number | null; steady: boolean | null } {
  if (run.stage.is !== 'done') return { window: null, steady: null };
  const { report, seeds } = run.stage;
  const { steady } = seeds[0] ?? report;
  if (steady) return { window: steady.window, steady: report.steady?.reached ?? steady.reached };
  return { window: null, steady: steadyWithSeeds(run) };
}
