/** The comparison in bulk (`#/batch`): what is on stage, or a trace, under several set-ups. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { parseDocument } from '../../model/scenario/document';
import { exampleText, FIRST_EXAMPLE } from '../../model/scenario/examples';
import type { StartRun } from '../../protocol/runs/pool';
import { type BundledServices, baseOf, batches, prepare, runBatch } from '../../state/plans/batch-compare';
import { useLab, useLabStore } from '../../state/use-lab';
import type { StartEngine } from '../use-runs';
import { BatchCompareView } from './View';

export interface BatchCompareProps extends BundledServices {
  /** Neither may change between renders. */
  start: StartRun;
  engine: StartEngine;
  /** Whether the address says what is compared. */
  linked: boolean;
  /** Why it was not opened. */
  refused: string | null;
  /** Hands out a link to what is compared. */
  share: () => Promise<void>;
}

export function BatchCompare({ start, engine, linked, refused, share, ...services }: BatchCompareProps) {
  const lab = useLabStore();
  const state = useStore(batches);
  // The first scenario may still be on its way to the stage.
  const ready = useLab(({ slots }) => slots[0] !== null);
  const takeStage = async () => {
    try {
      const base = await baseOf(lab.getState(), services);
      if (base) prepare(base, batches.getState().preset);
      return base !== null;
    } catch (error) {
      batches.setState({ fault: error instanceof Error ? error.message : String(error) });
      return true;
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is there
  useEffect(() => {
    if (!batches.getState().base && ready && !linked) void takeStage();
  }, [ready]);
  return (
    <BatchCompareView
      {...{ state, start, engine }}
      refused={refused}
      onClosed={(document) => state.base && prepare({ ...state.base, document }, state.preset, true)}
      onSeeds={(seeds) => state.base && prepare({ ...state.base, seeds }, state.preset, true)}
      onCmt={(cmt) => state.base && prepare({ ...state.base, cmt }, state.preset, true)}
      onShare={() => void share()}
      onExample={() =>
        prepare({ document: parseDocument(exampleText(FIRST_EXAMPLE)) ?? {}, trace: null }, 'ftls', true)
      }
      onPreset={(preset) => state.base && prepare(state.base, preset)}
      onStage={takeStage}
      onRun={() => void runBatch(start)}
    />
  );
}
