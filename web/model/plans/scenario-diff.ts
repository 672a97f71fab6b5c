/** The difference between two simulations that run side by side: for their names. */
import { kindOf, knownDocument, numberAt, type ScenarioDocument } from '../scenario/document';
import { schedulerOf } from './batch-compare-host';

export type ScenarioDiff =
  /** Kinds of FTLs, write buffers (`none` where there is none), schedulers. */
  | { by: 'ftl' | 'buffer' | 'scheduler'; values: [left: string, right: string] }
  | { by: 'channels' | 'queue_depth'; values: [left: number, right: number] };

/** The first of these in which two canonical scenarios differ; `null`: something else, or nothing. */
export function scenarioDiff(left: string, right: string): ScenarioDiff | null {
  const [a, b] = [left, right].map((text) => knownDocument(text) ?? {}) as [
    ScenarioDocument,
    ScenarioDocument,
  ];
  const kinds = (of: (document: ScenarioDocument) => string): [string, string] => [of(a), of(b)];
  const counts = (path: string): [number, number] => [numberAt(a, path, 1), numberAt(b, path, 1)];
  const all: ScenarioDiff[] = [
    { by: 'ftl', values: kinds((document) => kindOf(document, 'ftl')) },
    { by: 'buffer', values: kinds((document) => kindOf(document, 'buffer')) },
    { by: 'scheduler', values: kinds(schedulerOf) },
    { by: 'channels', values: counts('host.channels') },
    { by: 'queue_depth', values: counts('host.queue_depth') },
  ];
  return all.find(({ values: [one, other] }) => one !== other) ?? null;
}
