/** The comparison in bulk, with the workers that run it. */
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { lineUps, runLineUp } from '../state/line-up';
import { LineUp } from '../views/lineup';
import { importTrace, loadBundled } from './start-engine';
import { startRun } from './start-run';

export default function LineUpPage() {
  const wanted = useStore(lineUps, (state) => state.wanted);
  useEffect(() => {
    if (wanted) void runLineUp(startRun);
  }, [wanted]);
  return <LineUp start={startRun} {...{ importTrace, bundled: loadBundled }} />;
}
