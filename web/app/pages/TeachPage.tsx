/** The instructor's page (`#/teach`), on engines of its own. */
import { TEACH_PARTS, Teach } from '../../classroom/teach/Teach';
import { challengesOf } from '../engines/challenges-of';
import { runPolicy } from '../engines/run-policy';
import { startEngine } from '../engines/start-engine';
import '../../views/page.css';

export default function TeachPage({ part: named }: { part: string | undefined }) {
  const part = TEACH_PARTS.find((each) => each === named) ?? 'assignments';
  return (
    <main className="page teach">
      <Teach part={part} engine={startEngine} challenges={challengesOf} policies={runPolicy} />
    </main>
  );
}
