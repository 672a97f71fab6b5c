/** The validation with its engines and its pool of workers, loaded together. */
import { Validation } from '../../views/validation';
import { startEngine } from '../engines/start-engine';
import { startRun } from '../engines/start-run';

export default function ValidationPage() {
  return <Validation engine={startEngine} startRun={startRun} />;
}
