/** The instructor's page (`#/teach`), on engines of its own. */
import { useStore } from 'zustand';
import { Closed } from '../../classroom/assignment/Closed';
import { underWay } from '../../classroom/assignment/under-way';
import { TEACH_PARTS, Teach } from '../../classroom/teach/Teach';
import { challengesOf } from '../engines/challenges-of';
import { runPolicy } from '../engines/run-policy';
import { startEngine } from '../engines/start-engine';
import '../../views/page.css';

export default function TeachPage({ part: named }: { part: string | undefined }) {
  const part = TEACH_PARTS.find((each) => each === named) ?? 'assignments';
  // Exam questions have their key, and the homework has its.
  const at = useStore(underWay, (state) => state.at);
  if (at)
    return (
      <main className="page">
        <Closed at={at} />
      </main>
    );
  return (
    <main className="page teach">
      <Teach part={part} engine={startEngine} challenges={challengesOf} policies={runPolicy} />
    </main>
  );
}
