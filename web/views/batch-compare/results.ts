/** The comparison as results that can be had again. */
import { m } from '../../i18n/compiled/messages.js';
import { withSeed } from '../../model/plans/interval';
import { type Result, resultFile, textOfResult } from '../../model/saved/result-file';
import type { TraceNamed } from '../../model/saved/share';
import { numberAt } from '../../model/scenario/document';
import type { LabState } from '../../state/lab/lab';
import type { BatchState } from '../../state/plans/batch-compare';
import { canonical } from '../../state/results';
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

export function namedIn({ base }: BatchState): TraceNamed[] {
  return base?.trace ? [base.trace.named] : [];
}

export async function resultText(lab: LabState, state: BatchState): Promise<string> {
  const results = await canonical(lab, resultsOf(state));
  return textOfResult(resultFile(__ENGINE_VERSION__, namedIn(state), results));
}
