/** The question that stopped an import, with its answers as buttons: a press reads the trace with it. */
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Failure } from '../../../protocol/generated/Failure';
import type { LineErrorKind } from '../../../protocol/generated/LineErrorKind';
import type { Options } from '../../../protocol/generated/Options';
import type { Preview } from '../../../protocol/generated/Preview';
import { ACTIONS } from './formats';

interface Answer {
  name: string;
  change: Partial<Options>;
}

/** The answers to the first question of the lines, or to the error that stopped the import as a whole. */
export function answersOf(read: Preview | null, failure: Failure, options: Options): Answer[] {
  if (failure.field === 'on_zeros') return [{ name: m.trace_ask_cut(), change: { on_zeros: 'end' } }];
  // The message names the action that there is, as its option.
  const counted = /--action (\w+)\)/.exec(failure.message)?.[1];
  const action = ACTIONS.find(([each]) => failure.field === 'action' && each === counted);
  if (action) return [{ name: m.trace_ask_action({ action: action[1]() }), change: { action: action[0] } }];
  for (const { line, meaning } of read?.lines ?? []) {
    if (meaning.is !== 'bad' || (failure.line !== null && line !== failure.line)) continue;
    return answers(meaning.error.problem, options);
  }
  return [];
}

function answers(problem: LineErrorKind, options: Options): Answer[] {
  switch (problem.kind) {
    case 'two_columns':
      return problem.columns.map(({ number, name }) => ({
        name: m.trace_ask_column({ name, number }),
        change: { format: 'csv', columns: { ...options.columns, [problem.what]: number } },
      }));
    case 'time_too_fine':
      return times(['s', 'ms']);
    case 'unit_unknown':
      if (problem.what === 'time') return times(['s', 'ms', 'us', 'ns']);
      return UNITS.map(([unit, name]) => ({
        name: name(),
        change: problem.what === 'size' ? { size_unit: unit } : { address_unit: unit },
      }));
    case 'unit_multiple':
      return [1024, 1000].map((kilo) => {
        const bytes = kilo ** powerOf(problem.found);
        return {
          name: m.trace_ask_multiple({ n: integer(bytes) }),
          change: {
            sector_bytes: bytes,
            ...(problem.what === 'size' ? { size_unit: 'sectors' } : { address_unit: 'sectors' }),
          },
        };
      });
    case 'zero_op_unknown':
      return [
        { name: m.trace_ask_zero_read(), change: { zero_op: 'read' } },
        { name: m.trace_ask_zero_write(), change: { zero_op: 'write' } },
      ];
    default:
      return [];
  }
}

/** Of kB 1, of MB 2, of GB 3: the last one in a name. */
function powerOf(name: string): number {
  const [, letter = 'k'] = [...name.matchAll(/([kmg])i?b(?:ytes)?(?![a-z])/gi)].at(-1) ?? [];
  return 'kmg'.indexOf(letter.toLowerCase()) + 1;
}

const times = (units: readonly (keyof typeof TIMES)[]): Answer[] =>
  units.map((unit) => ({ name: TIMES[unit], change: { time_unit: unit } }));

const TIMES = { s: 's', ms: 'ms', us: 'µs', ns: 'ns' };

const UNITS = [
  ['bytes', m.trace_unit_bytes],
  ['sectors', m.trace_unit_sectors],
  ['pages', m.trace_unit_pages],
] as const;

interface QuestionProps {
  answers: readonly Answer[];
  answer: (change: Partial<Options>) => void;
}

export function Question({ answers: all, answer }: QuestionProps) {
  if (all.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is of a form, and these are buttons
    <div className="actions" role="group" aria-label={m.trace_ask_title()}>
      {all.map(({ name, change }) => (
        <button key={name} type="button" onClick={() => answer(change)}>
          {name}
        </button>
      ))}
    </div>
  );
}
