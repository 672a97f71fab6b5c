/** The comparison as results that can be had again. */
import { m } from '../../i18n/compiled/messages.js';
import { withSeed } from '../../model/plans/interval';
import {
  type Result,
  resultFile,
  type TraceRead,
  textOfResult,
  traceRead,
} from '../../model/saved/result-file';
import { numberAt } from '../../model/scenario/document';
import type { LabState } from '../../state/lab/lab';
import type { BatchState } from '../../state/plans/batch-compare';
import { canonical } from '../../state/results';
import { figureLines } from './answer/figures-csv';
import { variantName } from './words';

export const RESULT_NAME = 'comparison.result.json';

export function resultsOf({ runs, preset }: BatchState): Result[] {
  return runs.flatMap(({ variant, stage }): Result[] => {
    const name = variantName(variant, preset);
    if (stage.is === 'done' && stage.seeds.length > 0)
      return stage.seeds.map((outcome, i) => {
        const scenario = withSeed(variant.scenario, i);
        return {
          name: m.batch_run_seed({ name, seed: String(numberAt(scenario, 'seed', 1)) }),
          scenario,
          outcome,
        };
      });
    if (stage.is === 'done') return [{ name, scenario: variant.scenario, outcome: stage.report }];
    return stage.is === 'failed' ? [{ name, scenario: variant.scenario, outcome: stage.failure }] : [];
  });
}

export function namedIn({ base }: BatchState): TraceRead[] {
  return base?.trace ? [traceRead(base.trace.named, base.trace.summary.import)] : [];
}

/** The table of the figures beside the runs, each difference to the first run. */
function differencesOf({ runs, preset, base }: BatchState) {
  const done = runs.filter(({ stage }) => stage.is === 'done');
  const [baseline] = done;
  if (!baseline || done.length < 2) return {};
  const differences = figureLines(done, preset, baseline, base?.trace?.named.hash ?? null);
  return { baseline: variantName(baseline.variant, preset), differences };
}

export async function resultText(lab: LabState, state: BatchState): Promise<string> {
  const results = await canonical(lab, resultsOf(state));
  const file = resultFile(__ENGINE_VERSION__, namedIn(state), results);
  return textOfResult({ ...file, ...differencesOf(state) });
}
