/** Sweeps (`#/sweep`): the one of the page, which goes on while something else is looked at. */
import { workerSheet } from '../protocol/sheet';
import type { LabStore } from '../state/lab';
import { createSweep, type SweepStore } from '../state/sweep';
import { useLabStore } from '../state/use-lab';
import { Sweep } from '../views/sweep';
import { importTrace, loadBundled } from './start-engine';
import { startRun } from './start-run';

let store: SweepStore | null = null;

function sweepOf(lab: LabStore): SweepStore {
  store ??= createSweep({
    sheet: () =>
      workerSheet(new Worker(new URL('../worker/sheet.worker.ts', import.meta.url), { type: 'module' })),
    startRun,
    importTrace,
    bundled: loadBundled,
    ofLab(name) {
      const { trace, traceFile } = lab.getState();
      if (!traceFile || trace?.name !== name) return null;
      const { format, hash } = trace.import;
      return { ...traceFile, format, hash };
    },
    now: () => performance.now(),
  });
  return store;
}

export default function SweepPage() {
  return <Sweep store={sweepOf(useLabStore())} />;
}
