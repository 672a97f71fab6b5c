/** The page of traces, with the worker that puts traces on other drives. */
import { workerDrives } from '../../protocol/traces/drives';
import { Traces, type TracesProps } from '../../views/trace';
import { importWorker } from '../engines/start-engine';

const makeDrives = workerDrives(importWorker);

export function TracesPage(props: Omit<TracesProps, 'makeDrives'>) {
  return <Traces {...props} makeDrives={makeDrives} />;
}
