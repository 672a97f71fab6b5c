/** The parts around the stage: the decision that it shows, and the score. */
import { useCallback, useEffect } from 'react';
import { useStore } from 'zustand';
import { decisionAt, lastDecision, nextDifference, seenAt } from '../../model/policy/decisions';
import { taskOf } from '../../model/policy/tasks';
import type { Frame } from '../../protocol/generated/Frame';
import { policyStore } from '../../state/policy';
import { useLab, useLabStore } from '../../state/use-lab';
import { Decision } from './Decision';
import { Score } from './Score';
import type { Scored } from './score';

const NONE: readonly number[] = [];
const NO_BLOCKS: Frame['blocks'] = [];

export function PolicyDecision() {
  const lab = useLabStore();
  const { task, source } = useStore(policyStore);
  const run = useStore(policyStore, ({ outcome }) => outcome);
  const position = useLab((state) => state.slots[0]?.current.frame.position ?? null);
  const blocks = useLab((state) => state.slots[0]?.current.frame.blocks ?? NO_BLOCKS);
  // Something else may have been opened since.
  const onStage = useLab((state) => state.slots[0]?.source === source);
  const outcome = onStage ? run : null;
  const decisions = outcome?.decisions ?? NONE;
  const at = position ? lastDecision(decisions, position) : -1;
  const next = useCallback(
    (back: boolean) => {
      const to = nextDifference(decisions, at, back);
      if (to >= 0) void lab.getState().run({ to: 'position', position: seenAt(decisionAt(decisions, to)) });
    },
    [lab, decisions, at],
  );
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, select, textarea, .cm-editor');
      if (event.key.toLowerCase() !== 'd' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      next(event.shiftKey);
    };
    addEventListener('keydown', hear);
    return () => removeEventListener('keydown', hear);
  }, [next]);
  if (!outcome) return null;
  const decided = at >= 0 ? decisionAt(decisions, at) : null;
  const here = decided && position && seenAt(decided);
  const there = here?.request === position?.request && here?.event === position?.event;
  return (
    <Decision
      decided={decided}
      own={taskOf(task).own}
      copies={(pbn) => (there ? (blocks.find((block) => block.pbn === pbn)?.valid ?? null) : null)}
      log={outcome.log.filter(({ request }) => request === decided?.request).map(({ text }) => text)}
      onNext={outcome.choices.length > 0 ? next : null}
    />
  );
}

export function PolicyScore({ scored }: { scored: Scored | null }) {
  const { failure, running, task } = useStore(policyStore);
  const stale = failure !== null || running !== null || scored?.task !== task;
  return scored && <Score scored={scored} stale={stale} />;
}
