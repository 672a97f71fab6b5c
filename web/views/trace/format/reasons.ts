/** The error in a bad line, in words; `words` are those of failures, for the expected text. */
import { m } from '../../../i18n/compiled/messages.js';
import type { LineError } from '../../../protocol/generated/LineError';
import type { Part } from '../../../protocol/generated/Part';

/** The names of the fields that answer. */
const PARTS: Readonly<Record<Part, () => string>> = {
  time: m.trace_part_time,
  op: m.trace_part_op,
  address: m.trace_part_address,
  size: m.trace_part_size,
  device: m.trace_part_device,
};
const UNITS: Readonly<Record<Part, () => string>> = {
  ...PARTS,
  time: m.trace_time_unit,
  address: m.trace_address_unit,
  size: m.trace_size_unit,
};

export function reasonOf({ problem, field, format }: LineError, words: (text: string) => string): string {
  switch (problem.kind) {
    case 'missing_field':
    case 'extra_field':
      return m.trace_reason_fields({ expected: problem.expected, found: problem.found, format });
    case 'not_an_integer':
    case 'not_a_decimal':
    case 'not_hex':
      return m.trace_reason_number({ field, found: problem.found });
    case 'negative':
      return m.trace_reason_negative({ field, found: problem.found });
    case 'too_big':
    case 'page_too_big':
      return m.trace_reason_too_big({ field, found: problem.found, max: String(problem.max) });
    case 'zero_length':
      return m.trace_reason_zero({ field });
    case 'unknown_op':
      if (format === 'csv') return m.trace_reason_word({ found: problem.found });
      return m.trace_reason_op({ field, found: problem.found, expected: words(problem.expected) });
    case 'unexpected':
      return m.trace_reason_unexpected({ found: problem.found, expected: words(problem.expected) });
    case 'too_many_files':
      return m.trace_reason_files({ max: problem.max });
    case 'unknown_token':
    case 'value_without_write':
      return m.trace_reason_token({ found: problem.found });
    case 'other_format':
      return m.trace_reason_other_format({ other: problem.other });
    case 'other_names':
      return m.trace_reason_other_names({ expected: problem.expected });
    case 'name_twice':
      return m.trace_reason_name_twice({ found: problem.found, column: PARTS[problem.what]() });
    case 'two_columns': {
      const columns = problem.columns.map(({ number, name }) => `${number} (${name})`).join(', ');
      return m.trace_reason_two_columns({ columns, column: PARTS[problem.what]() });
    }
    case 'ran_together':
      return m.trace_reason_ran_together(problem);
    case 'time_too_fine':
      return m.trace_reason_too_fine({ found: problem.found, choice: m.trace_time_unit() });
    case 'column_unknown':
      return m.trace_reason_no_column({ column: PARTS[problem.what]() });
    case 'column_absent':
    case 'rows_column_absent':
      return m.trace_reason_column_absent({ number: problem.number, columns: problem.columns });
    case 'unit_unknown':
      return m.trace_reason_unit({ found: problem.found, choice: UNITS[problem.what]() });
    case 'unit_multiple':
      return m.trace_reason_multiple({
        found: problem.found,
        choice: UNITS[problem.what](),
        size: m.trace_sector(),
      });
    case 'units_differ':
      return m.trace_reason_units_differ();
    case 'zero_op_unknown':
      return m.trace_reason_zero_op({ found: problem.found, choice: m.trace_zero_op() });
  }
}
