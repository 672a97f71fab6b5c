/**
 * Results that can be had again (SPEC 11.13): with each run its inputs. No dates and no times of the machine, so the same runs give the
 * same bytes. `ftl-lab reproduce` runs them again and compares; crates/cli/src/result.rs writes the same.
 */
import * as v from 'valibot';
import type { Failure } from '../../protocol/generated/Failure';
import type { ImportSummary } from '../../protocol/generated/ImportSummary';
import type { Position } from '../../protocol/generated/Position';
import type { Report } from '../../protocol/generated/Report';
import { isObject, parseDocument, type ScenarioDocument } from '../scenario/document';
import { type Shared, TraceNamed } from './share';

const KIND = 'ftl-lab result';
const FORMAT = 1;

export interface Result {
  /** The settings that distinguish it, in the page's language. */
  name: string;
  scenario: ScenarioDocument;
  /** Where it stopped; its end without it. */
  at?: Position | null;
  outcome: Report | Failure;
  /** Hash of the canonical scenario, where the outcome does not say it. */
  hash?: string;
}

export type ResultFile = ReturnType<typeof resultFile>;

/** The findings in the file of a trace, which the options do not say. */
type Read = Pick<
  ImportSummary,
  'format' | 'lines' | 'passed_lines' | 'skipped_lines' | 'requests' | 'left_out' | 'outside' | 'out_of_order'
> & { devices: string[] };

/** A trace as a result names it. */
export type TraceRead = TraceNamed & { read: Read };

export function traceRead(named: TraceNamed, found: ImportSummary): TraceRead {
  const { format, lines, passed_lines, skipped_lines, requests, left_out, outside, out_of_order } = found;
  const devices = found.devices.map(({ name }) => name);
  const counts = { lines, passed_lines, skipped_lines, requests, left_out, outside, out_of_order };
  return { ...named, read: { format, ...counts, devices } };
}

export function resultFile(engine: string, traces: readonly TraceRead[], results: readonly Result[]) {
  const runs = results.map(({ name, scenario, at = null, outcome, hash = null }) => {
    const { workload } = scenario;
    const path = isObject(workload) ? workload.path : null;
    const trace = traces.findIndex((named) => named.name === path);
    return {
      name,
      scenario_hash: 'scenario_hash' in outcome ? outcome.scenario_hash : hash,
      scenario,
      trace: trace === -1 ? null : trace,
      at,
      ...('scenario_hash' in outcome ? { report: outcome } : { failure: outcome }),
    };
  });
  return { kind: KIND, format: FORMAT, lab: `page ${engine}`, engine, traces, runs };
}

export function textOfResult(file: ResultFile): string {
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** A file's name: letters, digits and hyphens of the name of what it holds. */
export function resultName(name: string): string {
  return `${name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'lab'}.result.json`;
}

/** Why a result file is not opened. `detail` names the place or the version. */
export interface ResultFault {
  kind: 'broken' | 'newer';
  detail: string;
}

export interface OpenedResult {
  /** Its first run, as a link has it. */
  shared: Shared;
  scenarioHash: string;
  runs: number;
}

/** Whether a file is meant as a result file. */
export async function looksLikeResult(file: Blob): Promise<boolean> {
  return /^\s*\{\s*"kind"\s*:\s*"ftl-lab result"/.test(await file.slice(0, 256).text());
}

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Head = v.object({ format: v.number(), engine: v.string() });
const Body = v.object({
  traces: v.array(v.object({ ...TraceNamed.entries, bytes: v.optional(Count, 0) })),
  runs: v.array(
    v.object({
      scenario_hash: v.string(),
      scenario: v.custom<ScenarioDocument>((value) => isObject(value as never)),
      trace: v.nullable(Count),
      at: v.nullable(v.object({ request: Count, event: Count })),
      report: v.optional(v.unknown()),
    }),
  ),
});

/** Reads a result file; nothing is opened yet. `engine` is this page's. */
export async function readResult(file: Blob, engine: string): Promise<OpenedResult | ResultFault> {
  const document = parseDocument(await file.text());
  const head = v.safeParse(Head, document);
  if (!head.success) return { kind: 'broken', detail: document ? 'format' : 'JSON' };
  if (head.output.format > FORMAT || isNewer(head.output.engine, engine))
    return { kind: 'newer', detail: head.output.engine };
  const body = v.safeParse(Body, document);
  if (!body.success)
    return { kind: 'broken', detail: body.issues[0].path?.map(({ key }) => String(key)).join('.') ?? '' };
  const { traces, runs } = body.output;
  const [first] = runs;
  const trace = first && first.trace !== null ? traces[first.trace] : undefined;
  if (!first || (first.trace !== null && !trace)) return { kind: 'broken', detail: 'runs' };
  const { scenario, at, scenario_hash } = first;
  // Without a place it ran to its end, which a position beyond it is.
  const position = at ?? { request: 2 ** 32 - 1, event: 0 };
  return {
    shared: { scenario, position, view: {}, ...(trace && { trace }) },
    scenarioHash: scenario_hash,
    runs: runs.length,
  };
}

export function isResultFault(read: OpenedResult | ResultFault): read is ResultFault {
  return 'kind' in read;
}

function isNewer(theirs: string, ours: string): boolean {
  const [a, b] = [theirs, ours].map((version) => version.split('.').map(Number));
  if (!a || !b || a.some(Number.isNaN)) return false;
  const at = a.findIndex((part, i) => part !== (b[i] ?? 0));
  return at !== -1 && (a[at] ?? 0) > (b[at] ?? 0);
}
