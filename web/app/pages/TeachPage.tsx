/** The instructor's page (`#/teach`), on engines of its own. */
import { Teach } from '../../classroom/teach/Teach';
import { challengesOf } from '../engines/challenges-of';
import { startEngine } from '../engines/start-engine';
import '../../views/page.css';

export default function TeachPage() {
  return (
    <main className="page teach">
      <Teach engine={startEngine} challenges={challengesOf} />
    </main>
  );
}
