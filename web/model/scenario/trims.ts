/** Trims of a workload, and a device that ignores them. */
import type { Statistics } from '../../protocol/generated/Statistics';
import { getAt, kindOf, numberAt, type ScenarioDocument, setAt } from './document';

/** Whether the workload may trim. `statistics`: of its trace, if that is known. */
export function hasTrims(document: ScenarioDocument, statistics: Statistics | null): boolean {
  switch (kindOf(document, 'workload')) {
    case 'trace':
      return statistics === null || statistics.trims > 0;
    case 'ops':
      return /(^|[\s,])t/i.test(String(getAt(document, 'workload.ops') ?? ''));
    default:
      return numberAt(document, 'workload.trim_fraction', 0) > 0;
  }
}

export function ignoresTrims(document: ScenarioDocument): boolean {
  return getAt(document, 'workload.ignore_trims') === true;
}

export function ignoringTrims(document: ScenarioDocument, ignored: boolean): ScenarioDocument {
  return setAt(document, 'workload.ignore_trims', ignored ? true : undefined);
}
