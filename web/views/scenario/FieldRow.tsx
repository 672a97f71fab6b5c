import { useState } from 'react';
import { choiceName } from '../../i18n/choice-names';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { getAt, kindOf, type ScenarioDocument } from '../../model/scenario/document';
import type { Failure } from '../../protocol/generated/Failure';
import { rangeOf, wrongIn } from './bounds';
import { type Field, shown } from './fields';

export interface FieldRowProps {
  id: string;
  field: Field;
  document: ScenarioDocument;
  /** The error in this field. */
  failure: Failure | null;
  onChange: (field: Field, text: string) => void;
}

/** A label, an input that fits the field, its unit, and under it what it means or what is wrong with it. */
export function FieldRow({ id, field, document, failure, onChange }: FieldRowProps) {
  // While a number is being typed it may be none yet ("1."): the draft is what is in the input.
  const [draft, setDraft] = useState<string | null>(null);
  const { input, unit, help, fallback } = field;
  const value = draft ?? valueIn(field, document);
  const set = (text: string) => {
    setDraft(text);
    onChange(field, text);
  };
  const wrong = wrongIn(field, value);
  const range = rangeOf(field);
  const note = failure || wrong ? `${id}-error` : help || range ? `${id}-help` : undefined;
  const shared = {
    id,
    'aria-invalid': failure !== null || wrong !== null,
    ...(note && { 'aria-describedby': note }),
    onBlur: () => setDraft(null),
  };
  const placeholder = fallback ? m.scenario_default({ value: fallback }) : '';
  return (
    <div className={input.type === 'text' && input.long ? 'field long' : 'field'}>
      <label htmlFor={id}>
        {field.label()}
        {unit && <span className="quiet"> ({unit()})</span>}
      </label>
      {input.type === 'choice' || input.type === 'boolean' ? (
        <select {...shared} value={value} onChange={(event) => set(event.target.value)}>
          <Options field={field} value={value} />
        </select>
      ) : input.type === 'text' && input.long ? (
        <textarea
          {...shared}
          rows={3}
          spellCheck={false}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      ) : (
        <input
          {...shared}
          type="text"
          inputMode={input.type === 'integer' ? 'numeric' : input.type === 'number' ? 'decimal' : 'text'}
          placeholder={placeholder}
          value={value}
          onChange={(event) => set(event.target.value)}
        />
      )}
      {wrong ? (
        <p id={note} className="trouble">
          {wrong}
        </p>
      ) : failure ? (
        <p id={note} className="trouble">
          <FailureText text={failure.message} />
          {failure.message.endsWith('.') ? ' ' : '. '}
          <FailureText text={failure.remedy} />
        </p>
      ) : (
        note && (
          <p id={note} className="quiet">
            {[help?.(), range].filter(Boolean).join(' ')}
          </p>
        )
      )}
    </div>
  );
}

function valueIn({ path, group, input }: Field, document: ScenarioDocument): string {
  return path.endsWith('.kind') ? kindOf(document, group) : shown(getAt(document, path), input);
}

function Options({ field, value }: { field: Field; value: string }) {
  const { input, fallback, path } = field;
  const empty = fallback ? m.scenario_default({ value: choiceName(path, fallback) }) : m.scenario_unset();
  const choices = input.type === 'choice' ? input.choices : ['true', 'false'];
  const name = (choice: string) =>
    input.type !== 'boolean'
      ? choiceName(path, choice)
      : choice === 'true'
        ? m.scenario_yes()
        : m.scenario_no();
  return (
    <>
      {!path.endsWith('.kind') && <option value="">{empty}</option>}
      {choices.map((choice) => (
        <option key={choice} value={choice}>
          {name(choice)}
        </option>
      ))}
      {/* A value that the form has no choice for is kept and shown as it is. */}
      {value !== '' && !choices.includes(value) && <option value={value}>{value}</option>}
    </>
  );
}
