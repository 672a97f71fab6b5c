/** The validation with its engines and its pool of workers, loaded together. */
import { Validation } from '../views/validation';
import { startEngine } from './start-engine';
import { startRun } from './start-run';

export default function ValidationPage() {
  return <Validation engine={startEngine} startRun={startRun} />;
}
