import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { numberAt } from '../../../model/scenario/document';
import type { BatchComparison } from '../../../state/plans/batch-compare';

/** Of a run with several seeds: which one it is about. */
export function OwnSeed({ run }: { run: BatchComparison | undefined }) {
  if (run?.stage.is !== 'done' || run.stage.seeds.length === 0) return null;
  const seed = integer(numberAt(run.variant.scenario, 'seed', 1));
  return <p className="quiet">{m.batch_why_own_seed({ seed })}</p>;
}
