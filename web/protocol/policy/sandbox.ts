/**
 * Runs a policy in a sandbox: a worker, in a frame of an origin of its own and without a network (public/policy.html). The code in it is
 * a stranger's. Only its choices come out, as numbers, and the lab's own engine replays them.
 */

import { EngineCrash, EngineFailure } from '../engine/engine-client';
import type { Counterexample } from '../generated/Counterexample';
import type { Failure } from '../generated/Failure';
import type { PolicyOutcome } from '../generated/PolicyOutcome';
import type { PolicyAsked } from './run-policy';

/** The messages of the worker: `FromSandbox` of web/worker/policy/wire.ts. Not trusted. */
type Message = Record<string, unknown>;

/** Milliseconds without a sign of life, after which a policy is taken to loop. */
const PATIENCE = 3000;
/** For the engine's own work before the first request. */
const PREPARATION = 60_000;
/** For the frame to be there. */
const LOADING = 15_000;

/** With the parts that the page brings along. */
export interface PolicyTask extends PolicyAsked {
  /** The text of the worker. */
  worker: string;
  engine: ArrayBuffer;
}

/**
 * Runs it to its end.
 *
 * @throws EngineFailure, in the words of who wrote the policy; an EngineCrash where the sandbox did not start or died, which says nothing
 * of the policy; an AbortError when it was cancelled
 */
export async function runPolicy(task: PolicyTask): Promise<PolicyOutcome> {
  return outcomeOf(await answerOf(task, null));
}

/**
 * Searches for a short trace on which it is much worse than the FTL's own choices, or fails (SPEC 13.5).
 *
 * @throws as `runPolicy`
 */
export async function breakPolicy(task: PolicyTask, tries: number): Promise<Counterexample> {
  const found = counterexampleOf(await answerOf(task, tries));
  await confirm(
    found,
    async (scenario) => {
      const { onProgress: _, ...alone } = task;
      return runPolicy({ ...alone, scenario });
    },
    task.scenario,
  );
  return found;
}

/**
 * Whether a policy that was loaded for this trace alone does on it what the search found: one that keeps something from trace to trace
 * does not.
 *
 * @throws EngineFailure if not
 */
export async function confirm(
  found: Counterexample,
  run: (scenario: string) => Promise<Pick<PolicyOutcome, 'choices'>>,
  device: string,
): Promise<void> {
  const workload = { kind: 'ops', ops: found.ops };
  let broke: string | null = null;
  let choices: PolicyOutcome['choices'] = [];
  try {
    ({ choices } = await run(JSON.stringify({ ...JSON.parse(device), workload })));
  } catch (error) {
    if (!(error instanceof EngineFailure)) throw error;
    broke = error.failure.message;
  }
  const { interventions } = JSON.parse(found.scenario) as { interventions: unknown };
  const same = found.broke
    ? broke === found.broke.message
    : broke === null && JSON.stringify(choices) === JSON.stringify(interventions);
  if (!same)
    throw policyFailure(
      'on the trace that was found the policy does something else when it is loaded for it alone',
      'Set every variable in `init`: a policy is loaded once for all traces.',
    );
}

/** The text that the worker ends with. */
async function answerOf(task: PolicyTask, tries: number | null): Promise<unknown> {
  const first = await attempt(task, null, tries);
  if (!first.endless) return first.answer;
  // It loops: once more from there, each function named before it runs.
  const again = await attempt(task, first.at, tries);
  if (!again.endless) return again.answer;
  throw policyFailure(
    again.name
      ? tries === null
        ? `at request ${again.at}, \`${again.name}\` does not end`
        : `in trace ${again.at} of the search, \`${again.name}\` does not end`
      : 'the policy does not end while it is loaded',
    'Look for a loop whose condition stays true.',
  );
}

type Attempt = { endless: false; answer: unknown } | { endless: true; at: number; name: string };

async function attempt(task: PolicyTask, watched: number | null, tries: number | null): Promise<Attempt> {
  const { signal = new AbortController().signal } = task;
  signal.throwIfAborted();
  const frame = await openFrame(signal);
  const { port1, port2 } = new MessageChannel();
  try {
    return await new Promise<Attempt>((resolve, reject) => {
      let at = 0;
      let name = '';
      let timer: ReturnType<typeof setTimeout>;
      const wait = (ms: number) => {
        clearTimeout(timer);
        timer = setTimeout(() => resolve({ endless: true, at, name }), ms);
      };
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      port1.onmessage = ({ data }: MessageEvent<Message>) => {
        wait(data.is === 'loaded' ? PREPARATION : PATIENCE);
        if (data.is === 'enter') {
          name = String(data.name).slice(0, 40);
          at = Number(data.at);
        }
        if (data.is === 'progress') {
          at = Number(data.done);
          task.onProgress?.(at, Number(data.total));
        }
        try {
          if (data.is === 'done') resolve({ endless: false, answer: data.outcome });
          if (data.is === 'found') resolve({ endless: false, answer: data.found });
          if (data.is === 'failed') throw new EngineFailure(failureOf(parsed(data.failure)));
          if (data.is === 'stopped') throw new EngineFailure(failureOf(data.stop));
          if (data.is === 'died')
            throw sandboxCrash(`the sandbox ended: ${String(data.message).slice(0, 200)}`, SMALLER);
        } catch (error) {
          reject(error);
        } finally {
          if (['done', 'found', 'failed', 'stopped', 'died'].includes(String(data.is))) clearTimeout(timer);
        }
      };
      wait(PATIENCE);
      const { worker, engine, source, scenario, state = null } = task;
      const message = { engine: engine.slice(0), source, scenario, state, watched, tries };
      // Its name in the stacks of errors, in place of an address that differs from run to run.
      const named = `${worker}\n//# sourceURL=sandbox.js`;
      frame.contentWindow?.postMessage({ worker: named, message }, '*', [port2]);
    });
  } finally {
    port1.close();
    frame.remove();
  }
}

const SMALLER = 'Keep less: ask `device.state` once, in `init`.';

function policyFailure(message: string, remedy: string): EngineFailure {
  return new EngineFailure({ kind: 'policy', message, remedy, field: null, line: null, column: null });
}

/** No refusal: an answer of a lesson is not wrong for it. */
function sandboxCrash(message: string, remedy: string): EngineCrash {
  return new EngineCrash(message, null, [], remedy);
}

/**
 * The frame, once it answers: by the attribute `sandbox` from the network. Without a network it comes from the service worker, which
 * is asked only for frames without the attribute and takes the origin away by a header (web/app/service-worker/answers.ts).
 */
async function openFrame(signal: AbortSignal): Promise<HTMLIFrameElement> {
  const kept = Boolean(navigator.serviceWorker?.controller);
  const ways = !kept ? [true] : navigator.onLine ? [true, false] : [false, true];
  for (const attribute of ways) {
    const frame = await frameBy(attribute, signal);
    if (frame) return frame;
  }
  throw sandboxCrash('the sandbox did not load', 'Connect to the network, and run the policy again.');
}

/** `null`: it does not answer, or it has an origin. */
function frameBy(attribute: boolean, signal: AbortSignal): Promise<HTMLIFrameElement | null> {
  const frame = document.createElement('iframe');
  if (attribute) frame.setAttribute('sandbox', 'allow-scripts');
  frame.hidden = true;
  frame.src = 'policy.html';
  return new Promise((resolve, reject) => {
    const end = (done: () => void) => {
      clearTimeout(timer);
      removeEventListener('message', hear);
      done();
    };
    const give = (up: () => void) =>
      end(() => {
        frame.remove();
        up();
      });
    const hear = ({ source, origin }: MessageEvent) => {
      if (source !== frame.contentWindow) return;
      if (origin === 'null') end(() => resolve(frame));
      else give(() => resolve(null));
    };
    const timer = setTimeout(() => give(() => resolve(null)), LOADING);
    signal.addEventListener('abort', () => give(() => reject(signal.reason)), { once: true });
    addEventListener('message', hear);
    document.body.append(frame);
  });
}

const number = (value: unknown): number => {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0) throw forged();
  return value;
};
const list = (value: unknown): unknown[] => {
  if (!Array.isArray(value)) throw forged();
  return value;
};

const choiceOf = (one: unknown) => {
  const { request, decision, choose } = Object(one) as Record<string, unknown>;
  return { request: number(request), decision: number(decision), choose: number(choose) };
};

const forged = () =>
  policyFailure(
    'the sandbox answered something that no engine says',
    'Look at the policy: it reaches where it must not.',
  );

/** A text in JSON, read. */
function parsed(text: unknown): object {
  if (typeof text !== 'string') throw forged();
  try {
    return Object(JSON.parse(text));
  } catch {
    throw forged();
  }
}

/** An outcome, each part looked at. */
export function outcomeOf(text: unknown): PolicyOutcome {
  const given = parsed(text) as Record<keyof PolicyOutcome, unknown>;
  return {
    requests: number(given.requests),
    total: number(given.total),
    asked: list(given.asked).map(number) as PolicyOutcome['asked'],
    choices: list(given.choices).map(choiceOf),
    decisions: list(given.decisions).map(number),
    log: list(given.log).map((one) => {
      const { request, text: line } = Object(one) as Record<string, unknown>;
      return { request: number(request), text: String(line).slice(0, 600) };
    }),
    unlogged: number(given.unlogged),
    state_bytes: number(given.state_bytes),
    state_hash: String(given.state_hash).slice(0, 32),
  };
}

/** A counterexample, each part looked at. Its scenario is not taken: the page makes that of `ops` and choices. */
export function counterexampleOf(text: unknown): Counterexample {
  const given = parsed(text) as Record<keyof Counterexample, unknown>;
  if (typeof given.ops !== 'string' || !/^([wrt]\d+(\+\d+)?( |$))*$/.test(given.ops)) throw forged();
  const cost = (value: unknown) => {
    if (typeof value !== 'number' || !(value >= 0)) throw forged();
    return value;
  };
  const { interventions } = parsed(given.scenario) as { interventions?: unknown };
  return {
    ops: given.ops.slice(0, 1000),
    requests: number(given.requests),
    cost_us: cost(given.cost_us),
    rival_us: cost(given.rival_us),
    broke: given.broke ? failureOf(given.broke) : null,
    scenario: JSON.stringify({ interventions: list(interventions ?? []).map(choiceOf) }),
    tried: number(given.tried),
  };
}

/** A failure, or a stop of the policy, each part looked at. */
export function failureOf(given: unknown): Failure {
  const said = (given ?? {}) as Record<string, unknown>;
  const text = (value: unknown) => String(value ?? '').slice(0, 800);
  const place = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    kind: 'policy',
    message: text(said.message),
    remedy: text(said.remedy),
    field: typeof said.field === 'string' ? text(said.field) : null,
    line: place(said.line),
    column: place(said.column),
  };
}
