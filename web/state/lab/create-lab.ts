/** The store: its state and what each action does. How the engine is driven is in engine-queue.ts. */
import { createStore } from 'zustand/vanilla';
import { isLarge } from '../../model/large';
import { parseDocument } from '../../model/scenario/document';
import { type Divergence, firstDivergence } from '../../protocol/engine/divergence';
import { ask, type EngineClient } from '../../protocol/engine/engine-client';
import { CANCELLED, done, endingOf, type Outcome } from '../../protocol/engine/outcome';
import type { Override } from '../../protocol/generated/Override';
import type { Target } from '../../protocol/generated/Target';
import type { ImportedTrace } from '../../protocol/traces/trace-import';
import { preferences, themeOf } from '../preferences';
import { breakpointActions, type Stopped, stoppedBy, stopsOf } from './breakpoints';
import { EngineQueue } from './engine-queue';
import { endOf, isShort } from './foresight';
import type { Ahead, CreateLab, LabState } from './lab';
import { isTooMuch, Playback } from './playback';
import { importReport } from './recovery';
import { otherReading } from './shared';

const SLOWEST = 0.25;
const FASTEST = 10_000;
/** In a hall all takes longer: `--pace` of its theme. */
const HALL = 1.5;
export const createLab: CreateLab = (engine) => {
  const store = createStore<LabState>()(() => ({}) as LabState);
  const queue = new EngineQueue(store, engine);
  const get = store.getState;
  const set = store.setState;

  const noticed = <T>(work: Promise<Outcome<T>>) => queue.told(work);

  /** Linked cursors: slot 1 goes to the request of slot 0. */
  const follow = async (client: EngineClient, signal?: AbortSignal, target?: Target) => {
    const [left, right] = get().slots;
    if (!get().comparing || !left || !right) return;
    const { request } = left.current.frame.position;
    const there = right.current.frame.position;
    if (!target && there.request === request && there.event === 0) return;
    try {
      await queue.run(client, 1, target ?? { to: 'position', position: { request, event: 0 } }, signal);
    } finally {
      await queue.show(client, 1, 'jump');
    }
  };

  /** Slot 0 goes back to where nothing may go beyond. Whether it had come that far. */
  const hold = async (client: EngineClient, signal: AbortSignal): Promise<boolean> => {
    const { limit } = get();
    if (!limit) return false;
    const { position } = (await client.frame(0)).frame;
    const rest = position.request - limit.request || position.event - limit.event;
    if (rest > 0) await queue.run(client, 0, { to: 'position', position: limit }, signal);
    return rest >= 0;
  };

  /** Moves slot 0 by `steps` equal steps and shows where they lead. Whether it can go on so. */
  const step = (back: boolean, grain = get().grain, steps = 1) =>
    queue.enqueue('move', async (client, signal) => {
      const before = queue.slot(0)?.current.frame.position;
      if (!before) return false;
      const far = steps > 1 && grain === 'request' && !back;
      const target: Target = far
        ? { to: 'position', position: { request: before.request + steps, event: 0 } }
        : { to: 'step', grain, back };
      const stops = back ? null : stopsOf(get());
      const summary = queue.slot(0)?.summary;
      const tally = !back && summary !== undefined && !isLarge(summary) && isTooMuch({ ...get(), grain });
      const reply = await queue.run(client, 0, target, signal, stops, tally, far ? 1 : steps);
      const stopped = stoppedBy(reply, target);
      const held = !back && (await hold(client, signal));
      set({ stopped });
      // More steps wait: their frame is the one to show.
      if (queue.crowded && !get().playing) {
        skipped = true;
        return true;
      }
      await queue.show(client, 0, steps > 1 || skipped ? 'jump' : back ? 'back' : 'forward');
      skipped = false;
      await follow(client, signal);
      const now = queue.slot(0)?.current.frame.position;
      const moved = now !== undefined && (now.request !== before.request || now.event !== before.event);
      return moved && stopped === null && !held;
    });
  let skipped = false;

  const playback = new Playback(
    store,
    async (steps, grain) => {
      const made = await noticed(step(false, grain, steps));
      return made.is === 'done' && made.value;
    },
    () => (themeOf(preferences.getState()) === 'projector' ? HALL : 1),
  );

  /** The last position asked for while others wait: only the youngest is worth going to. */
  let seek: { target: Target; done: Promise<Outcome<void>> } | null = null;
  const run = (target: Target): Promise<Outcome<void>> => {
    if (target.to === 'position' && seek?.target.to === 'position') {
      seek.target = target;
      return seek.done;
    }
    queue.supersede();
    const mine = { target, done: Promise.resolve(CANCELLED as Outcome<void>) };
    if (target.to === 'position') seek = mine;
    mine.done = queue.enqueue('move', async (client, signal) => {
      if (seek === mine) seek = null;
      const { target: to } = mine;
      let stopped: Stopped | null = null;
      try {
        const stops = to.to === 'position' ? null : stopsOf(get());
        stopped = stoppedBy(await queue.run(client, 0, to, signal, stops), to);
        await hold(client, signal);
      } finally {
        set({ stopped });
        if (!signal.aborted || !queue.crowded) await queue.show(client, 0, 'jump');
      }
      await follow(client, signal, to.to === 'end' && stopped === null ? to : undefined);
    });
    return mine.done;
  };

  const open = (slot: number, source: string) => {
    get().pause();
    queue.cancel();
    return queue.enqueue('other', async (client, signal) => {
      const before = queue.slot(slot)?.source ?? null;
      await queue.open(client, slot, source, signal);
      set({ divergence: null, divergenceSought: null, selection: null, hover: null, stopped: null });
      if (slot === 0) {
        if (before !== source) set({ undoable: before });
        await follow(client, signal);
      }
    });
  };

  const closeSlot = (slot: number) =>
    queue.enqueue('other', async (client) => {
      await client.request({ type: 'close', slot });
      queue.put(slot, null);
      if (slot === 1) set({ comparing: false, divergence: null, divergenceSought: null });
    });

  const fork = (from: (request: number) => Override[]) =>
    queue.enqueue('other', async (client) => {
      const request = queue.slot(0)?.current.frame.position.request ?? 0;
      const interventions = from(request);
      const { summary } = await ask(client, 'opened', { type: 'fork', slot: 0, into: 1, interventions });
      await queue.show(client, 1, 'jump', { summary, source: summary.canonical });
      set({ comparing: true, divergence: null, divergenceSought: null });
    });

  let importing: AbortController | null = null;
  let imported: ImportedTrace | null = null;
  /** Asks the worker that holds the imported trace. Another import closes it: the answer is not wanted then. */
  const ofImported = async <T>(work: (trace: ImportedTrace) => Promise<T>): Promise<Outcome<T>> => {
    const mine = imported;
    if (!mine) return CANCELLED;
    try {
      return done(await work(mine));
    } catch (error) {
      return imported === mine ? endingOf(error) : CANCELLED;
    }
  };

  const { speed, grain } = preferences.getState();
  store.setState({
    ready: false,
    crash: null,
    slots: [null, null],
    comparing: false,
    ahead: [null, null],
    divergence: null,
    divergenceSought: null,
    undoable: null,
    playing: false,
    speed,
    reached: null,
    grain,
    selection: null,
    hover: null,
    heatView: null,
    asking: false,
    limit: null,
    choices: null,
    counting: null,
    trace: null,
    traceFile: null,
    notices: [],
    breakpoints: [],
    breakpointsOff: [],
    stopped: null,
    ...breakpointActions({
      get,
      set,
      beside: (work) => queue.beside(work),
      run: (target) => get().run(target),
    }),

    async open(slot, source) {
      const document = parseDocument(source);
      const reading = document && otherReading(document, get());
      const { trace, traceFile } = get();
      if (reading && trace && traceFile) {
        const checked = await get().check(source);
        if (checked.is !== 'done') return checked;
        const { page_bytes: pageBytes } = checked.value;
        const read = await get().importTrace(traceFile.file, trace.name, reading, pageBytes);
        if (read.is !== 'done') return read;
      }
      return open(slot, source);
    },
    async foresee(at) {
      const slot = queue.slot(at);
      if (!slot || get().ahead[at]?.source === slot.source) return;
      const { source } = slot;
      const put = (known: Ahead | null) =>
        set(({ ahead: [left, right] }) => ({ ahead: at === 0 ? [known, right] : [left, known] }));
      // Also of a run that the engine dies of: it is not tried again.
      put({ source, end: null });
      if (!isShort(slot.summary)) return;
      const ahead = queue.enqueue('other', async (client, signal) => {
        try {
          put({ source, end: await endOf(client, source, signal) });
        } finally {
          if (signal.aborted) put(null);
        }
      });
      await noticed(ahead);
    },
    async undo() {
      const { undoable } = get();
      if (undoable !== null) await noticed(open(0, undoable));
    },
    check: (source) =>
      queue.beside(async (client) => {
        return (await ask(client, 'checked', { type: 'check', scenario: source })).summary;
      }),
    async close(slot) {
      await noticed(closeSlot(slot));
    },
    run(target) {
      get().pause();
      return noticed(run(target));
    },
    async step(back = false, stepGrain) {
      get().pause();
      await noticed(step(back, stepGrain));
    },
    play: (playGrain) => void playback.start(playGrain),
    pause: () => playback.stop(),
    cancel: () => queue.cancel(),
    setSpeed(wanted) {
      const bounded = Math.min(FASTEST, Math.max(SLOWEST, wanted));
      set({ speed: bounded });
      preferences.getState().set({ speed: bounded });
    },
    setGrain(wanted) {
      set({ grain: wanted });
      preferences.getState().set({ grain: wanted });
    },
    select(selection) {
      set({ selection });
      for (const state of get().slots) {
        // The frame holds all of a selection, wherever on a large device it is.
        if (state && isLarge(state.summary)) void noticed(queue.refresh(state.slot));
      }
      const shown = queue.slot(0);
      const tables = shown && !isLarge(shown.summary) ? shown.current.frame.tables : null;
      if (selection?.kind !== 'lpn' || !tables?.page_map) return;
      const offset = selection.lpn - tables.from_lpn;
      if (offset >= 0 && offset < tables.page_map.length) return;
      // The page map is shown in part, and this is another part.
      void noticed(queue.enqueue('other', (client) => queue.show(client, 0, 'jump')));
    },
    point: (hover) => set({ hover }),
    setHeatView: (heatView) => set({ heatView }),
    setAsking: (asking) => set({ asking }),
    look: (slot, fromBlock, toBlock) => void noticed(queue.look(slot, fromBlock, toBlock)),
    report: (slot) =>
      queue.enqueue(
        'other',
        async (client) => (await ask(client, 'report', { type: 'report', slot })).report,
      ),
    quiet: (slot) =>
      queue.enqueue(
        'idle',
        async (client, signal) => (await ask(client, 'quiet', { type: 'quiet', slot }, { signal })).quiet,
      ),
    logPart(of, from) {
      const trace = of === 'trace' ? (get().trace?.name ?? null) : null;
      const asked = { type: 'export', slot: 0, trace, from, count: 100_000, page_bytes: 4096 } as const;
      return queue.enqueue('other', (client) => ask(client, 'exported', asked));
    },
    provenance(ppn) {
      get().pause();
      const asked = queue.enqueue('other', (client, signal) =>
        ask(client, 'provenance', { type: 'provenance', slot: 0, ppn }, queue.jobOf(0, signal)),
      );
      return noticed(asked);
    },
    told: noticed,
    dismiss: (notice) => set(({ notices }) => ({ notices: notices.filter(({ id }) => id !== notice) })),

    async fork(interventions) {
      await noticed(fork(() => interventions));
    },
    forkWith(options) {
      get().pause();
      return fork((request) => [{ request, set: options }]);
    },
    redirect(interventions) {
      get().pause();
      const redirected = queue.enqueue('other', async (client) => {
        const { summary } = await ask(client, 'opened', { type: 'fork', slot: 0, into: 0, interventions });
        await queue.show(client, 0, 'jump', { summary, source: summary.canonical });
      });
      return noticed(redirected);
    },
    setLimit: (limit) => set({ limit }),
    setChoices: (choices) => set({ choices }),
    count: (counting) => set({ counting }),
    async compare(source) {
      if (source === null) return closeSlot(1);
      get().pause();
      queue.cancel();
      return queue.enqueue('other', async (client, signal) => {
        await queue.open(client, 1, source, signal);
        set({ comparing: true, divergence: null, divergenceSought: null });
        await follow(client, signal);
      });
    },
    async diverge(which) {
      get().pause();
      const from = which === 'first' ? 0 : nextFrom(get());
      await noticed(
        queue.enqueue('other', async (client, signal) => {
          let divergence: Divergence | null = null;
          try {
            const job = { signal, onProgress: queue.progressOf(0), from };
            divergence = await firstDivergence(client, 0, 1, job);
          } finally {
            await queue.show(client, 0, 'jump');
            await queue.show(client, 1, 'jump');
          }
          // Said when both are seen to be there.
          set({ divergence, divergenceSought: from });
        }),
      );
    },

    async importTrace(file, name, options, pageBytes, job = {}) {
      importing?.abort();
      const mine = new AbortController();
      importing = mine;
      job.signal?.addEventListener('abort', () => mine.abort(), { once: true });
      const hear = { signal: mine.signal, ...(job.onBytes && { onBytes: job.onBytes }) };
      const answer = await queue.beside((client) =>
        client.importTrace(file, { name, options }, pageBytes, hear),
      );
      // The engine lives: it is the worker that read the trace. Its notice has what helps to find the cause.
      if (answer.is === 'crashed' && !answer.told && get().ready) {
        const bytes = typeof file === 'string' ? file.length : file.size;
        const asked = JSON.stringify({ type: 'import', name, bytes, page_bytes: pageBytes, options });
        const { failure } = answer;
        queue.notice(failure, importReport(get(), failure.message, asked));
        return { ...answer, told: true };
      }
      if (answer.is !== 'done') return answer;
      // Another import took its place while its last answer travelled.
      if (mine.signal.aborted) {
        answer.value.close();
        // The engine has it already, maybe under the name of the one that stays.
        if (queue.reimport) await queue.beside(queue.reimport);
        return CANCELLED;
      }
      imported?.close();
      imported = answer.value;
      const { trace, file: columns } = answer.value;
      queue.reimport = (fresh) => fresh.attach(trace.name, columns);
      const source = typeof file === 'string' ? new Blob([file]) : file;
      set({ trace, traceFile: { file: source, options, columns } });
      return done(trace);
    },
    previewTrace: (file, name, options) =>
      queue.beside((client) => client.previewTrace(file, { name, options })),
    fit: (device) => noticed(ofImported((trace) => trace.fit(device))),
    locality: (pageBytes, job) => ofImported((trace) => trace.locality(pageBytes, job)),
  });
  return store;
};

/** The request from which on the next divergence is looked for: not the one right before which both mean having found it. */
function nextFrom({ slots: [left], divergence }: LabState): number {
  if (!left) return 0;
  const { request, event } = left.current.frame.position;
  const found = event > 0 || request === divergence?.request.index;
  return Math.min(found ? request + 1 : request, left.summary.requests);
}
