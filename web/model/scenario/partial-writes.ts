/** A trace whose writes may cover pages in part: whether these are read first, and the same scenario with the other setting. */
import { getAt, type ScenarioDocument, setAt } from './document';

/** `null` where the workload is no trace: its requests are of whole pages. */
export function readsFirst(document: ScenarioDocument): boolean | null {
  if (getAt(document, 'workload.kind') !== 'trace') return null;
  return getAt(document, 'workload.partial_writes') === 'read_first';
}

/** The other setting, everything else equal. */
export function otherParts(document: ScenarioDocument): ScenarioDocument {
  const next = readsFirst(document) ? undefined : 'read_first';
  return setAt(document, 'workload.partial_writes', next);
}
