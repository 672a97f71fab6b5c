/** Validation (`#/validation`): loads the closed forms, keeps the runs. */
import { useEffect, useState } from 'react';
import { loadModels, type Models } from '../../protocol/models';
import type { StartRun } from '../../protocol/runs/pool';
import { type StartEngine, useRuns } from '../use-runs';
import { Charts } from './charts/Charts';
import type { Blocks } from './figures';
import { amplificationOf, type RowJob } from './run';
import { ValidationView } from './View';

/** Neither `engine` nor `startRun`, a worker of the pool, may change between renders. */
export function Validation({ engine, startRun }: { engine: StartEngine; startRun: StartRun }) {
  const [models, setModels] = useState<Models | { reason: string } | null>(null);
  const [blocks, setBlocks] = useState<Blocks>(2_000);
  const runs = useRuns<RowJob, number>(engine, amplificationOf);
  useEffect(() => {
    let here = true;
    loadModels().then(
      (loaded) => here && setModels(loaded),
      (error: unknown) => here && setModels({ reason: String(error) }),
    );
    return () => {
      here = false;
    };
  }, []);
  const charts = (
    <Charts engine={engine} startRun={startRun} models={models && !('reason' in models) ? models : null} />
  );
  return <ValidationView {...{ models, blocks, setBlocks, runs, charts }} />;
}
