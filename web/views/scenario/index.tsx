/** The scenario as a form and as text. The text is the one truth; the form reads and changes it. */
import { useEffect, useRef, useState } from 'react';
import { useTypedOn } from '../../base/typed/use-typed';
import { m } from '../../i18n/compiled/messages.js';
import { Dialog } from '../../kit/Dialog';
import { type Outcome, shownOf } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { Summary } from '../../protocol/generated/Summary';
import { useLab, useLabStore } from '../../state/use-lab';
import { changesOf } from './change';
import { fieldId, type Part, placeOf, ScenarioView } from './View';

/** How long typing rests before the engine is asked. */
const CHECK_AFTER_MS = 250;

export function ScenarioDialog({ close }: { close: () => void }) {
  const lab = useLabStore();
  const undoable = useLab((state) => state.undoable !== null);
  const busy = useLab((state) => state.slots[0]?.busy ?? null);
  const trace = useLab((state) => state.trace?.name ?? null);
  const [part, setPart] = useState<Part>('ftl');
  const source = useLab((state) => state.slots[0]?.source ?? '{}');
  const [text, setText, discard] = useTypedOn('scenario', source);
  const changes = changesOf(source, text);
  const [checked, setChecked] = useState<Summary | Failure | null>(null);
  const [opening, setOpening] = useState(false);
  const latest = useRef(0);

  useEffect(() => {
    const timer = setTimeout(async () => {
      latest.current += 1;
      const mine = latest.current;
      const answer = await lab.getState().check(text);
      if (mine === latest.current && answer.is !== 'cancelled') setChecked(verdictOf(answer));
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [lab, text]);

  const apply = async () => {
    if (opening) return;
    setOpening(true);
    const opened = await lab.getState().open(0, text);
    setOpening(false);
    if (opened.is === 'done') {
      discard();
      return close();
    }
    // Cancelled, or the notice of a crash is there: the form stays as it was typed.
    const failure = shownOf(opened);
    if (!failure) return;
    latest.current += 1;
    setChecked(failure);
    const field = part === 'text' ? null : placeOf(failure, text);
    if (field) setPart(field.group);
    // Once that part is there.
    setTimeout(() => document.getElementById(field ? fieldId(field.path) : 'scenario-text')?.focus());
  };
  const undo = async () => {
    await lab.getState().undo();
    discard();
  };

  return (
    <Dialog
      title={m.scenario_title()}
      closeLabel={m.app_close()}
      close={close}
      width="wide"
      footer={
        <>
          {/* Not `disabled`: the focus stays on it, and from there goes back to where it was. */}
          <button type="button" className="primary" aria-disabled={opening} onClick={() => void apply()}>
            {m.scenario_apply()}
          </button>
          <button type="button" disabled={!undoable || opening} onClick={() => void undo()}>
            {m.scenario_undo()}
          </button>
          {text !== source && !opening && (
            <button type="button" onClick={discard}>
              {m.scenario_discard()}
            </button>
          )}
          {changes > 0 && !opening && <span className="quiet">{m.scenario_changes({ count: changes })}</span>}
          {opening && (
            <>
              <span role="status">
                {busy ? `${m.scenario_opening()} ${busy.requests} / ${busy.total}` : m.scenario_opening()}
              </span>
              <button type="button" onClick={() => lab.getState().cancel()}>
                {m.app_cancel()}
              </button>
            </>
          )}
        </>
      }
    >
      <ScenarioView {...{ text, part, checked, trace }} onText={setText} onPart={setPart} />
    </Dialog>
  );
}

/** The engine's verdict on a text; `null` where it gave none. */
function verdictOf(checked: Outcome<Summary>): Summary | Failure | null {
  return checked.is === 'done' ? checked.value : shownOf(checked);
}
