/** Validation (`#/validation`): loads the closed forms, keeps the runs. */
import { useEffect, useState } from 'react';
import { loadModels, type Models } from '../../protocol/models';
import type { Blocks } from './figures';
import { type StartEngine, useRuns } from './use-runs';
import { ValidationView } from './View';

/** `engine` must not change between renders. */
export function Validation({ engine }: { engine: StartEngine }) {
  const [models, setModels] = useState<Models | { reason: string } | null>(null);
  const [blocks, setBlocks] = useState<Blocks>(2_000);
  const runs = useRuns(engine);
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
  return <ValidationView {...{ models, blocks, setBlocks, runs }} />;
}
