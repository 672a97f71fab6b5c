/** Numbers as a person reads them, in the page's language. Units stand beside them, in messages. */
const formats = new Map<string, Intl.NumberFormat>();

function format(digits: number, style: 'decimal' | 'percent' = 'decimal'): Intl.NumberFormat {
  const lang = globalThis.document?.documentElement.lang || 'en';
  const key = `${lang} ${digits} ${style}`;
  let made = formats.get(key);
  if (!made) {
    made = new Intl.NumberFormat(lang, {
      style,
      maximumFractionDigits: digits,
      minimumFractionDigits: digits,
    });
    formats.set(key, made);
  }
  return made;
}

export function integer(value: number): string {
  return format(0).format(value);
}

export function decimal(value: number, digits = 2): string {
  return format(digits).format(value);
}

/** 0 to 1 as a percentage. */
export function percent(share: number, digits = 0): string {
  return format(digits, 'percent').format(share);
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
