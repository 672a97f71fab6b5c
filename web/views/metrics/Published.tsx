/** The figures of the stage as a file, and the command that makes them. */
import { useCallback } from 'react';
import { runCommands } from '../../model/saved/commands';
import { resultFile, resultName, textOfResult } from '../../model/saved/result-file';
import { getAt, knownDocument, writeDocument } from '../../model/scenario/document';
import { readAs, resultOf, tracesOf } from '../../state/results';
import { useLab, useLabStore } from '../../state/use-lab';
import Publish from '../Publish';

export default function Published({ slot }: { slot: number }) {
  const lab = useLabStore();
  const state = useLab((lab) => lab.slots[slot]);
  const position = state?.current.frame.position;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scenario or position has another command
  const commands = useCallback(async () => {
    const result = await resultOf(lab.getState(), slot);
    if (!result) return null;
    const traces = tracesOf(lab.getState(), result);
    return runCommands(writeDocument(readAs(result.scenario, traces)), result.at ?? null, traces.length > 0);
  }, [lab, slot, state?.summary, position?.request, position?.event]);
  if (!state) return null;
  const path = getAt(knownDocument(state.summary.canonical) ?? {}, 'workload.path');
  return (
    <Publish
      file={resultName(state.summary.name)}
      traces={typeof path === 'string' ? [path] : []}
      commands={commands}
      result={async () => {
        const result = await resultOf(lab.getState(), slot);
        return (
          result && textOfResult(resultFile(__ENGINE_VERSION__, tracesOf(lab.getState(), result), [result]))
        );
      }}
    />
  );
}
