import { owing } from '../../model/amplification';
import type { Preset } from '../../model/plans/batch-compare';
import type { BatchComparison } from '../../state/plans/batch-compare';

/** Whether a preset is about how soon requests are answered, and not about what they cost flash. */
function isOfHost(preset: Preset): boolean {
  return preset === 'schedulers' || preset === 'channels' || preset === 'depths';
}

/**
 * By what runs are ranked: erases (`flash`), the mean response time (`host`), or the write amplification with the write buffer written
 * out (`owed`). Where a buffer still owes pages, erases leave out the work that these pages cost. Where no run erases a block, as
 * none does of a trace that only reads, response times are left to distinguish the runs.
 */
export type By = 'flash' | 'host' | 'owed';

export function byOf(runs: readonly BatchComparison[], preset: Preset): By {
  if (isOfHost(preset)) return 'host';
  if (runs.some(owes)) return 'owed';
  const reports = runs.flatMap(({ stage }) => (stage.is === 'done' ? stage.report : []));
  const erased = reports.length === 0 || reports.some(({ flash }) => flash.erases.total > 0);
  return erased ? 'flash' : 'host';
}

/** Whether pages that are in the write buffer at the end change the write amplification. */
export function owes({ stage }: BatchComparison): boolean {
  return stage.is === 'done' && owing(stage.report) !== null;
}
