/** Sweeps (`#/sweep`): the one of the page, which goes on while something else is looked at. */

import { useEffect } from 'react';
import { useStore } from 'zustand';
import { m } from '../../i18n/compiled/messages.js';
import { askWorker } from '../../protocol/rpc/worker-rpc';
import type { SweepQuestions } from '../../protocol/runs/sweep-client';
import type { LabStore } from '../../state/lab/lab';
import { droppedPlan } from '../../state/plans/dropped-plan';
import { createSweep, type SweepStore } from '../../state/plans/sweep';
import { useLabStore } from '../../state/use-lab';
import { Sweep } from '../../views/sweep';
import { importTrace, loadBundled } from '../engines/start-engine';
import { startRun } from '../engines/start-run';
import { say } from '../page-messages';

let store: SweepStore | null = null;

function sweepOf(lab: LabStore): SweepStore {
  store ??= createSweep({
    server() {
      const worker = new Worker(new URL('../../worker/sweep.worker.ts', import.meta.url), { type: 'module' });
      return askWorker<SweepQuestions>(worker, 'sweep');
    },
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
  const sweep = sweepOf(useLabStore());
  const file = useStore(droppedPlan, ({ file }) => file);
  useEffect(() => {
    if (!file) return;
    droppedPlan.setState({ file: null });
    const { phase, openFile } = sweep.getState();
    if (phase === 'running' || phase === 'paused')
      say(m.app_open_refused({ file: file.name, reason: m.sweep_busy() }), { trouble: true });
    else void openFile(file);
  }, [file, sweep]);
  return <Sweep store={sweep} />;
}
