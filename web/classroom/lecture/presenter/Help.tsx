/** For instructors: how a lecture goes, and every key of it. */
import { useStore } from 'zustand';
import { m } from '../../../i18n/compiled/messages.js';
import {
  ariaLectureKeys,
  LECTURE_ACTIONS,
  type LectureKey,
  shownLectureKeys,
} from '../../../state/keys/lecture-keys';
import { presenterView } from './speaker';

const NAMES: Record<LectureKey, () => string> = {
  next: m.lecture_key_next,
  previous: m.lecture_key_previous,
  blank: m.lecture_key_blank,
  question: m.lecture_key_question,
  laser: m.lecture_key_laser,
  pen: m.lecture_key_pen,
  undo_stroke: m.lecture_key_undo_stroke,
  clear_strokes: m.lecture_key_clear_strokes,
  full_screen: m.lecture_key_full_screen,
  put_away: m.lecture_key_put_away,
  sync: m.lecture_key_sync,
  timer: m.lecture_key_timer,
  watch: m.lecture_key_watch,
  compare: m.lecture_key_compare,
  variant: m.lecture_key_variant,
  larger: m.lecture_key_larger,
  smaller: m.lecture_key_smaller,
  notes: m.lecture_key_notes,
  help: m.lecture_key_help,
  controls: m.lecture_key_controls,
};

export function Help() {
  const open = useStore(presenterView, ({ help }) => help);
  return (
    <details
      className="help"
      open={open}
      onToggle={({ currentTarget }) => presenterView.setState({ help: currentTarget.open })}
    >
      <summary aria-keyshortcuts={ariaLectureKeys('help')}>
        <kbd>?</kbd>
        <span>{m.lecture_help()}</span>
      </summary>
      {/* A keyboard scrolls what has the focus. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: said above */}
      <section className="sheet" aria-label={m.lecture_help()} tabIndex={0}>
        <p>{m.lecture_help_windows()}</p>
        <p>{m.lecture_help_question()}</p>
        <p>{m.lecture_help_sync()}</p>
        <p>{m.lecture_help_stage()}</p>
        <table>
          <thead className="visually-hidden">
            <tr>
              <th>{m.app_help_key()}</th>
              <th>{m.app_help_does()}</th>
            </tr>
          </thead>
          <tbody>
            {LECTURE_ACTIONS.map((key) => (
              <tr key={key}>
                <th scope="row">
                  {shownLectureKeys(key).map((each) => (
                    <kbd key={each}>{each}</kbd>
                  ))}
                </th>
                <td>{NAMES[key]()}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
