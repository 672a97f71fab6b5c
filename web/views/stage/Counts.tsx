/** What happened since playing became too fast to follow, in place of what the moment is called. */
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import css from './stage.module.css';
import type { Tallied } from './tally';

export default function Counts({ counts }: { counts: Tallied }) {
  const [programs, copies, erases, merges] = [
    counts.programs,
    counts.copies,
    counts.erases,
    counts.merges,
  ].map(integer);
  return (
    <div className={css.banner}>
      <p className={css.caption} data-testid="tally">
        {m.stage_tally({
          programs: programs ?? '',
          copies: copies ?? '',
          erases: erases ?? '',
          merges: merges ?? '',
        })}
      </p>
    </div>
  );
}
