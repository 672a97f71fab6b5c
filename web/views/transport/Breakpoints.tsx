/**
 * The breakpoints: what there is, to be switched and removed, and one more. The form's choices write into the text, so
 * that a person sees how it is said; what is added is the text.
 */
import { type RefObject, useState } from 'react';
import { Popover } from 'react-aria-components';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import { type Outcome, shownOf } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import { isHit, type Stopped } from '../../state/lab/breakpoints';
import { KINDS } from './kinds';
import css from './transport.module.css';

export interface BreakpointsProps {
  breakpoints: readonly string[];
  off: readonly string[];
  stopped: Stopped | null;
  onAdd: (text: string) => Promise<Outcome<void>>;
  onRemove: (text: string) => void;
  onSwitch: (text: string, on: boolean) => void;
  onHit: (back: boolean) => void;
}

interface OpenProps extends BreakpointsProps {
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
}

export default function BreakpointsPopover({ trigger, open, onOpen, ...props }: OpenProps) {
  return (
    <Popover
      aria-label={m.transport_breakpoints()}
      triggerRef={trigger}
      isOpen={open}
      onOpenChange={onOpen}
      placement="top start"
      className={css.popover ?? ''}
    >
      {/* The popover is the dialog: its buttons for screen readers belong to it. */}
      <div className={css.breakpoints}>
        <List {...props} />
        <Add onAdd={props.onAdd} />
      </div>
    </Popover>
  );
}

function List({ breakpoints, off, stopped, onRemove, onSwitch, onHit }: Omit<BreakpointsProps, 'onAdd'>) {
  const none = breakpoints.every((text) => off.includes(text));
  return (
    <>
      <h3>{m.transport_breakpoints()}</h3>
      <p className="quiet">{m.transport_break_note()}</p>
      {breakpoints.length > 0 && (
        <ul>
          {breakpoints.map((text) => (
            <li key={text} data-hit={isHit(text, stopped) || undefined}>
              <label>
                <input
                  type="checkbox"
                  checked={!off.includes(text)}
                  onChange={(event) => onSwitch(text, event.target.checked)}
                />
                <code>{text}</code>
              </label>
              {isHit(text, stopped) && <span>{m.transport_break_here()}</span>}
              <button
                type="button"
                aria-label={m.transport_break_remove({ what: text })}
                onClick={() => onRemove(text)}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {breakpoints.length > 0 && (
        <div className={css.hits}>
          <button type="button" disabled={none} onClick={() => onHit(true)}>
            {m.transport_previous_hit()}
          </button>
          <button type="button" disabled={none} onClick={() => onHit(false)}>
            {m.transport_next_hit()}
          </button>
        </div>
      )}
    </>
  );
}

function Add({ onAdd }: Pick<BreakpointsProps, 'onAdd'>) {
  const [kind, setKind] = useState(KINDS[0]);
  const [number, setNumber] = useState(String(KINDS[0]?.number?.first ?? 0));
  const [text, setText] = useState(KINDS[0]?.text(0) ?? '');
  const [failure, setFailure] = useState<Failure | null>(null);
  const write = (written: string) => {
    setText(written);
    setFailure(null);
  };
  const choose = (id: string) => {
    const chosen = KINDS.find((each) => each.id === id);
    if (!chosen) return;
    setKind(chosen);
    setNumber(String(chosen.number?.first ?? 0));
    write(chosen.text(chosen.number?.first ?? 0));
  };
  const count = (written: string) => {
    setNumber(written);
    const value = Number(written);
    if (kind && written !== '' && Number.isFinite(value)) write(kind.text(value));
  };
  return (
    <form
      className={css.add}
      onSubmit={async (submitted) => {
        submitted.preventDefault();
        setFailure(shownOf(await onAdd(text)));
      }}
    >
      <label>
        {m.transport_break_kind()}
        <select value={kind?.id} onChange={(event) => choose(event.target.value)}>
          {KINDS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name()}
            </option>
          ))}
        </select>
      </label>
      {kind?.number && (
        <label>
          {kind.number.name()}
          <input
            type="number"
            value={number}
            min={kind.number.least}
            step={kind.number.step}
            onChange={(event) => count(event.target.value)}
          />
        </label>
      )}
      <label className={css.text}>
        {m.transport_break_text()}
        <input
          type="text"
          value={text}
          spellCheck={false}
          autoComplete="off"
          aria-invalid={failure !== null}
          aria-describedby={failure ? 'breakpoint-wrong' : undefined}
          onChange={(event) => write(event.target.value)}
        />
      </label>
      <button type="submit">{m.transport_break_add()}</button>
      {failure && <Wrong failure={failure} text={text} />}
    </form>
  );
}

/** The error in the text, under the place where it is. */
function Wrong({ failure: { remedy, column, ...failure }, text }: { failure: Failure; text: string }) {
  const words = useFailureWords();
  const message = words(failure.message);
  return (
    <div id="breakpoint-wrong" role="alert" className={css.wrong} ref={intoView}>
      {column !== null && (
        <pre aria-hidden="true">
          {text}
          {'\n'}
          {`${' '.repeat(column - 1)}^`}
        </pre>
      )}
      <p>{column === null ? message : m.transport_break_wrong({ column, message })}</p>
      <p>{words(remedy)}</p>
    </div>
  );
}

/**
 * Under a long list it would be out of sight; and the box about it finds its height only once this is in it. jsdom
 * cannot observe.
 */
function intoView(element: HTMLElement | null) {
  if (!element || typeof ResizeObserver === 'undefined') return;
  const observer = new ResizeObserver(() => element.scrollIntoView({ block: 'nearest' }));
  const dialog = element.closest('[role=dialog]');
  for (const box of [element, dialog, dialog?.parentElement]) if (box) observer.observe(box);
  return () => observer.disconnect();
}
