/** The comparison in bulk, with the workers that run it. */
import { useEffect } from 'react';
import { warmUps } from '../model/line-up';
import { type Base, beginAhead, lineUps, runLineUp } from '../state/line-up';
import { LineUp } from '../views/lineup';
import { importTrace, loadBundled } from './start-engine';
import * as runs from './start-run';

/** For whoever is likely to compare: the workers are started, their code is warmed up. */
export const readyRuns = () => runs.readyRuns(warmUps());

/** All FTLs on what may be compared next, before anybody says so. */
export const runAhead = (base: Base) => beginAhead(runs.startRun, base, 'ftls');

/** What is wanted begins with the click that wants it, and not once the page is drawn. */
const begin = () => {
  if (lineUps.getState().wanted) void runLineUp(runs.startRun);
};
lineUps.subscribe(begin);
begin();

export default function LineUpPage() {
  useEffect(readyRuns, []);
  return <LineUp start={runs.startRun} {...{ importTrace, bundled: loadBundled }} />;
}
