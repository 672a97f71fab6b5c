/** A design task: the knobs, the runs on the workload that is shown, and after handing in the run on the hidden one. */
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components/Button';
import { Group } from 'react-aria-components/Group';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { NumberField } from 'react-aria-components/NumberField';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Icon } from '../../kit/Icon';
import { EngineFailure } from '../../protocol/engine/engine-client';
import type { Plain, Scope } from '../language/evaluate';
import type { Rules } from '../language/lesson';
import { AttemptsLeft, WrongText } from '../parts/Question';
import { Inlines } from '../parts/Text';
import { useVerdict } from '../parts/use-verdict';
import { shown as said } from '../play/grade';
import { type Asked, settled } from '../play/play';
import { type Design, type Knob, type Settings, settingsIn, writeSettings } from './design';
import { figuresOf, gradeDesign } from './judge';
import './design.css';

export interface DesignFormProps {
  design: Design;
  /** The settings to start from. */
  own: Settings;
  asked: Asked;
  /** Of the assignment it is in. */
  rules: Rules | null;
  before: Scope | null;
  slug: string | null;
  nudged: number;
  /** Runs the settings; resolves with what the engine then says. */
  run(which: 'shown' | 'hidden', settings: Settings): Promise<Scope>;
  /** Settings that are not handed in yet, at each change; left out before a room. */
  typed?: ((settings: string) => void) | undefined;
  answered(given: string, right: boolean): void;
  show(): void;
}

/** A run that was made: what was set, on which workload, its figures. */
interface Row {
  text: string;
  which: 'shown' | 'hidden';
  figures: Plain[];
  scope: Scope;
}

export function DesignForm(props: DesignFormProps) {
  const { design, own, asked, rules, before, slug, nudged, run } = props;
  const [draft, setDraft] = useState<Settings>(
    () => settingsIn(design, asked.draft ?? '') ?? settingsIn(design, asked.given ?? '') ?? own,
  );
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [running, setRunning] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const told = useVerdict(asked.tries);
  const id = useId();

  useEffect(() => {
    if (nudged > 0) form.current?.querySelector<HTMLElement>('input, select')?.focus();
  }, [nudged]);

  const make = async (which: Row['which'], settings: Settings): Promise<Row | null> => {
    setTrouble(null);
    setRunning(true);
    try {
      const scope = await run(which, settings);
      const row = { text: writeSettings(design, settings), which, figures: figuresOf(design, scope), scope };
      setRows((made) => [...made.filter((each) => each.text !== row.text || each.which !== which), row]);
      return row;
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error;
      setTrouble(`${error.failure.message}\n${error.failure.remedy}`);
      return null;
    } finally {
      setRunning(false);
    }
  };
  const handIn = async (event: FormEvent) => {
    event.preventDefault();
    const row = await make('hidden', draft);
    if (row) props.answered(row.text, gradeDesign(design, row.scope).right);
  };

  // Kept from an earlier visit, given by the speaker, or asked for with "Show me".
  const kept = asked.verdict !== null ? asked.given : null;
  const wanted =
    kept ?? (asked.known ? design.solutions[0] && writeSettings(design, design.solutions[0].settings) : null);
  const judged = rows.find((row) => row.which === 'hidden' && row.text === wanted) ?? null;
  const missing = before !== null && wanted != null && judged === null && !running && trouble === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each settings that are wanted
  useEffect(() => {
    const settings = missing && wanted != null ? settingsIn(design, wanted) : null;
    if (settings) void make('hidden', settings);
  }, [missing, wanted]);

  const closed = settled({ rules }, asked);
  const verdict = judged && asked.verdict !== null ? gradeDesign(design, judged.scope) : null;
  const ready = before !== null && !running;
  return (
    <form className="question design" ref={form} onSubmit={handIn} aria-labelledby={`${id}-ask`}>
      <div className="asked">
        <p className="eyebrow">{m.lesson_design()}</p>
        <p className="ask" id={`${id}-ask`}>
          <Inlines inlines={design.ask} scope={before} slug={slug} />
        </p>
        <div className="knobs">
          {design.knobs.map((knob) => (
            <KnobField
              key={knob.path}
              knob={knob}
              value={draft[knob.path] ?? 0}
              disabled={closed}
              change={(value) => {
                const next = { ...draft, [knob.path]: value };
                setDraft(next);
                props.typed?.(writeSettings(design, next));
              }}
            />
          ))}
        </div>
        <div className="actions">
          <button type="button" disabled={!ready || closed} onClick={() => void make('shown', draft)}>
            {m.lesson_design_run()}
          </button>
          <button type="submit" className="primary" disabled={!ready || closed}>
            {m.lesson_design_hand_in()}
          </button>
        </div>
        {trouble && (
          <p className="trouble" role="alert">
            <FailureText text={trouble} />
          </p>
        )}
      </div>
      {rows.length > 0 && <Runs design={design} rows={rows} />}
      <div role="status" ref={told}>
        {running && <p className="feedback">{m.lesson_checking()}</p>}
        {verdict?.right === true && (
          <p className="feedback right">
            <Icon name="check" size={18} />
            <b>{m.lesson_right()}</b>
          </p>
        )}
        {verdict?.right === false && judged && (
          <div className="feedback wrong">
            <Icon name="warning" size={18} />
            <p>
              <WrongText hint={verdict.hint} scope={judged.scope} {...{ rules, slug }} />{' '}
              <AttemptsLeft {...{ rules, asked }} />
            </p>
          </div>
        )}
        {!verdict && asked.known && asked.verdict === null && <p className="feedback">{m.lesson_shown()}</p>}
      </div>
      <div className="actions" data-after={verdict?.right === false ? 'wrong' : undefined}>
        {!asked.known && !rules && (
          <button type="button" className="quiet small" onClick={props.show}>
            {m.lesson_show_me()}
          </button>
        )}
      </div>
    </form>
  );
}

interface KnobProps {
  knob: Knob;
  value: number | string;
  disabled: boolean;
  change(value: number | string): void;
}

function KnobField({ knob, value, disabled, change }: KnobProps) {
  if (knob.kind === 'choice')
    return (
      <label className="knob">
        {knob.name}
        <select value={value} disabled={disabled} onChange={({ target }) => change(target.value)}>
          {knob.of.map((each) => (
            <option key={each.value} value={each.value}>
              {each.name}
            </option>
          ))}
        </select>
        {/* A room chooses with the speaker: it sees no control. */}
        <span className="of" aria-hidden="true">
          {knob.of.map((each) => each.name).join(', ')}
        </span>
      </label>
    );
  return (
    <NumberField
      className="knob"
      value={Number(value)}
      minValue={knob.from}
      maxValue={knob.to}
      step={knob.by}
      isDisabled={disabled}
      // An emptied field is none yet.
      onChange={(next) => Number.isNaN(next) || change(next)}
    >
      <Label>{m.lesson_design_range({ name: knob.name, from: said(knob.from), to: said(knob.to) })}</Label>
      <Group>
        <Button slot="decrement">−</Button>
        <Input />
        <Button slot="increment">+</Button>
      </Group>
    </NumberField>
  );
}

/** The runs so far, the last one at the bottom. */
function Runs({ design, rows }: { design: Design; rows: readonly Row[] }) {
  return (
    <div className="runs">
      <table>
        <caption className="visually-hidden">{m.lesson_design_runs()}</caption>
        <thead>
          <tr>
            <th scope="col">{m.lesson_design_workload()}</th>
            {[...design.knobs, ...design.figures].map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ text, which, figures }) => (
            <tr key={`${which} ${text}`} data-hidden={which === 'hidden' || undefined}>
              <th scope="row">{which === 'hidden' ? m.lesson_design_hidden() : m.lesson_design_shown()}</th>
              {settingTexts(design, text).map((each, at) => (
                <td key={design.knobs[at]?.path} data-name={design.knobs[at]?.name}>
                  {each}
                </td>
              ))}
              {figures.map((each, at) => (
                <td key={design.figures[at]?.id} data-name={design.figures[at]?.name}>
                  {said(each)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function settingTexts(design: Design, text: string): string[] {
  const settings = settingsIn(design, text);
  return design.knobs.map((knob) => knobText(knob, settings?.[knob.path] ?? null));
}

function knobText(knob: Knob, value: number | string | null): string {
  const name = knob.kind === 'choice' ? knob.of.find((each) => each.value === value)?.name : undefined;
  return name ?? said(value);
}

/** Settings in words, `Log blocks 12, Victim policy Greedy`. */
export function settingsText(design: Design, settings: Settings): string {
  return design.knobs
    .map((knob) =>
      m.lesson_design_setting({ name: knob.name, value: knobText(knob, settings[knob.path] ?? null) }),
    )
    .join(', ');
}
