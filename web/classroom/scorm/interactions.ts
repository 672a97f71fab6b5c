/**
 * Answers as a platform records them (SCORM 1.2 Run-Time Environment, `cmi.interactions`): one record for each answer, in order. The
 * platform cannot be asked for them again.
 */
import type { Step } from '../../lesson/language/lesson';
import { numberIn } from '../../lesson/play/grade';
import type { Asked } from '../../lesson/play/play';

/** Characters of an answer, by the standard. */
const MOST = 255;

/** The elements of one record, in the order in which they are set. */
export type Interaction = readonly (readonly [element: string, value: string])[];

/** `id`: of this answer and no other. `at` and `took` are in milliseconds. */
export function interactionOf(
  step: Step,
  { given, verdict, shown }: Asked,
  { id, at, took }: { id: string; at: number; took: number },
): Interaction {
  const answered = verdict !== null && given !== null;
  const [type, response] = responseOf(step, answered ? given : '');
  return [
    ['id', id],
    ['type', type],
    ['time', clockOf(at)],
    ['weighting', '1'],
    ...(answered ? [['student_response', response] as const] : []),
    // A result that was shown is neither.
    ['result', answered ? (verdict === 'right' ? 'correct' : 'wrong') : shown ? 'neutral' : 'unanticipated'],
    ['latency', timeOf(took)],
  ];
}

/** The type, by the standard's vocabulary, and the answer as that type has it. */
function responseOf({ predict, task }: Step, given: string): [type: string, response: string] {
  if (predict && predict.choices.length > 0) {
    const at = numberIn(given);
    return ['choice', Number.isInteger(at) && at >= 0 && at < 26 ? String.fromCharCode(97 + at) : ''];
  }
  if (predict) {
    const decimal = decimalOf(numberIn(given));
    return decimal === null ? ['fill-in', line(given)] : ['numeric', decimal];
  }
  // Requests are typed; the choices of a round, settings and code are actions.
  return [task ? 'fill-in' : 'performance', line(given)];
}

/** A number without an exponent; `null` for what is none, or too long. */
function decimalOf(value: number): string | null {
  const text = Number.isInteger(value) ? value.toFixed(0) : String(value);
  return /^-?\d{1,10}(\.\d+)?$/.test(text) ? text : null;
}

function line(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  // No half of a pair at the end.
  return flat.slice(0, MOST).replace(/[\ud800-\udbff]$/, '');
}

/** The time of day, as the standard has it: `09:05:30.25`. */
function clockOf(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const seconds = `${two(date.getSeconds())}.${two(date.getMilliseconds() / 10)}`;
  return `${two(date.getHours())}:${two(date.getMinutes())}:${seconds}`;
}

/** A span, as the standard has it: `0001:05:09.25`. */
export function timeOf(milliseconds: number): string {
  const hundredths = Math.max(0, Math.round(milliseconds / 10));
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const hours = Math.min(9999, Math.floor(hundredths / 360_000));
  const rest = hundredths % 360_000;
  return `${String(hours).padStart(4, '0')}:${two(rest / 6000)}:${two((rest / 100) % 60)}.${two(rest % 100)}`;
}
