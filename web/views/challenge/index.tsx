/** "Be the FTL": binds a round to the lab. Loaded when first asked for. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { integer } from '../../base/format';
import { saveAs } from '../../base/save';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { ftlName, ftlSaid } from '../../i18n/ftl-names';
import { isLarge } from '../../model/large';
import type { Challenges } from '../../protocol/challenges';
import { createChallenge } from '../../state/challenge';
import type { ChallengeTask } from '../../state/challenge-task';
import { asked, thingsOf } from '../../state/choices';
import { roundNow } from '../../state/round-now';
import { useLab, useLabStore } from '../../state/use-lab';
import { ChallengeView } from './View';
import { actOf, HINTS, mergedLog, QUESTIONS, whyNow } from './words';

/** Options that have a key. */
const KEYS = 9;

export interface ChallengeProps {
  /** Starts the worker of rounds. */
  start: () => Challenges;
  /** A file of choices to begin with. */
  file?: string | null;
  /** The lesson's, if one asks for the round. */
  task?: ChallengeTask | null;
  /** Below the stage, in place of the timeline. */
  bar: HTMLElement | null;
  /** Puts the round's file into a link. */
  link: (file: string) => void;
  close: () => void;
}

export function Challenge({ start, file = null, task = null, bar, link, close }: ChallengeProps) {
  const lab = useLabStore();
  const [store, setStore] = useState<ReturnType<typeof createChallenge> | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one round while the panel is open
  useEffect(() => {
    const made = createChallenge(lab, start());
    setStore(made);
    if (file !== null) void made.getState().load(file);
    return () => made.getState().close();
  }, [lab]);
  return store && <Bound {...{ store, task, bar, link, close }} />;
}

type BoundProps = Pick<ChallengeProps, 'bar' | 'link' | 'close'> & {
  task: ChallengeTask | null;
  store: ReturnType<typeof createChallenge>;
};

function Bound({ store, task, bar, link, close }: BoundProps) {
  const state = useStore(store);
  const summary = useLab((lab) => lab.slots[0]?.summary);
  const frame = useLab((lab) => lab.slots[0]?.current.frame);
  const position = frame?.position;
  const fork = useLab((lab) => lab.fork);
  const limit = useLab((lab) => lab.limit);
  const choices = useLab(asked);
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
  const on = round !== null;
  const language = useLanguage();
  // The cost of the best choices is a part of the scale from the start.
  const { solve } = state;
  useEffect(() => {
    if (on) void solve();
  }, [on, solve]);
  const made = round?.choices.length ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question, in the page's language
  useEffect(() => {
    const at = round?.at;
    if (!at || !choices || !frame || !summary) {
      roundNow.setState({ on, asks: null });
      return;
    }
    const { kind, options, request } = at;
    const progress = m.challenge_progress({
      ...{ decision: made + 1, request: integer(request + 1), until: integer(round.until) },
    });
    const more = options.length > KEYS ? ` ${m.challenge_hint_more()}` : '';
    roundNow.setState({
      on,
      asks: {
        progress,
        sentence: `${whyNow(kind, frame, mergedLog(round, frame, summary.pages_per_block))} ${QUESTIONS[kind]()}`,
        hint: HINTS[kind]() + more,
        acts: options.map(({ id }) => actOf(kind, id)),
        listed: options.every(({ id }) => thingsOf(kind, id, frame).length === 0),
        point: (option) => state.point(option),
        choose: (option) => void state.choose(option),
      },
    });
  }, [on, round, choices, language]);
  useEffect(() => () => roundNow.setState({ on: false, asks: null }), []);
  if (!summary || !position) return null;
  return (
    <ChallengeView
      state={state}
      limit={task?.limit ?? null}
      ftl={ftlSaid(summary.ftl)}
      name={ftlName(summary.ftl)}
      request={position.request}
      requests={summary.requests}
      there={there}
      large={isLarge(summary)}
      bar={bar}
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
