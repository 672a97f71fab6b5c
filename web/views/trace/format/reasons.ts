/** The error in a bad line, in words; `words` are those of failures, for the expected text. */
import { m } from '../../../i18n/compiled/messages.js';
import type { LineError } from '../../../protocol/generated/LineError';

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
    // Questions stop the import: they are never among the lines it passed over.
    case 'column_unknown':
    case 'column_absent':
    case 'rows_column_absent':
    case 'unit_unknown':
    case 'units_differ':
    case 'zero_op_unknown':
      return '';
  }
}
