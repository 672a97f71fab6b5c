/** Words of a file of figures: patterns with names between braces, messages, and numbers as text. */
import { decimal, integer, percent, plain } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { message } from '../../../i18n/sources';

/** A change as it is read: `-12.5%`, `+3%`. */
const change = (share: number) => `${share > 0 ? '+' : ''}${percent(share, 1)}`;

/** A number as text. */
export const SHOWS = {
  plain,
  integer,
  change,
  exact: String,
  decimal: (value: number) => decimal(value),
  decimal1: (value: number) => decimal(value, 1),
  percent: (share: number) => percent(share),
  percent1: (share: number) => percent(share, 1),
  percent2: (share: number) => percent(share, 2),
  /** The last per cent finer. */
  tail: (share: number) => percent(share, share > 0.99 && share < 1 ? 1 : 0),
  times: (ratio: number) => m.sources_times({ times: plain(ratio) }),
} satisfies Record<string, (value: number) => string>;

export type Scalar = string | number;
export type Words = string | [key: string, values: Record<string, Scalar>];

/** A value of a name between braces. */
export interface Value {
  value: Scalar;
  /** Its place on an axis. */
  at: number;
  /** Its label, if that is not the value itself. */
  label?: Words;
}

/** By name. */
export type Named = Readonly<Record<string, Value>>;

const NAME = /\{(\w+)(?: \* (\d+))?\}/g;

/** Puts values into a pattern, and into patterns within these values; a name without a value stays. `{mb * 32}` is 32 times `mb`. */
export function fill(pattern: string, named: Readonly<Record<string, Scalar>>): string {
  const filled = pattern.replace(NAME, (whole, name: string, times?: string) => {
    const value = named[name];
    if (value === undefined) return whole;
    return String(times === undefined ? value : Number(value) * Number(times));
  });
  return filled === pattern ? filled : fill(filled, named);
}

/** The first name in a pattern. */
export function openIn(pattern: string): string | undefined {
  return [...pattern.matchAll(NAME)][0]?.[1];
}

/** The values alone, as keys have them. */
export function scalarsOf(named: Named): Record<string, Scalar> {
  return Object.fromEntries(Object.entries(named).map(([name, { value }]) => [name, value]));
}

/** A message, or a text of proper names and numbers, with the labels of all names put in. */
export function say(words: Words, named: Named, more: Readonly<Record<string, string>> = {}): string {
  const [pattern, own] = typeof words === 'string' ? [words, {}] : words;
  const called = Object.entries(named).map(([name, { value, label }]) => [
    name,
    label === undefined ? String(value) : say(label, { [name]: { value, at: 0 } }),
  ]);
  const values: Record<string, string> = { ...Object.fromEntries(called), ...more };
  for (const [name, value] of Object.entries(own)) values[name] = fill(String(value), values);
  const key = fill(pattern, scalarsOf(named));
  if (!/^(sources|hu)_\w+$/.test(key)) return fill(pattern, values);
  return text(key, values);
}

/** The message of a key. */
export function text(key: string, values: Readonly<Record<string, string>> = {}): string {
  const told = message(key);
  if (!told) throw new Error(`there is no message ${key}`);
  return told(values);
}
