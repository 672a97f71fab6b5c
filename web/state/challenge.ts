/**
 * A round of "be the FTL": the lab plays up to each decision point and stops; the person chooses; the lab's run takes
 * the choice as an intervention and goes on. The choices are in the round's file alone; `protocol/challenges.ts` says
 * where it is and what it costs.
 *
 * Loaded with the first round: first-load code must not import this.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { type Challenges, STATES } from '../protocol/challenges';
import { endingOf, orThrow, outcomeOf, shownOf } from '../protocol/engine/outcome';
import type { ChallengeShown } from '../protocol/generated/ChallengeShown';
import type { ChoiceShown } from '../protocol/generated/ChoiceShown';
import type { Failure } from '../protocol/generated/Failure';
import type { Goal } from '../protocol/generated/Goal';
import type { Intervention } from '../protocol/generated/Intervention';
import type { Optimum } from '../protocol/generated/Optimum';
import type { Position } from '../protocol/generated/Position';
import { thingsOf } from './choices';
import type { LabStore } from './lab/lab';

export interface ChallengeStart {
  goal: Goal;
  /** First request, and one past the last; all that follow if it is more than there are. */
  from: number;
  until: number;
}

/** A choice against the scheme's own, in the unit of the round's goal: more is positive. */
export interface Against {
  /** Up to the end of the request. */
  now: number;
  /** The cost up to the end of the round, if the FTL decides the rest. */
  end: number;
}

export interface ChallengeState {
  /** Where it is; `null` before it begins. */
  round: ChallengeShown | null;
  /** The option of `round.at.options` under the pointer. */
  pointed: number;
  /** The last choice made, until the next is asked for. */
  last: ChoiceShown | null;
  /** The FTL does the rest. */
  rest: boolean;
  /** The cost of each choice of `round`, as far as it is computed. */
  against: readonly Against[];
  busy: boolean;
  trouble: Failure | null;
  /** The optimum of the whole round, whatever was chosen so far. */
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
  /** The FTL does the rest. */
  giveUp(): Promise<void>;
  /** From the start, without choices. */
  again(): Promise<void>;
  /** Looks for the optimum, once a round; `enough` ends that with what was found. */
  solve(): Promise<void>;
  enough(): void;
  /** Ends the round: the lab goes on with the choices made. */
  close(): void;
}

export type ChallengeStore = StoreApi<ChallengeState>;

/** Where the lab is when a decision is asked for. */
function placeOf(round: ChallengeShown): Position {
  const { at } = round;
  return at ? { request: at.request, event: at.events } : { request: round.until, event: 0 };
}

/** The file with another list of interventions, for a round that ends at the same request or at another. */
function withChoices(
  round: ChallengeShown,
  choices: readonly Intervention[],
  until: number = round.until,
): string {
  const file = JSON.parse(round.file);
  file.scenario.interventions = choices.map(({ request, decision, choose }) => ({
    request,
    decision,
    choose,
  }));
  file.round.until = until;
  return JSON.stringify(file);
}

export function createChallenge(lab: LabStore, challenges: Challenges): ChallengeStore {
  let search: { stop: AbortController; done: Promise<void> } | null = null;
  /** The costs of the rounds that were compared, by their files: every choice is compared again with each that follows. */
  const costs = new Map<string, Promise<number>>();

  return createStore<ChallengeState>()((set, get) => {
    /** The interventions of the round's scenario: those before the round, and the choices. */
    const made = () => interventionsOf(JSON.parse(get().round?.scenario ?? '{}'));

    /** The cost of choices up to a request, if the scheme decides the rest. */
    const costOf = (round: ChallengeShown, choices: readonly Intervention[], until: number) => {
      const file = withChoices(round, choices, until);
      const known = costs.get(file) ?? challenges.look(file, true).then(({ total }) => total.person);
      costs.set(file, known);
      // It is asked again, not answered by an old failure.
      known.catch(() => costs.delete(file));
      return known;
    };

    /** Each choice against the scheme's own in its place. */
    const compare = async (round: ChallengeShown) => {
      const all = made();
      const first = all.length - round.choices.length;
      const against: Against[] = [];
      for (const [index, { request, choose, own }] of round.choices.entries()) {
        const more = async (until: number) =>
          (await costOf(round, all.slice(0, first + index + 1), until)) -
          (await costOf(round, all.slice(0, first + index), until));
        const same = choose === own;
        against.push(
          same ? { now: 0, end: 0 } : { now: await more(request + 1), end: await more(round.until) },
        );
        if (get().round !== round) return;
      }
      set({ against });
    };

    /** Takes over where the round is: nothing goes beyond it. */
    const take = (round: ChallengeShown, rest: boolean) => {
      const { at } = round;
      set({
        ...{ round, rest, pointed: 0, trouble: null },
        // A choice that was taken back does not count for the next one.
        against: get().against.slice(0, round.choices.length),
      });
      lab.getState().setLimit(placeOf(round));
      lab.getState().setChoices(at && { kind: at.kind, ids: at.options.map(({ id }) => id) });
      void outcomeOf(compare(round)).then((compared) => {
        switch (compared.is) {
          case 'done':
          // Where one of the rounds cannot be replayed, the choices are there without their costs.
          case 'refused':
          case 'cancelled':
            return;
          case 'crashed':
            if (get().round === round) set({ trouble: compared.failure });
        }
      });
    };

    /** Another round: what is known of the last one does not hold. */
    const anew = () => {
      search?.stop.abort();
      search = null;
      costs.clear();
      set({ last: null, against: [], optimum: null, searching: false });
    };

    /** One thing at a time; the page reports an error, and nothing has changed. */
    const doing = async (work: () => Promise<void>) => {
      if (get().busy) return;
      set({ busy: true, trouble: null });
      try {
        await work();
      } catch (error) {
        set({ trouble: shownOf(endingOf(error)) });
      } finally {
        set({ busy: false });
      }
    };

    /** The lab opens the round's scenario and is where it asks. */
    const stand = async (file: string, rest = false) => {
      const round = await challenges.look(file, rest);
      lab.getState().setLimit(null);
      orThrow(await lab.getState().open(0, round.scenario));
      orThrow(await lab.getState().run({ to: 'position', position: placeOf(round) }));
      take(round, rest);
    };

    return {
      round: null,
      pointed: 0,
      last: null,
      rest: false,
      against: [],
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
          anew();
          await stand(JSON.stringify(file));
        }),
      load: (file) =>
        doing(async () => {
          await stand(file);
          anew();
        }),
      point(index) {
        const at = get().round?.at;
        const frame = lab.getState().slots[0]?.current.frame;
        if (!at || !frame) return;
        const pointed = (index + at.options.length) % at.options.length;
        set({ pointed });
        const option = at.options[pointed];
        lab.getState().point((option && thingsOf(at.kind, option.id, frame)[0]) ?? null);
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
          orThrow(await lab.getState().redirect([choice]));
          orThrow(await lab.getState().run({ to: 'position', position: stood }));
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
        const { round } = get();
        if (!round) return;
        if (search) return search.done;
        const stop = new AbortController();
        const mine = () => search?.stop === stop;
        const onFound = (optimum: Optimum) => mine() && set({ optimum });
        const look = async () => {
          set({ searching: true });
          try {
            onFound(await challenges.solve(round.file, { states: STATES, signal: stop.signal, onFound }));
          } catch (error) {
            if (mine()) set({ trouble: shownOf(endingOf(error)) });
          } finally {
            if (mine()) set({ searching: false });
          }
        };
        search = { stop, done: look() };
        return search.done;
      },
      enough: () => search?.stop.abort(),
      close() {
        search?.stop.abort();
        challenges.close();
        lab.getState().setLimit(null);
        lab.getState().setChoices(null);
        lab.getState().point(null);
      },
    };
  });
}

function interventionsOf(scenario: { interventions?: Intervention[] }): Intervention[] {
  return scenario.interventions ?? [];
}
