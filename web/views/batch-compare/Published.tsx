/** The comparison as a file, and the command that makes it. */
import { useCallback } from 'react';
import { type Commands, planCommands, planOf } from '../../model/saved/commands';
import type { BatchState } from '../../state/plans/batch-compare';
import { canonical, readAs } from '../../state/results';
import { useLabStore } from '../../state/use-lab';
import Publish from '../Publish';
import { namedIn, RESULT_NAME, resultsOf, resultText } from './results';

export default function Published({ state, name }: { state: BatchState; name: string }) {
  const lab = useLabStore();
  const traces = namedIn(state);
  const commands = useCallback(async (): Promise<Commands | null> => {
    const traces = namedIn(state);
    const all = await canonical(lab.getState(), resultsOf(state));
    const plan = planOf(
      name,
      all.map(({ scenario }) => readAs(scenario, traces)),
    );
    return plan === null ? null : planCommands(plan, traces.length > 0);
  }, [lab, name, state]);
  return (
    <Publish
      file={RESULT_NAME}
      traces={traces.map(({ name }) => name)}
      commands={commands}
      result={() => resultText(lab.getState(), state)}
    />
  );
}
