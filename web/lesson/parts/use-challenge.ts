/** A step that is a round of "be the FTL": what it is judged by, the round as kept, and the round beside the stage. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { Challenges } from '../../protocol/challenges';
import type { ChallengeShown } from '../../protocol/generated/ChallengeShown';
import type { ChoiceShown } from '../../protocol/generated/ChoiceShown';
import type { Intervention } from '../../protocol/generated/Intervention';
import { challengeTask } from '../../state/challenge-task';
import { messageOf } from '../../state/lab/recovery';
import { lectureMode } from '../../state/lecture';
import {
  lostAt,
  met,
  readChoices,
  type Scored,
  type StartChallenges,
  scoreOf,
  withChoices,
  writeChoices,
} from '../language/challenge';
import type { Scope } from '../language/evaluate';
import type { Challenge, Step } from '../language/lesson';
import type { Asked, PlayAction } from '../play/play';
import type { Station } from '../play/walk';

export interface ChallengeState {
  /** `null` while it is worked out. */
  scored: Scored | null;
  /** The round that is judged or, where it was asked for, the best choices. */
  mine: ChallengeShown | null;
  /** The choice in `mine` after which the goal was out of reach. */
  lost: { index: number; choice: ChoiceShown } | null;
  /** Why the round cannot be played. */
  trouble: string | null;
  /** The round is open beside the stage. */
  on: boolean;
  /** Opens it, with these choices made. */
  open(choices: readonly Intervention[]): void;
}

let serial = 0;

/** The values that judge a round, with the module that worked them out. `scope`: what is known at the step's begin. */
export function useScored(
  { challenge }: Step,
  station: Station | undefined,
  scope: Scope | null,
  start: StartChallenges,
): { ready: { challenges: Challenges; scored: Scored } | null; trouble: string | null } {
  const [ready, setReady] = useState<{ of: Challenge; challenges: Challenges; scored: Scored } | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of one step on one station the scope is the same
  useEffect(() => {
    setTrouble(null);
    if (!challenge || !station || !scope) return;
    let [challenges, ended]: [Challenges | null, boolean] = [null, false];
    const compute = async () => {
      challenges = await start();
      if (ended) return challenges.close();
      const scored = await scoreOf(challenges, challenge, station, scope);
      if (ended) return;
      if ('limit' in scored) setReady({ of: challenge, challenges, scored });
      else setTrouble(scored.message);
    };
    compute().catch((error) => ended || setTrouble(messageOf(error)));
    return () => {
      ended = true;
      challenges?.close();
    };
  }, [challenge, station, scope === null, start]);
  return { ready: ready !== null && ready.of === challenge ? ready : null, trouble };
}

/** `scope`: what is known at the step's begin. */
export function useChallenge(
  step: Step,
  station: Station | undefined,
  scope: Scope | null,
  start: StartChallenges,
  asked: Asked,
  act: (action: PlayAction) => void,
): ChallengeState {
  const { ready, trouble } = useScored(step, station, scope, start);
  const [shown, setShown] = useState<{ of: string; mine: ChallengeShown } | null>(null);
  const [lost, setLost] = useState<{ of: ChallengeShown; index: number } | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [task, setTask] = useState(0);
  const on = useStore(challengeTask, (open) => open.task !== null && open.task.serial === task);
  const exploring = useStore(lectureMode, (state) => state.exploring);

  // The values to judge come from the engine each time, also for choices that were kept from an earlier visit.
  const judged = asked.verdict !== null && asked.given !== null ? asked.given : asked.known ? '' : null;
  useEffect(() => {
    if (!ready || judged === null || shown?.of === judged) return;
    let current = true;
    const { challenges, scored } = ready;
    const best = () => challenges.look(withChoices(scored.file, scored.best.choices), true);
    const look = judged === '' ? best() : challenges.look(withChoices(scored.file, readChoices(judged)));
    look
      // Choices of another version of the lesson can no longer be made.
      .catch(best)
      .then((mine) => current && setShown({ of: judged, mine }))
      .catch((error) => current && setFailed(messageOf(error)));
    return () => {
      current = false;
    };
  }, [ready, judged, shown]);
  const mine = judged !== null && shown?.of === judged ? shown.mine : null;

  useEffect(() => {
    if (!ready || !mine || asked.verdict !== 'wrong') return;
    let current = true;
    lostAt(ready.challenges, ready.scored, mine.choices)
      .then((index) => current && setLost(index === null ? null : { of: mine, index }))
      .catch((error) => current && setFailed(messageOf(error)));
    return () => {
      current = false;
    };
  }, [ready, mine, asked.verdict]);

  const told = tellsRequests(step);
  const latest = useRef({ asked, act });
  latest.current = { asked, act };
  const open = useCallback(
    (choices: readonly Intervention[]) => {
      if (!ready) return;
      const { scored } = ready;
      serial += 1;
      setTask(serial);
      const says = (round: ChallengeShown, rest: boolean, there: boolean) => {
        if (rest) return;
        const { asked: before, act: tell } = latest.current;
        const given = writeChoices(round.choices);
        const over = round.at === null && there;
        if (over && !(before.verdict !== null && before.given === given)) {
          setShown({ of: given, mine: round });
          tell({ type: 'answered', given, right: met(scored, round) });
        } else if (!over && before.given !== given) tell({ type: 'chosen', given });
      };
      const file = withChoices(scored.file, choices);
      challengeTask.setState({ task: { serial, file, limit: scored.limit, told, says } });
    },
    [ready, told],
  );

  // It ends with the step, and when the step is left for a question.
  useEffect(() => {
    if (exploring) end(task);
    return () => end(task);
  }, [task, exploring]);

  return useMemo(() => {
    const choice = lost && lost.of === mine ? mine?.choices[lost.index] : undefined;
    return {
      scored: ready?.scored ?? null,
      mine,
      lost: lost && choice ? { index: lost.index, choice } : null,
      trouble: trouble ?? failed,
      on,
      open,
    };
  }, [ready, mine, lost, trouble, failed, on, open]);
}

/** Whether the text of a round says which requests come. */
export function tellsRequests({ prose, challenge }: Pick<Step, 'prose' | 'challenge'>): boolean {
  // Wherever in the text the value is.
  return JSON.stringify([prose, challenge?.ask, challenge?.hints]).includes('"scenario.workload.ops"');
}

function end(serial: number): void {
  if (challengeTask.getState().task?.serial === serial) challengeTask.setState({ task: null });
}
