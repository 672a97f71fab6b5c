/** The engine died and was started again: why, where the lab is now, and a report for the developers. */
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import type { CrashReport } from '../../state/lab/recovery';

const CAUSES: Record<CrashReport['cause'], () => string> = {
  bug: m.app_crash_bug,
  memory: m.app_crash_memory,
  silent: m.app_crash_silent,
};
const RETURNED: Record<CrashReport['returned'], () => string> = {
  position: m.app_crash_position,
  beginning: m.app_crash_beginning,
  nothing: m.app_crash_nothing,
  untouched: m.app_crash_untouched,
};

export function Crash({ report }: { report: CrashReport }) {
  const { message, cause, returned, commands, slots } = report;
  const save = () => saveAs('ftl-lab-crash.json', `${JSON.stringify(report, null, 2)}\n`, 'application/json');
  return (
    <div className="crash">
      <strong>
        {returned === 'untouched'
          ? m.app_crash_import({ reason: message })
          : m.app_crash_title({ reason: message })}
      </strong>
      <p>{RETURNED[returned]()}</p>
      <p>{CAUSES[cause]()}</p>
      <details>
        <summary>{m.app_crash_details()}</summary>
        {slots.map(({ seed, at, reached }, slot) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the left and the right simulation
          <p key={slot}>
            {m.app_crash_at({ seed: String(seed), at })}
            {reached !== null && ` ${m.app_crash_reached({ request: reached })}`}
          </p>
        ))}
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre tabIndex={0}>{commands.join('\n')}</pre>
      </details>
      <button type="button" onClick={save}>
        {m.app_crash_save()}
      </button>
    </div>
  );
}
