/** "Be the FTL": binds a round to the lab. Loaded when first asked for. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { saveAs } from '../../base/save';
import { ftlName } from '../../i18n/ftl-names';
import type { Challenges } from '../../protocol/challenges';
import { createChallenge } from '../../state/challenge';
import type { ChallengeTask } from '../../state/challenge-task';
import { useLab, useLabStore } from '../../state/use-lab';
import { ChallengeView } from './View';

export interface ChallengeProps {
  /** Starts the worker of rounds. */
  start: () => Challenges;
  /** A file of choices to begin with. */
  file?: string | null;
  /** The lesson's, if one asks for the round. */
  task?: ChallengeTask | null;
  /** Puts the round's file into a link. */
  link: (file: string) => void;
  close: () => void;
}

export function Challenge({ start, file = null, task = null, link, close }: ChallengeProps) {
  const lab = useLabStore();
  const [store, setStore] = useState<ReturnType<typeof createChallenge> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one round while the panel is open
  useEffect(() => {
    const made = createChallenge(lab, start());
    setStore(made);
    if (file !== null) void made.getState().load(file);
    return () => made.getState().close();
  }, [lab]);
  return store && <Bound {...{ store, task, link, close }} />;
}

type BoundProps = Pick<ChallengeProps, 'link' | 'close'> & {
  task: ChallengeTask | null;
  store: ReturnType<typeof createChallenge>;
};

function Bound({ store, task, link, close }: BoundProps) {
  const state = useStore(store);
  const summary = useLab((lab) => lab.slots[0]?.summary);
  const position = useLab((lab) => lab.slots[0]?.current.frame.position);
  const fork = useLab((lab) => lab.fork);
  const limit = useLab((lab) => lab.limit);
  const { round, busy, rest } = state;
  // Another scenario was opened: the round is over.
  const other = round !== null && !busy && summary !== undefined && summary.canonical !== round.scenario;
  useEffect(() => {
    if (other) close();
  }, [other, close]);
  const there = limit !== null && position?.request === limit.request && position.event === limit.event;
  useEffect(() => {
    if (round && !busy) task?.says(round, rest, there);
  }, [task, round, busy, rest, there]);
  if (!summary || !position) return null;
  return (
    <ChallengeView
      state={state}
      limit={task?.limit ?? null}
      ftl={ftlName(summary.ftl)}
      request={position.request}
      requests={summary.requests}
      there={there}
      onWhatIf={() => {
        const at = round?.at;
        const option = at?.options[state.pointed];
        if (!at || !option) return;
        const { request, decision } = at;
        close();
        void fork([{ request, decision, choose: option.id }]);
      }}
      onSave={() => round && saveAs('choices.json', `${round.file}\n`, 'application/json')}
      onLink={() => round && link(round.file)}
      onClose={close}
    />
  );
}
