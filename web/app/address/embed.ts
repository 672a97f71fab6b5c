/**
 * The lab in another page's iframe: messages in, answers and changes out. EMBEDDING.md is the contract; every
 * message carries `ftlLab`, the version of this interface.
 *
 * Only the page that holds the frame is heard. Answers go to the origin that asked, and so do changes, from its
 * first sound message on; before that nothing leaves but `ready`, which says nothing of what is on stage.
 */
import * as v from 'valibot';
import type { Progress } from '../../lesson/play/play';
import { whenSaved } from '../../lesson/play/progress';
import { numberAt, parseDocument, writeDocument } from '../../model/scenario/document';
import { CANCELLED, done, type Outcome, type Unfinished } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { ScenarioWorkload } from '../../protocol/generated/ScenarioWorkload';
import { optionsOf } from '../../protocol/traces/trace-options';
import type { LabState, LabStore } from '../../state/lab/lab';

export const INTERFACE = 1;

/** In 32 bits, as the engine counts. */
const Count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 32 - 1));
const Position = v.strictObject({ request: Count, event: v.optional(Count, 0) });
const common = { ftlLab: v.literal(INTERFACE), id: v.optional(v.union([v.string(), v.number()])) };
const Scenario = v.union([
  v.string(),
  v.custom<{ [key: string]: never }>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    'Expected a scenario: an object or its JSON text',
  ),
]);

/** The messages of a host. */
const Message = v.variant('do', [
  v.strictObject({ ...common, do: v.literal('hello') }),
  v.strictObject({
    ...common,
    do: v.literal('load'),
    scenario: Scenario,
    position: v.optional(Position),
    trace: v.optional(v.instance(Blob)),
  }),
  v.strictObject({ ...common, do: v.literal('get') }),
  v.strictObject({ ...common, do: v.literal('go'), position: Position }),
]);
type Message = v.InferOutput<typeof Message>;

/** The messages to it. */
export type Answer = { ftlLab: number; id?: string | number } & (
  | { is: 'ready'; engine: string }
  | ({ is: 'loaded' | 'state'; name: string; hash: string; scenario: string } & Standing)
  | ({ is: 'position' } & Standing)
  | ({ is: 'lesson' } & LessonSaid)
  | ({ is: 'error' } & Pick<Failure, 'kind' | 'message' | 'remedy' | 'field'>)
);

interface Standing {
  position: { request: number; event: number };
  /** In the whole run. */
  requests: number;
  playing: boolean;
  /** The last event, as in `ftl-lab run --events`; `null` at the beginning and between requests. */
  event: unknown;
}

/** How a lesson is with the person in the frame. */
interface LessonSaid {
  /** Its name in the course. */
  lesson: string;
  /** The step that is shown, by its id. */
  step: string;
  /** Every question that was tried or shown. */
  answers: { step: string; right: boolean; shown: boolean; tries: number }[];
  /** Questions answered correctly and not shown, and those with the first try. */
  score: { right: number; first: number };
}

export function lessonSaid(lesson: string, { step, asked }: Progress): LessonSaid {
  const answers = Object.entries(asked).map(([id, { known, shown = false, tries }]) => {
    return { step: id, right: known && !shown, shown, tries };
  });
  const right = answers.filter((answer) => answer.right);
  const first = right.filter(({ tries }) => tries === 1).length;
  return { lesson, step, answers, score: { right: right.length, first } };
}

/** The answer to a message; `null` to what is not meant for the lab (any script may post anything). */
export async function answer(lab: LabStore, data: unknown): Promise<Answer | null> {
  if (typeof data !== 'object' || data === null || !('ftlLab' in data)) return null;
  const read = v.safeParse(Message, data);
  if (!read.success) return faultOf(data as { ftlLab: unknown; id?: unknown }, read.issues);
  const { id } = read.output;
  const said = await perform(lab, read.output);
  return { ftlLab: INTERFACE, ...(id !== undefined && { id }), ...said } as Answer;
}

type Said<T> = T extends unknown ? Omit<T, 'ftlLab' | 'id'> : never;

async function perform(lab: LabStore, message: Message): Promise<Said<Answer>> {
  switch (message.do) {
    case 'hello':
      return ready();
    case 'load': {
      const { scenario, position, trace } = message;
      const source = typeof scenario === 'string' ? scenario : writeDocument(scenario);
      const read = trace ? await readTrace(lab, source, trace) : done(undefined);
      if (read.is !== 'done') return unfinished(read);
      const opened = await lab.getState().open(0, source);
      if (opened.is !== 'done') return unfinished(opened);
      const gone = position ? await lab.getState().run({ to: 'position', position }) : opened;
      if (gone.is !== 'done') return unfinished(gone);
      // Another load came in between: that one is on stage.
      if (lab.getState().slots[0]?.source !== source) return unfinished(CANCELLED);
      return { is: 'loaded', ...contents(lab.getState()) } as Said<Answer>;
    }
    case 'go': {
      if (!lab.getState().slots[0]) return nothingOpen();
      const gone = await lab.getState().run({ to: 'position', position: message.position });
      if (gone.is !== 'done') return unfinished(gone);
      return { is: 'position', ...standing(lab.getState()) } as Said<Answer>;
    }
    case 'get':
      if (!lab.getState().slots[0]) return nothingOpen();
      return { is: 'state', ...contents(lab.getState()) } as Said<Answer>;
  }
}

/** Reads the trace that a scenario names, as it says. */
async function readTrace(lab: LabStore, source: string, trace: Blob): Promise<Outcome<unknown>> {
  const document = parseDocument(source);
  const { path, trace_format, reading } = (document?.workload ?? {}) as Partial<ScenarioWorkload>;
  // A text that cannot be read is refused where it is opened.
  if (!document) return done(undefined);
  if (path === undefined)
    return {
      is: 'refused',
      failure: wrong('command', 'the scenario runs no trace', 'leave it out', 'trace'),
    };
  const options = optionsOf(trace_format ?? null, reading ?? {});
  const pageBytes = numberAt(document, 'device.page_bytes', 4096);
  return lab.getState().importTrace(trace, path, options, pageBytes);
}

function ready(): Said<Answer> {
  return { is: 'ready', engine: __ENGINE_VERSION__ };
}

/** Where slot 0 is; `null` while nothing is open. */
function standing({ slots: [slot], playing }: LabState): Standing | null {
  if (!slot) return null;
  const { position, requests, event } = slot.current.frame;
  return { position, requests, playing, event: event ?? null };
}

function contents(lab: LabState) {
  const slot = lab.slots[0];
  return (
    slot && { name: slot.summary.name, hash: slot.summary.hash, scenario: slot.source, ...standing(lab) }
  );
}

/** A host receives every end, a crash too: it does not show the notices of the page. */
function unfinished(ending: Unfinished): Said<Answer> {
  switch (ending.is) {
    case 'refused':
    case 'crashed':
      return refusal(ending.failure);
    case 'cancelled': {
      const remedy = 'send it again, and the next message when this one is answered';
      return refusal(
        wrong('cancelled', 'other work took the place of this, or a person cancelled it', remedy, null),
      );
    }
  }
}

function refusal({ kind, message, remedy, field }: Failure): Said<Answer> {
  return { is: 'error', kind, message, remedy, field };
}

function nothingOpen(): Said<Answer> {
  return refusal(wrong('empty', 'no scenario is open', 'load one first', null));
}

function wrong(kind: Failure['kind'], message: string, remedy: string, field: string | null): Failure {
  return { kind, message, remedy, field, line: null, column: null };
}

function faultOf({ ftlLab, id }: { ftlLab: unknown; id?: unknown }, [issue]: v.BaseIssue<unknown>[]): Answer {
  const named = typeof id === 'string' || typeof id === 'number' ? { id } : {};
  const field = issue?.path?.map(({ key }) => String(key)).join('.') ?? null;
  const other = ftlLab !== INTERFACE;
  return {
    ftlLab: INTERFACE,
    ...named,
    is: 'error',
    kind: 'message',
    message: other
      ? `this lab speaks version ${INTERFACE} of the interface`
      : (issue?.message ?? 'malformed'),
    remedy: 'EMBEDDING.md lists the messages and their fields',
    field: other ? 'ftlLab' : field,
  };
}

/** Listens to the page that holds this frame, for as long as the page lives. */
export function serveHost(lab: LabStore, host: Window = window.parent): void {
  /** The listeners to changes. */
  let heard: string | null = null;
  // A page without an origin of its own (a file, a sandbox) cannot be named: its origin is `*`.
  const nameOf = (origin: string) => (origin === 'null' ? '*' : origin);

  addEventListener('message', ({ source, origin, data }) => {
    if (source !== host) return;
    const to = nameOf(origin);
    void answer(lab, data).then((said) => {
      if (!said) return;
      if (said.is !== 'error' || said.kind !== 'message') heard = to;
      host.postMessage(said, to);
    });
  });

  lab.subscribe((now, before) => {
    if (heard === null || !now.slots[0]) return;
    if (now.slots[0].serial === before.slots[0]?.serial && now.playing === before.playing) return;
    host.postMessage({ ftlLab: INTERFACE, is: 'position', ...standing(now) }, heard);
  });

  whenSaved((lesson, progress) => {
    if (heard !== null)
      host.postMessage({ ftlLab: INTERFACE, is: 'lesson', ...lessonSaid(lesson, progress) }, heard);
  });

  let told = false;
  const tell = () => {
    if (told || !lab.getState().slots[0]) return;
    told = true;
    host.postMessage({ ftlLab: INTERFACE, ...ready() }, '*');
  };
  lab.subscribe(tell);
  tell();
}
