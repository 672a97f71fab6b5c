/** In the place of lessons while an assignment is under way: they have its answers. */
import { m } from '../../i18n/compiled/messages.js';
import { setUnderWay, type UnderWay } from './under-way';
import { useWholePage } from './use-whole-page';
import './assignment.css';

export interface ClosedProps {
  at: UnderWay;
  onMap?: ((shown: boolean) => void) | undefined;
}

export function Closed({ at: { title, packed }, onMap }: ClosedProps) {
  useWholePage(onMap, true);
  return (
    <div className="assignment-cover" role="status">
      <p>
        {m.assignment_closed({ title })} {m.assignment_leave_noted()}
      </p>
      <div className="actions">
        <a className="button now" href={`#/assignment/${packed}`}>
          {m.assignment_back()}
        </a>
        <button type="button" onClick={() => setUnderWay(null, Date.now())}>
          {m.assignment_leave()}
        </button>
      </div>
    </div>
  );
}
