/** The difference between two simulations that run side by side: for their names. */
import { getAt, kindOf, knownDocument, numberAt, type ScenarioDocument } from '../scenario/document';
import { schedulerOf } from './batch-compare-host';

export type ScenarioDiff =
  /** Kinds of FTLs, write buffers (`none` where there is none), schedulers. */
  | { by: 'ftl' | 'buffer' | 'scheduler'; values: [left: string, right: string] }
  | { by: 'channels' | 'queue_depth'; values: [left: number, right: number] }
  /** A choice of the form, by its path. */
  | { by: 'choice'; path: string; values: [left: string, right: string] }
  /** A number among the options of the FTL. */
  | { by: 'option'; name: string; values: [left: number, right: number] };

const CHOICES = [
  'workload.kind',
  'ftl.gc_policy',
  'ftl.cmt_policy',
  'ftl.hot_cold.classifier',
  'ftl.hot_cold.pool_choice',
  'precondition[0].kind',
  'device.timing',
];

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
    ...CHOICES.map((path): ScenarioDiff => ({ by: 'choice', path, values: kinds(choiceAt(path)) })),
    ...numbersOf(a, b),
  ];
  return all.find(({ values: [one, other] }) => one !== other && one !== '' && other !== '') ?? null;
}

/** With parameters it is an object, which has its name as `kind`. */
function choiceAt(path: string): (document: ScenarioDocument) => string {
  return (document) => {
    const found = getAt(document, path);
    const kind = found && typeof found === 'object' && !Array.isArray(found) ? found.kind : found;
    return typeof kind === 'string' ? kind : '';
  };
}

function numbersOf({ ftl: a }: ScenarioDocument, { ftl: b }: ScenarioDocument): ScenarioDiff[] {
  if (!a || !b || typeof a !== 'object' || typeof b !== 'object') return [];
  const other = b as Record<string, unknown>;
  return Object.entries(a).flatMap(([name, one]): ScenarioDiff[] => {
    const two = other[name];
    return typeof one === 'number' && typeof two === 'number'
      ? [{ by: 'option', name, values: [one, two] }]
      : [];
  });
}
