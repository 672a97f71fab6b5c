/** Numbers as a person reads them, in the page's language. Units are beside them, in messages. */
import { currentLanguage } from './language';

/** By language, style and decimals: to make one takes far longer than to use it. */
const formats = new Map<string, Intl.NumberFormat>();

/** With `most` decimals at most, and without the zeros at the end that are more than `least`. */
function format(
  value: number | bigint,
  most: number,
  least = most,
  style: 'decimal' | 'percent' = 'decimal',
): string {
  const language = currentLanguage();
  const key = `${language} ${style} ${least} ${most}`;
  let made = formats.get(key);
  if (made === undefined) {
    made = new Intl.NumberFormat(language, {
      style,
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    formats.set(key, made);
  }
  return made.format(value);
}

/** A `bigint` where the number may be too large for a double. */
export function integer(value: number | bigint): string {
  return format(value, 0);
}

/** A count, or the mean of several: with a decimal where it has one that shows. */
export function count(value: number): string {
  return Number.isInteger(value) || value >= 10 ? integer(value) : format(value, 1, 0);
}

/** A count where there is little room: of a million and more the first three digits or so, as 2.34 M. */
export function short(count: number): string {
  return count < 1e6 ? integer(count) : `${decimal(count / 1e6, count < 1e8 ? 2 : 0)} M`;
}

export function decimal(value: number, digits = 2): string {
  return format(value, digits);
}

/** With as many decimals as it has, two at most. */
export function plain(value: number): string {
  return format(value, 2, 0);
}

/** 0 to 1 as a percentage. */
export function percent(share: number, digits = 0): string {
  return format(share, digits, digits, 'percent');
}

/** Microseconds in the unit in which they have at most four digits before the point. */
export function duration(us: number): string {
  if (us >= 1e7) return `${decimal(us / 1e6, 1)} s`;
  if (us >= 1e4) return `${decimal(us / 1e3, 1)} ms`;
  return `${decimal(us, us < 100 && us % 1 !== 0 ? 1 : 0)} µs`;
}

/** Bytes with a binary unit. */
export function bytes(count: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];
  let value = count;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${decimal(value, unit === 0 || value >= 100 ? 0 : 1)} ${units[unit]}`;
}
