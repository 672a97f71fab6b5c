/** The fields with which a person decides how a trace is read. */
import { useId } from 'react';

/** A number from 1, or none. */
export function NumberField({
  label,
  value,
  none,
  offered,
  onValue,
}: {
  label: string;
  value: number | null;
  none?: string;
  offered?: readonly number[];
  onValue: (value: number | null) => void;
}) {
  const list = useId();
  return (
    <label>
      {label}
      <input
        // The last value, until the field is left or Enter reads the trace with it.
        key={value ?? 0}
        type="number"
        min={1}
        defaultValue={value ?? ''}
        placeholder={none}
        list={offered && list}
        onBlur={({ target }) => {
          const number = target.valueAsNumber > 0 ? Math.floor(target.valueAsNumber) : null;
          if (number !== value) onValue(number);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
      {offered && (
        <datalist id={list}>
          {offered.map((number) => (
            <option key={number} value={number} />
          ))}
        </datalist>
      )}
    </label>
  );
}

/** Words, separated by commas. */
export function WordsField({
  label,
  example,
  value,
  onValue,
}: {
  label: string;
  example: string;
  value: readonly string[];
  onValue: (value: string[]) => void;
}) {
  const text = value.join(', ');
  return (
    <label>
      {label}
      <input
        // The last value, until the field is left or Enter reads the trace with it.
        key={text}
        defaultValue={text}
        placeholder={example}
        spellCheck={false}
        onBlur={({ target }) => {
          const words = target.value.split(',').flatMap((word) => word.trim() || []);
          if (words.join(', ') !== text) onValue(words);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </label>
  );
}

/** One of a few names, or none. */
export function Choice<T extends string>({
  label,
  none,
  value,
  names,
  onValue,
}: {
  label: string;
  none: string;
  value: T | 'trim' | null;
  names: readonly (readonly [T, string])[];
  onValue: (value: T | null) => void;
}) {
  return (
    <label>
      {label}
      <select
        value={value ?? ''}
        onChange={({ target }) => onValue(names.find(([name]) => name === target.value)?.[0] ?? null)}
      >
        <option value="">{none}</option>
        {names.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
