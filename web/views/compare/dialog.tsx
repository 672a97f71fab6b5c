/** Choosing what to compare with: the same workload on another FTL, or any scenario. */
import { useMemo, useState } from 'react';
import { integer } from '../../base/format';
import { useTypedOn } from '../../base/typed/use-typed';
import { bufferName } from '../../i18n/buffer-names';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { ftlBeside, ftlName } from '../../i18n/ftl-names';
import { schedulerName } from '../../i18n/scheduler-names';
import { Dialog } from '../../kit/Dialog';
import { BESIDE, type Beside, besides, pairBeside, type Variant } from '../../model/plans/batch-compare';
import {
  kindOf,
  knownDocument,
  numberAt,
  type ScenarioDocument,
  writeDocument,
} from '../../model/scenario/document';
import { ftlAt } from '../../model/scenario/mid-run';
import { FTLS, type FtlKind, type Pairing, pairWith } from '../../model/schemes';
import { CANCELLED, type Outcome, shownOf, type Unfinished } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { FtlOptions } from '../../protocol/generated/FtlOptions';
import { putAway } from '../../state/plans/batch-compare';
import { useLab, useLabStore } from '../../state/use-lab';
import { placeOf } from '../failure-text';
import { another, type Option, optionsOf } from './options';
import './compare.css';

type Choice = FtlKind | 'text' | 'options' | 'beside';

export function CompareDialog({ close }: { close: () => void }) {
  const lab = useLabStore();
  const summary = useLab((state) => state.slots[0]?.summary ?? null);
  const source = useLab((state) => state.slots[0]?.source ?? '{}');
  // The canonical text says everything, also what the person left to defaults.
  const document = useMemo(() => knownDocument(summary?.canonical ?? source) ?? {}, [summary, source]);
  const own = kindOf(document, 'ftl');
  const request = useLab((state) => state.slots[0]?.current.frame.position.request ?? 0);
  const ended = summary !== null && request >= summary.requests;
  const ftl = ftlAt(summary?.canonical ?? '{}', request);
  const options = optionsOf(ftl);
  const [set, setSet] = useState<Values>(() => {
    const [first] = options;
    return first ? { [first.name]: another(first, ftl) } : {};
  });
  const [choice, setChoice] = useState<Choice>(() => FTLS.find((kind) => kind !== own) ?? 'page');
  const [text, setText, forget] = useTypedOn('compare', source);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [opening, setOpening] = useState(false);

  const groups = useMemo(() => groupsOf(document), [document]);
  const [beside, setBeside] = useState('');
  const all = groups.flatMap(({ variants }) => variants);
  const [preset, variant] = all.find(([, , key]) => key === beside) ?? all[0] ?? [];

  const start = async () => {
    if (opening) return;
    setOpening(true);
    const begun = await begin();
    setOpening(false);
    setFailure(shownOf(begun));
    if (begun.is === 'done') close();
  };
  const begin = (): Promise<Outcome<void>> | Unfinished => {
    if (choice === 'options') return change();
    if (choice === 'text') return withText();
    if (choice !== 'beside') return open(pairWith(choice, document), ftlName(choice));
    if (!preset || !variant) return CANCELLED;
    return open(pairBeside(preset, variant, document), besideName(preset, variant));
  };
  const withText = async () => {
    const compared = await lab.getState().compare(text);
    if (compared.is === 'done') forget();
    return compared;
  };
  const change = async (): Promise<Outcome<void>> => {
    const others = Object.entries(set).filter(
      ([name, json]) => json !== undefined && json !== JSON.stringify(ftl[name] ?? null),
    );
    if (others.length === 0)
      return { is: 'refused', failure: { ...NOTHING, message: m.compare_options_same() } };
    const values = others.map(([name, json]) => [name, JSON.parse(json ?? 'null')]);
    return lab.getState().forkWith(Object.fromEntries(values) as FtlOptions);
  };
  const inBulk = () => {
    putAway();
    close();
    location.assign('#/compare');
  };
  const open = async ({ left, right, grown, refilled, enriched }: Pairing, under: string) => {
    const { compare, open: reopen } = lab.getState();
    if (grown || refilled || enriched) {
      const opened = await reopen(0, writeDocument(left));
      if (opened.is !== 'done') return opened;
    }
    return compare(
      writeDocument({ ...right, name: m.compare_name({ name: summary?.name ?? '', ftl: under }) }),
    );
  };

  return (
    <Dialog
      title={m.compare_title()}
      closeLabel={m.app_close()}
      close={close}
      width="narrow"
      footer={
        // Not `disabled`: the focus stays on it, and from there goes back to where it was.
        <button type="button" className="primary" aria-disabled={opening} onClick={() => void start()}>
          {opening ? m.compare_opening() : m.compare_start()}
        </button>
      }
    >
      <p>{m.compare_intro({ name: summary?.name || ftlName(own) })}</p>
      <p>
        <button type="button" onClick={inBulk}>
          {m.compare_in_bulk()}
        </button>
      </p>
      <fieldset className="compare-choices">
        <legend>{m.compare_other()}</legend>
        <label>
          <input
            type="radio"
            name="compare"
            disabled={ended || options.length === 0}
            checked={choice === 'options'}
            onChange={() => setChoice('options')}
          />
          <span>
            {m.compare_with_options({ request: integer(request + 1) })}{' '}
            <span className="quiet">
              {options.length === 0
                ? m.compare_with_options_none({ ftl: ftlName(own) })
                : ended && m.compare_with_options_end()}
            </span>
          </span>
        </label>
        {choice === 'options' && <Options {...{ options, ftl, set, setSet }} />}
        {FTLS.filter((kind) => kind !== own).map((kind) => (
          <label key={kind}>
            <input type="radio" name="compare" checked={choice === kind} onChange={() => setChoice(kind)} />
            <span>
              {ftlBeside(kind)} <Changes pairing={pairWith(kind, document)} {...{ document }} />
            </span>
          </label>
        ))}
        {preset && variant && (
          <>
            <label>
              <input
                type="radio"
                name="compare"
                checked={choice === 'beside'}
                onChange={() => setChoice('beside')}
              />
              <span>
                {m.compare_with_beside()}{' '}
                <Changes pairing={pairBeside(preset, variant, document)} {...{ document }} />
              </span>
            </label>
            {choice === 'beside' && (
              <select
                aria-label={m.compare_beside_label()}
                value={`${preset} ${variant.value}`}
                onChange={({ target }) => setBeside(target.value)}
              >
                {groups.map(({ name, variants }) => (
                  <optgroup key={name} label={name}>
                    {variants.map(([of, each, key]) => (
                      <option key={key} value={key}>
                        {besideName(of, each)}
                      </option>
                    ))}
                  </optgroup>
                ))}
              </select>
            )}
          </>
        )}
        <label>
          <input type="radio" name="compare" checked={choice === 'text'} onChange={() => setChoice('text')} />
          <span>{m.compare_with_text()}</span>
        </label>
        {choice === 'text' && (
          <textarea
            aria-label={m.compare_text_label()}
            rows={12}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </fieldset>
      {failure && (
        <div role="alert">
          <p className="trouble">
            {placeOf(failure)} <FailureText text={failure.message} />
          </p>
          <p className="quiet">
            <FailureText text={failure.remedy} />
          </p>
        </div>
      )}
    </Dialog>
  );
}

/** Values that were chosen, as JSON, by option. */
type Values = { [name in keyof FtlOptions]?: string };

interface OptionsProps {
  options: Option[];
  ftl: ScenarioDocument;
  set: Values;
  setSet: (set: Values) => void;
}

/** The options that can change in the middle of a run, each with its current value. */
function Options({ options, ftl, set, setSet }: OptionsProps) {
  return (
    <div className="options-from-here">
      {options.map(({ name, label, values }) => {
        const now = JSON.stringify(ftl[name] ?? null);
        const value = set[name] ?? now;
        const choose = (json: string) => setSet({ ...set, [name]: json });
        return (
          <label key={name} htmlFor={`option-${name}`}>
            {label()}
            {'least' in values ? (
              <input
                id={`option-${name}`}
                type="number"
                min={values.least}
                step="any"
                value={value}
                onChange={({ target }) => choose(JSON.stringify(target.valueAsNumber || 0))}
              />
            ) : (
              <select id={`option-${name}`} value={value} onChange={({ target }) => choose(target.value)}>
                {values.map(([json, text]) => (
                  <option key={json} value={json}>
                    {json === now ? m.compare_option_now({ value: text }) : text}
                  </option>
                ))}
              </select>
            )}
          </label>
        );
      })}
    </div>
  );
}

const NOTHING: Failure = { kind: 'options', message: '', remedy: '', field: null, line: null, column: null };

/** The changes on both sides that make the comparison fair. */
function Changes({ pairing, document }: { pairing: Pairing; document: ScenarioDocument }) {
  const { blocks, grown, refilled, enriched } = pairing;
  const notes = [
    grown && m.compare_grown({ from: numberAt(document, 'device.blocks', 0), to: blocks }),
    refilled && m.compare_refilled(),
    enriched && m.compare_enriched(),
  ].filter((note) => note !== false);
  return notes.length > 0 ? <span className="quiet">({notes.join(' ')})</span> : null;
}

interface Group {
  name: string;
  variants: (readonly [Beside, Variant, key: string])[];
}

/** The alternatives to the scenario, by the varied field; without those of which there is nothing. */
function groupsOf(document: ScenarioDocument): Group[] {
  const groups = BESIDE.map((preset) => ({
    name: GROUPS[preset](),
    variants: besides(preset, document).map((each) => [preset, each, `${preset} ${each.value}`] as const),
  }));
  return groups.filter(({ variants }) => variants.length > 0);
}

const GROUPS: Record<Beside, () => string> = {
  buffers: m.compare_beside_buffers,
  schedulers: m.compare_beside_schedulers,
  channels: m.compare_beside_channels,
};

function besideName(preset: Beside, { value }: Variant): string {
  if (preset === 'schedulers') return schedulerName(String(value));
  if (preset === 'channels') return m.compare_channels({ n: Number(value), shown: integer(Number(value)) });
  return value === 'none' ? m.compare_no_buffer() : bufferName(String(value));
}
