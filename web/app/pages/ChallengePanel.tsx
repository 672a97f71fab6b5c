/** The panel of a round: from its link if there is one. Loaded when first asked for. */
import { useCallback, useState } from 'react';
import { useStore } from 'zustand';
import { m } from '../../i18n/compiled/messages.js';
import { decodeShare, encodeShare, isFault } from '../../model/saved/share';
import { challengeTask } from '../../state/challenge-task';
import { Challenge } from '../../views/challenge';
import { copy, reasonOf } from '../address/use-link';
import { startChallenges } from '../engines/start-challenges';
import { say } from '../page-messages';

export interface ChallengePanelProps {
  /** The content of a link `#/challenge/…` holds: the round's file, packed as a scenario is. */
  payload: string | null;
  /** Where its bar goes. */
  bar: HTMLElement | null;
  close: () => void;
}

export default function ChallengePanel({ payload, bar, close }: ChallengePanelProps) {
  const [file] = useState(() => {
    if (!payload) return null;
    const shared = decodeShare(payload);
    if (!isFault(shared)) return JSON.stringify(shared.scenario);
    say(reasonOf(shared), { trouble: true });
    return null;
  });
  const link = useCallback(async (text: string) => {
    const packed = encodeShare({ scenario: JSON.parse(text), position: { request: 0, event: 0 }, view: {} });
    const address = `${location.origin}${location.pathname}#/challenge/${packed}`;
    say((await copy(address)) ? m.challenge_link_copied() : m.app_copy_by_hand({ text: address }));
  }, []);
  const task = useStore(challengeTask, (asked) => asked.task);
  return (
    <Challenge
      key={task?.serial}
      start={startChallenges}
      file={task?.file ?? file}
      task={task}
      bar={bar}
      link={(text) => void link(text)}
      close={close}
    />
  );
}
