/**
 * A round of "be the FTL": the lab plays up to each decision point and stops; the person chooses; the lab's run takes
 * the choice as an intervention and goes on. The choices are in the round's file alone; `protocol/challenges.ts` says
 * where it is and what it costs.
 *
 * Loaded with the first round: first-load code must not import this.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Challenges, STATES } from '../protocol/challenges';
import { EngineFailure } from '../protocol/engine/engine-client';
import type { ChoiceShown } from '../protocol/generated/ChoiceShown';
import type { Failure } from '../protocol/generated/Failure';
import type { Goal } from '../protocol/generated/Goal';
import type { Intervention } from '../protocol/generated/Intervention';
import type { Optimum } from '../protocol/generated/Optimum';
import type { PointShown } from '../protocol/generated/PointShown';
import type { Position } from '../protocol/generated/Position';
import type { RoundShown } from '../protocol/generated/RoundShown';
import type { LabStore, Selection } from './lab/lab';
import { messageOf } from './lab/recovery';

export interface ChallengeStart {
  goal: Goal;
  /** First request, and one past the last; all that follow if it is more than there are. */
  from: number;
  until: number;
}

export interface ChallengeState {
  /** Where it is; `null` before it begins. */
  round: RoundShown | null;
  /** Of `round.at.options`, the one that is pointed at. */
  pointed: number;
  /** The last choice made, until the next is asked for. */
  last: ChoiceShown | null;
  /** The scheme does the rest. */
  rest: boolean;
  busy: boolean;
  trouble: Failure | null;
  optimum: Optimum | null;
  /** Whether the optimum is being looked for. */
  searching: boolean;

  begin(start: ChallengeStart): Promise<void>;
  /** A round's file, or a scenario. */
  load(file: string): Promise<void>;
  point(index: number): void;
  /** One of the options, by its place. */
  choose(index: number): Promise<void>;
  undo(): Promise<void>;
  /** The scheme does the rest. */
  giveUp(): Promise<void>;
  /** From the start, without choices. */
  again(): Promise<void>;
  /** Looks for the optimum; `enough` ends that with what was found. */
  solve(): Promise<void>;
  enough(): void;
  /** Ends the round: the lab goes on with the choices made. */
  close(): void;
}

export type ChallengeStore = StoreApi<ChallengeState>;

/** Where the lab is when a decision is asked for. */
function placeOf(round: RoundShown): Position {
  const { at } = round;
  return at ? { request: at.request, event: at.events } : { request: round.until, event: 0 };
}

/** The thing on the stage that an option is. */
function selectionOf({ kind }: PointShown, id: number, blocks: readonly number[]): Selection | null {
  switch (kind) {
    case 'victim':
    case 'log_block':
      return { kind: 'block', pbn: id };
    case 'eviction':
      return { kind: 'lpn', lpn: id };
    case 'chain':
      return { kind: 'lbn', lbn: id };
    case 'superblock':
      return blocks[0] === undefined ? null : { kind: 'block', pbn: blocks[0] };
    default:
      return null;
  }
}

/** The file with another list of interventions. */
function withChoices(round: RoundShown, choices: readonly Intervention[]): string {
  const file = JSON.parse(round.file);
  file.scenario.interventions = choices;
  return JSON.stringify(file);
}

export function createChallenge(lab: LabStore, challenges: Challenges): ChallengeStore {
  let search: AbortController | null = null;

  return createStore<ChallengeState>()((set, get) => {
    /** The interventions of the round's scenario: those before the round, and the choices. */
    const made = () => interventionsOf(JSON.parse(get().round?.scenario ?? '{}'));

    const mark = () => {
      const { round } = get();
      const groups = lab.getState().slots[0]?.current.frame.tables.superblocks;
      const blocksOf = (id: number) => groups?.groups[id - groups.from]?.blocks ?? [];
      const at = round?.at ?? null;
      const marked = (at?.options ?? []).flatMap(({ id }) => (at && selectionOf(at, id, blocksOf(id))) ?? []);
      lab.getState().mark(marked);
    };

    /** Takes over where the round is: nothing goes beyond it. */
    const take = (round: RoundShown, rest: boolean) => {
      search?.abort();
      set({ round, rest, pointed: 0, optimum: null, trouble: null });
      lab.getState().setLimit(placeOf(round));
      mark();
    };

    /** One thing at a time; the page reports an error, and nothing has changed. */
    const doing = async (work: () => Promise<void>) => {
      if (get().busy) return;
      set({ busy: true, trouble: null });
      try {
        await work();
      } catch (error) {
        const failure = error instanceof EngineFailure ? error.failure : null;
        set({ trouble: failure ?? { ...UNKNOWN, message: messageOf(error) } });
      } finally {
        set({ busy: false });
      }
    };

    /** The lab opens the round's scenario and is where it asks. */
    const stand = async (file: string, rest = false) => {
      const round = await challenges.look(file, rest);
      lab.getState().setLimit(null);
      const failure = await lab.getState().open(0, round.scenario);
      if (failure) throw new EngineFailure(failure);
      await lab.getState().run({ to: 'position', position: placeOf(round) });
      take(round, rest);
    };

    return {
      round: null,
      pointed: 0,
      last: null,
      rest: false,
      busy: false,
      trouble: null,
      optimum: null,
      searching: false,

      begin: ({ goal, from, until }) =>
        doing(async () => {
          const slot = lab.getState().slots[0];
          if (!slot) return;
          const scenario = JSON.parse(slot.summary.canonical);
          // The steps before the round are as they were; in the round the person decides.
          scenario.interventions = interventionsOf(scenario).filter(({ request }) => request < from);
          const most = Math.min(until, slot.summary.requests);
          const file = { format: 1, round: { goal, from, until: most }, scenario };
          set({ last: null });
          await stand(JSON.stringify(file));
        }),
      load: (file) =>
        doing(async () => {
          set({ last: null });
          await stand(file);
        }),
      point(index) {
        const { round } = get();
        const options = round?.at?.options ?? [];
        if (options.length === 0) return;
        const pointed = (index + options.length) % options.length;
        set({ pointed });
        lab.getState().point(lab.getState().marked[pointed] ?? null);
      },
      choose: (index) =>
        doing(async () => {
          const { round } = get();
          const option = round?.at?.options[index];
          if (!round?.at || !option) return;
          const { request, decision } = round.at;
          const choice = { request, decision, choose: option.id };
          const next = await challenges.look(withChoices(round, [...made(), choice]));
          const stood = placeOf(round);
          lab.getState().point(null);
          lab.getState().setLimit(null);
          if (!(await lab.getState().redirect([choice]))) return;
          await lab.getState().run({ to: 'position', position: stood });
          take(next, false);
          const last = next.choices.find((c) => c.request === request && c.decision === decision);
          set({ last: last ?? null });
          // The next events are seen; the next decision point ends it.
          lab.getState().play();
        }),
      undo: () =>
        doing(async () => {
          const { round, rest } = get();
          if (!round) return;
          const theirs = made();
          // Giving up is taken back first.
          const fewer = rest ? theirs : theirs.slice(0, -1);
          if (!rest && round.choices.length === 0) return;
          set({ last: null });
          await stand(withChoices(round, fewer));
        }),
      giveUp: () =>
        doing(async () => {
          const { round } = get();
          if (!round) return;
          take(await challenges.look(round.file, true), true);
          await lab.getState().run({ to: 'position', position: { request: round.until, event: 0 } });
        }),
      again: () =>
        doing(async () => {
          const { round } = get();
          if (!round) return;
          set({ last: null });
          await stand(
            withChoices(
              round,
              made().filter(({ request }) => request < round.from),
            ),
          );
        }),
      async solve() {
        const { round, searching } = get();
        if (!round || searching) return;
        search = new AbortController();
        const { signal } = search;
        set({ searching: true, optimum: null });
        const onFound = (optimum: Optimum) => get().searching && set({ optimum });
        try {
          const optimum = await challenges.solve(round.file, { states: STATES, signal, onFound });
          // Of a round that has gone on since, the optimum is the same; what it was compared with is not.
          set({ optimum: get().round === round ? optimum : null });
        } catch (error) {
          const failure = error instanceof EngineFailure ? error.failure : null;
          set({ trouble: failure ?? { ...UNKNOWN, message: messageOf(error) } });
        } finally {
          set({ searching: false });
        }
      },
      enough: () => search?.abort(),
      close() {
        search?.abort();
        challenges.close();
        lab.getState().setLimit(null);
        lab.getState().mark([]);
        lab.getState().point(null);
      },
    };
  });
}

function interventionsOf(scenario: { interventions?: Intervention[] }): Intervention[] {
  return scenario.interventions ?? [];
}

const UNKNOWN: Failure = { kind: 'crash', message: '', remedy: '', field: null, line: null, column: null };
