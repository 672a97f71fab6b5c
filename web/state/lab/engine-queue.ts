/**
 * The store's line to the engine: one thing after the other, frames fetched after moves, and a new engine when
 * one has died. The store's actions (create-lab.ts) say what is to be done; this file says in which order.
 */
import type { StoreApi } from 'zustand/vanilla';
import { isLarge } from '../../model/large';
import { ask, type EngineClient, type FrameWindow, type Progress } from '../../protocol/engine/engine-client';
import {
  CANCELLED,
  crashOf,
  done,
  endingOf,
  type Outcome,
  shownOf,
  type Unfinished,
} from '../../protocol/engine/outcome';
import type { Command } from '../../protocol/generated/Command';
import type { Failure } from '../../protocol/generated/Failure';
import type { Lanes } from '../../protocol/generated/Lanes';
import type { Summary } from '../../protocol/generated/Summary';
import type { Target } from '../../protocol/generated/Target';
import type { Direction, LabState, SlotState } from './lab';
import { type CrashReport, messageOf, recover } from './recovery';

/** A page map larger than this is shown in part: the part around what is selected. */
const SHOWN_LPNS = 2048;
/** While stepping along, the timeline is fetched again at most this often. */
const LANES_EVERY_MS = 250;

export type Store = Pick<StoreApi<LabState>, 'getState' | 'setState'>;
/** A move's frame need not be shown when another move waits behind it. Idle work is cancelled when anything else is asked for. */
type Kind = 'move' | 'other' | 'idle';
type Work<T> = (client: EngineClient, signal: AbortSignal) => Promise<T>;

export class EngineQueue {
  private client: Promise<EngineClient> | null = null;
  private line: Promise<unknown> = Promise.resolve();
  private movesWaiting = 0;
  private job: { kind: Kind; abort: AbortController } | null = null;
  /** Counts up when an engine dies: what was queued for it is dropped. */
  private generation = 0;
  /** Engines that died by themselves, of which the page tells. */
  private readonly dead = new WeakSet<EngineClient>();
  /** How work ends that was queued for an engine that died. */
  private dropped: Unfinished = CANCELLED;
  private lastNotice = 0;
  private lastSerial = 0;
  private lanesAt = 0;
  private lanesLater: ReturnType<typeof setTimeout> | null = null;
  /** Blocks of a large device that are near enough to be drawn page by page, per slot. */
  private readonly near: { from: number; to: number }[] = [
    { from: 0, to: 0 },
    { from: 0, to: 0 },
  ];
  /** Slots whose frame is to be fetched again, not yet begun. */
  private readonly refreshing = new Set<number>();
  /** The source that brings the imported trace back after a crash. */
  reimport: ((client: EngineClient) => Promise<unknown>) | null = null;

  constructor(
    readonly store: Store,
    private readonly start: () => Promise<EngineClient>,
  ) {}

  /** The engine, started on first need, and again after a start that failed. */
  async engine(): Promise<EngineClient> {
    if (!this.client) {
      const starting = this.begin();
      this.client = starting;
      starting.catch(() => {
        if (this.client === starting) this.client = null;
      });
    }
    const client = await this.client;
    if (!this.store.getState().ready) this.store.setState({ ready: true, crash: null });
    return client;
  }

  private async begin(): Promise<EngineClient> {
    const started = await this.start();
    // A command under way fails as well: the first of the two starts the next engine.
    started.onCrash = (crash) => {
      this.dead.add(started);
      this.line = this.line.then(async () => {
        if ((await this.client?.catch(() => null)) === started) await this.restart(crash);
        this.rest();
      });
    };
    return started;
  }

  /** Whether another move is queued behind the one under way. */
  get crowded(): boolean {
    return this.movesWaiting > 0;
  }

  /** Does `work` after everything asked before it, and says how it came out. */
  enqueue<T>(kind: Kind, work: Work<T>): Promise<Outcome<T>> {
    if (kind === 'move') this.movesWaiting += 1;
    if (kind !== 'idle' && this.job?.kind === 'idle') this.cancel();
    const { generation } = this;
    const result = this.line.then(async (): Promise<Outcome<T>> => {
      if (kind === 'move') this.movesWaiting -= 1;
      if (generation !== this.generation) return this.dropped;
      const abort = new AbortController();
      this.job = { kind, abort };
      try {
        return done(await work(await this.engine(), abort.signal));
      } catch (error) {
        const end = endingOf(error);
        if (end.is !== 'crashed') return end;
        await this.restart(error);
        return { ...end, told: true };
      } finally {
        this.job = null;
        this.rest();
      }
    });
    this.line = result.catch(() => undefined);
    return result;
  }

  /** Asks the engine what changes nothing on stage, without a place in the line. */
  async beside<T>(work: (client: EngineClient) => Promise<T>): Promise<Outcome<T>> {
    let client: EngineClient | null = null;
    try {
      client = await this.engine();
      return done(await work(client));
    } catch (error) {
      const end = endingOf(error);
      if (end.is !== 'crashed') return end;
      // Where there is nothing on stage its place says that the engine did not start.
      if (!client && !this.slot(0)) this.store.setState({ crash: messageOf(error) });
      return { ...end, told: client !== null && this.dead.has(client) };
    }
  }

  /** Cancels the work under way, not what is queued behind it. */
  cancel(): void {
    this.job?.abort.abort();
  }

  /** Cancels a move under way: another one is to take its place. */
  supersede(): void {
    if (this.job?.kind === 'move') this.cancel();
  }

  /** Opens a scenario in a slot and fetches its first frame. */
  async open(client: EngineClient, slot: number, source: string, signal?: AbortSignal): Promise<void> {
    const { summary } = await ask(
      client,
      'opened',
      { type: 'open', slot, scenario: source },
      this.jobOf(slot, signal),
    );
    await this.show(client, slot, 'jump', { summary, source });
  }

  /**
   * Runs a slot, up to the first event that meets `stops`; `tally`: counts page by page; `times`: as often as this. A cancelled run is
   * where it got to.
   */
  async run(
    client: EngineClient,
    slot: number,
    target: Target,
    signal?: AbortSignal,
    stops: string | null = null,
    tally = false,
    times = 1,
  ): Promise<Progress> {
    const command: Command = {
      type: 'run',
      slot,
      target,
      ...(stops !== null && { stops }),
      ...(tally && { tally }),
    };
    return ask(client, 'progress', command, { ...this.jobOf(slot, signal), times });
  }

  /** Fetches a slot's frame and puts it in the store. `fresh` makes the slot again. */
  async show(
    client: EngineClient,
    slot: number,
    motion: Direction,
    fresh?: { summary: Summary; source: string },
  ): Promise<void> {
    const before = fresh ? null : this.slot(slot);
    const known = fresh ?? before;
    if (!known) return;
    if (fresh) this.near[slot] = { from: 0, to: 0 };
    // An opened scenario comes with its timeline: the page draws all of it once.
    const [current, lanes] = await Promise.all([
      client.frame(slot, this.window(slot, known.summary)),
      fresh ? this.fetchLanes(client, slot) : (before?.lanes ?? null),
    ]);
    this.lastSerial += 1;
    const next: SlotState = {
      slot,
      summary: known.summary,
      source: known.source,
      current,
      previous: before?.current ?? null,
      direction: before && motion !== 'jump' && moved(before, current.frame.position) ? motion : 'jump',
      serial: this.lastSerial,
      lanes,
      busy: null,
    };
    this.put(slot, next);
    if (!fresh) await this.lanes(client, slot, motion === 'jump');
  }

  /** From now on the frame lists the pages of these blocks of a large device. */
  async look(slot: number, from: number, to: number): Promise<Outcome<void>> {
    const near = this.near[slot];
    if (!near || (near.from === from && near.to === to)) return done(undefined);
    this.near[slot] = { from, to };
    return this.refresh(slot);
  }

  /** Fetches the frame of a slot's position once more: another part of it is to be seen. */
  async refresh(slot: number): Promise<Outcome<void>> {
    if (this.refreshing.has(slot)) return done(undefined);
    this.refreshing.add(slot);
    const outcome = await this.enqueue('other', async (client) => {
      this.refreshing.delete(slot);
      const state = this.slot(slot);
      if (!state) return;
      const current = await client.frame(slot, this.window(slot, state.summary));
      this.lastSerial += 1;
      this.patch(slot, { current, serial: this.lastSerial });
    });
    this.refreshing.delete(slot);
    return outcome;
  }

  /**
   * Fetches the timeline if the run has come further than it shows; `now`: in any case. While one step follows
   * the other it is fetched now and then, and once more after the last.
   */
  async lanes(client: EngineClient, slot: number, now: boolean): Promise<void> {
    const state = this.slot(slot);
    if (!state) return;
    const { lanes, current } = state;
    const known = lanes ? lanes.filled * lanes.requests_per_bin : 0;
    if (lanes && current.frame.position.request <= known && !now) return;
    const wait = LANES_EVERY_MS - (performance.now() - this.lanesAt);
    if (!now && wait > 0) {
      this.lanesLater ??= setTimeout(() => {
        this.lanesLater = null;
        void this.told(this.enqueue('other', (later) => this.lanes(later, slot, true)));
      }, wait);
      return;
    }
    this.patch(slot, { lanes: await this.fetchLanes(client, slot) });
  }

  private async fetchLanes(client: EngineClient, slot: number): Promise<Lanes> {
    this.lanesAt = performance.now();
    return (await ask(client, 'lanes', { type: 'lanes', slot })).lanes;
  }

  /** A refusal goes to `notices`; the state is as before. `restart` tells of a crash, and a cancellation needs no words. */
  async told<T>(work: Promise<Outcome<T>>): Promise<Outcome<T>> {
    const outcome = await work;
    const failure = shownOf(outcome);
    if (failure) this.notice(failure);
    return outcome;
  }

  notice(failure: Failure, report?: CrashReport): void {
    this.lastNotice += 1;
    const notice = { id: this.lastNotice, failure, ...(report && { report }) };
    this.store.setState(({ notices }) => ({ notices: [...notices, notice] }));
  }

  slot(slot: number): SlotState | null {
    return this.store.getState().slots[slot] ?? null;
  }

  put(slot: number, value: SlotState | null): void {
    this.store.setState(({ slots: [left, right] }) => ({
      slots: slot === 0 ? [value, right] : [left, value],
    }));
  }

  private patch(slot: number, change: Partial<SlotState>): void {
    const state = this.slot(slot);
    if (state) this.put(slot, { ...state, ...change });
  }

  /** Shows a job's progress on a slot; not that of playing, whose steps are over before it could be read. */
  progressOf(slot: number): (progress: Progress) => void {
    return (busy) => {
      if (!this.store.getState().playing) this.patch(slot, { busy });
    };
  }

  jobOf(slot: number, signal: AbortSignal | undefined) {
    const onProgress = this.progressOf(slot);
    return signal ? { onProgress, signal } : { onProgress };
  }

  private rest(): void {
    for (const state of this.store.getState().slots) {
      if (state?.busy) this.patch(state.slot, { busy: null });
    }
  }

  private window(slot: number, summary: Summary): FrameWindow {
    const { selection } = this.store.getState();
    const wanted =
      selection?.kind === 'lpn'
        ? selection.lpn
        : selection?.kind === 'lbn'
          ? selection.lbn * summary.pages_per_block
          : 0;
    // The selection may still be of a larger device, left a moment ago.
    const lpn = Math.min(wanted, summary.logical_pages - 1);
    const fromLpn = lpn < SHOWN_LPNS / 2 ? 0 : lpn - SHOWN_LPNS / 2;
    const window = { fromLpn, lpns: SHOWN_LPNS };
    if (!isLarge(summary)) return window;
    return {
      ...window,
      fromBlock: this.near[slot]?.from ?? 0,
      toBlock: this.near[slot]?.to ?? 0,
      ppn: selection?.kind === 'page' ? selection.ppn : null,
      lpn: selection?.kind === 'lpn' ? selection.lpn : null,
      heat: true,
    };
  }

  /** A new engine in place of one that died: recovery.ts says how. */
  private async restart(error: unknown): Promise<void> {
    this.generation += 1;
    this.dropped = { is: 'crashed', failure: crashOf(error), told: true };
    const before = this.store.getState();
    this.store.setState({ ready: false, crash: messageOf(error), playing: false });
    await this.discard();
    if (before.slots[0]) await recover(this, before, error);
  }

  /** Ends the engine; the next one is started on need. */
  async discard(): Promise<void> {
    const dead = this.client;
    this.client = null;
    await dead?.then(
      (client) => client.close(),
      () => undefined,
    );
  }
}

function moved(before: SlotState, now: { request: number; event: number }): boolean {
  const was = before.current.frame.position;
  return was.request !== now.request || was.event !== now.event;
}
