/** The bounds of a number of the form, in words, and the error of one beyond them. */
import { plain } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Bounds, Field } from './fields';

/** More than anyone would type is no bound to speak of. */
const NO_BOUND = 1e9;

/** `1 to 8.`, `1 or more.` */
export function rangeOf({ bounds }: Pick<Field, 'bounds'>): string | null {
  if (!bounds) return null;
  const from = plain(bounds.from);
  if (bounds.below !== undefined) return m.scenario_below({ from, to: plain(bounds.below) });
  if (bounds.to === undefined || bounds.to >= NO_BOUND) return m.scenario_at_least({ from });
  return m.scenario_from_to({ from, to: plain(bounds.to) });
}

/** The error in the typed text, in the form's words; `null` where it is a number within the bounds. */
export function wrongIn(field: Field, typed: string): string | null {
  const { type } = field.input;
  const range = rangeOf(field);
  if (range === null || !field.bounds || (type !== 'integer' && type !== 'number') || typed.trim() === '')
    return null;
  const value = Number(typed);
  const sound = type === 'integer' ? Number.isInteger(value) : Number.isFinite(value);
  if (sound && isWithin(value, field.bounds)) return null;
  const words = { label: field.label(), range, typed };
  return type === 'integer' ? m.scenario_wrong_whole(words) : m.scenario_wrong_number(words);
}

function isWithin(value: number, { from, to, below }: Bounds): boolean {
  return value >= from && (to === undefined || value <= to) && (below === undefined || value < below);
}
