/** How the table in a `csv` file is read. */
import { useState } from 'react';
import { m } from '../../../i18n/compiled/messages.js';
import type { AddressUnit } from '../../../protocol/generated/AddressUnit';
import type { Delimiter } from '../../../protocol/generated/Delimiter';
import type { Options } from '../../../protocol/generated/Options';
import type { OpWords } from '../../../protocol/generated/OpWords';
import type { Part } from '../../../protocol/generated/Part';
import { Choice, NumberField, WordsField } from './fields';

interface Choosing {
  options: Options;
  set: (change: Partial<Options>) => void;
}

/** Columns and units of a table. */
export function Table({ options, set }: Choosing) {
  const units = UNITS.map(([unit, name]) => [unit, name()] as const);
  return (
    <fieldset className="reading-table">
      <legend>{m.trace_columns()}</legend>
      <div className="overrides">
        {PARTS.map(([part, name]) => (
          <NumberField
            key={part}
            label={name()}
            value={options.columns[part]}
            onValue={(number) => set({ columns: { ...options.columns, [part]: number } })}
          />
        ))}
        <Choice
          label={m.trace_address_unit()}
          none={m.trace_unit_named()}
          value={options.address_unit}
          names={units}
          onValue={(address_unit) => set({ address_unit })}
        />
        <Choice
          label={m.trace_size_unit()}
          none={m.trace_unit_named()}
          value={options.size_unit}
          names={units}
          onValue={(size_unit) => set({ size_unit })}
        />
        <Choice
          label={m.trace_zero_op()}
          none={m.trace_zero_none()}
          value={options.zero_op}
          names={[
            ['read', m.trace_zero_read()],
            ['write', m.trace_zero_write()],
          ]}
          onValue={(zero_op) => set({ zero_op })}
        />
        <Choice
          label={m.trace_delimiter()}
          none={m.trace_delimiter_none()}
          value={options.delimiter}
          names={DELIMITERS.map(([delimiter, name]) => [delimiter, name()] as const)}
          onValue={(delimiter) => set({ delimiter })}
        />
        <Choice
          label={m.trace_header()}
          none={m.trace_header_none()}
          value={options.header === null ? null : options.header ? 'yes' : 'no'}
          names={[
            ['yes', m.trace_header_yes()],
            ['no', m.trace_header_no()],
          ]}
          onValue={(header) => set({ header: header && header === 'yes' })}
        />
      </div>
      <p className="quiet">{m.trace_columns_note()}</p>
      <div className="overrides">
        {WORDS.map(([meaning, name, example]) => (
          <WordsField
            key={meaning}
            label={name()}
            example={example}
            value={options.op_words[meaning]}
            onValue={(words) => set({ op_words: { ...options.op_words, [meaning]: words } })}
          />
        ))}
      </div>
      <RowsChoice options={options} set={set} />
    </fieldset>
  );
}

/** The rows that count. The trace is read again once both the column and its words are there. */
function RowsChoice({ options: { rows }, set }: Choosing) {
  const [column, setColumn] = useState(rows?.column ?? null);
  const [words, setWords] = useState(rows?.words ?? []);
  const choose = (number: number | null, chosen: string[]) => {
    setColumn(number);
    setWords(chosen);
    const next = number !== null && chosen.length > 0 ? { column: number, words: chosen } : null;
    if (next || rows) set({ rows: next });
  };
  return (
    <div className="overrides">
      <NumberField
        label={m.trace_rows_column()}
        none={m.trace_rows_none()}
        value={column}
        onValue={(number) => choose(number, words)}
      />
      <WordsField
        label={m.trace_rows_words()}
        example="D"
        value={words}
        onValue={(chosen) => choose(column, chosen)}
      />
    </div>
  );
}

const DELIMITERS: readonly (readonly [Delimiter, () => string])[] = [
  ['comma', m.trace_delimiter_comma],
  ['semicolon', m.trace_delimiter_semicolon],
  ['tab', m.trace_delimiter_tab],
  ['bar', m.trace_delimiter_bar],
  ['blanks', m.trace_delimiter_blanks],
];

/** Beside each, an example. */
const WORDS: readonly (readonly [keyof OpWords, () => string, string])[] = [
  ['read', m.trace_words_read, '28, Rd'],
  ['write', m.trace_words_write, '2a, Wr'],
  ['trim', m.trace_words_trim, '42'],
  ['none', m.trace_words_none, 'flush'],
];

const UNITS: readonly (readonly [AddressUnit, () => string])[] = [
  ['bytes', m.trace_unit_bytes],
  ['sectors', m.trace_unit_sectors],
  ['pages', m.trace_unit_pages],
];

const PARTS: readonly (readonly [Part, () => string])[] = [
  ['time', m.trace_part_time],
  ['op', m.trace_part_op],
  ['address', m.trace_part_address],
  ['size', m.trace_part_size],
  ['device', m.trace_part_device],
];
