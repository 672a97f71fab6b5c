/** The effect of a change in the form on the document. Choosing a kind brings the fields of that kind. */
import {
  getAt,
  isObject,
  type Json,
  knownDocument,
  type ScenarioDocument,
  setAt,
  writeDocument,
} from '../../model/scenario/document';
import { FTLS, withFtl } from '../../model/schemes';
import { type Field, fieldsOf, typed } from './fields';

/** The text after `field` was set to what was typed. `trace` is the name of the imported trace. */
export function change(document: ScenarioDocument, field: Field, text: string, trace: string | null): string {
  const value = typed(text, field.input);
  let changed: ScenarioDocument;
  if (field.path === 'ftl.kind') changed = ofKind(document, text);
  else if (field.path === 'buffer.kind') changed = setAt(document, 'buffer', bufferOf(document, text));
  else if (field.path === 'workload.kind')
    changed = { ...document, workload: workloadOf(document, text, trace) };
  else if (field.path === 'precondition[0].kind') changed = preconditioned(document, text);
  else if (value === undefined && field.whole) changed = setAt(document, field.whole, undefined);
  else changed = setAt(document, field.path, value);
  if (field.instead && value !== undefined) changed = setAt(changed, field.instead, undefined);
  return writeDocument(changed);
}

function ofKind(document: ScenarioDocument, kind: string): ScenarioDocument {
  const known = FTLS.find((ftl) => ftl === kind);
  return known ? withFtl(document, known) : { ...document, ftl: { kind } };
}

/** A write buffer as large as the one before. */
function bufferOf(document: ScenarioDocument, kind: string): Json | undefined {
  if (kind === 'none') return undefined;
  const before = isObject(document.buffer) ? document.buffer : {};
  const capacity = before.capacity ?? 8;
  const buffer: ScenarioDocument = { kind, capacity };
  if (kind === 'cflru') buffer.window = Math.max(1, Math.floor(Number(capacity) / 2));
  if (before.battery_backed !== undefined) buffer.battery_backed = before.battery_backed;
  return buffer;
}

function workloadOf(document: ScenarioDocument, kind: string, trace: string | null): Json {
  const before = isObject(document.workload) ? document.workload : {};
  const requests = before.requests ?? 1000;
  switch (kind) {
    case 'ops':
      return { kind, ops: before.ops ?? 'w0 w1 w2 w3' };
    case 'trace':
      return { kind, path: trace ?? before.path ?? '', mapping: 'compact' };
    case 'hot_cold':
      return { kind, requests, r: 0.8, f: 0.2 };
    case 'zipf':
      return { kind, requests, theta: 0.99 };
    case 'streams':
      return { kind, requests, streams: 4 };
    case 'pattern':
      return { kind, requests, pattern: 'a' };
    case 'profile':
      return { kind, requests, profile: 'financial' };
    default:
      return { kind, requests };
  }
}

function preconditioned(document: ScenarioDocument, kind: string): ScenarioDocument {
  if (kind === 'none') return setAt(document, 'precondition', undefined);
  // A state given explicitly and a precondition exclude each other.
  return setAt(setAt(document, 'initial', undefined), 'precondition', [{ kind }]);
}

/** How many fields of the form differ between two texts; where a text is none that the form can show, 0 or 1. */
export function changesOf(before: string, after: string): number {
  const [old, now] = [knownDocument(before), knownDocument(after)];
  if (!old || !now) return before === after ? 0 : 1;
  const paths = new Set([...fieldsOf(old), ...fieldsOf(now)].map(({ path }) => path));
  const differs = (path: string) => JSON.stringify(getAt(old, path)) !== JSON.stringify(getAt(now, path));
  return Math.max([...paths].filter(differs).length, JSON.stringify(old) === JSON.stringify(now) ? 0 : 1);
}
