/** Words about lifetimes: durations in a unit that a person knows, the window that they are of, and why Hu's equation differs. */
import { decimal, integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Lasting, Lifetime, Named } from '../../../model/lifetime';

const MOST_CYCLES = 1e9;

/** Erases that a block endures, as a person types them; `null` where it is no such number. */
export function cyclesOf(text: string): number | null {
  const typed = text.trim().replaceAll(',', '');
  const number = typed === '' ? Number.NaN : Number(typed);
  return Number.isInteger(number) && number >= 1 && number <= MOST_CYCLES ? number : null;
}

/** Three digits that count. */
export function figure(value: number): string {
  if (value === 0) return integer(0);
  const digits = 2 - Math.floor(Math.log10(Math.abs(value)));
  return digits <= 0 ? integer(value) : decimal(value, Math.min(digits, 9));
}

/** "59.1 days", "3.40 years". */
export function yearsText(years: number): string {
  return years < 1 ? m.lifetime_days({ n: figure(years * 365) }) : m.lifetime_years({ n: figure(years) });
}

function timeText(seconds: number): string {
  if (seconds >= 172_800) return m.lifetime_days({ n: figure(seconds / 86_400) });
  if (seconds >= 7200) return m.lifetime_hours({ n: figure(seconds / 3600) });
  if (seconds >= 120) return m.lifetime_minutes({ n: figure(seconds / 60) });
  return m.lifetime_seconds({ n: figure(seconds) });
}

/** The window of its figures, or why it has none. */
function ofText({ steady, clock, seconds, lasting }: Lifetime): string {
  const window = m.lifetime_window({
    of: steady === null ? 'all' : steady.reached ? 'steady' : 'last',
    n: integer(steady?.window ?? 0),
  });
  if (typeof lasting === 'string') return m.lifetime_none({ window, why: lasting });
  return m.lifetime_of({ window, clock, time: seconds === null ? '' : timeText(seconds) });
}

/** The same said once, with the names of the runs where they differ. */
export function sentences(runs: readonly Named[]): string[] {
  const said = new Map<string, string[]>();
  for (const { name, lifetime } of runs) {
    const sentence = ofText(lifetime);
    said.set(sentence, [...(said.get(sentence) ?? []), name]);
  }
  if (said.size === 1) return [...said.keys()];
  return [...said].map(([sentence, names]) =>
    m.lifetime_of_names({ names: names.join(', '), said: sentence }),
  );
}

/** Why Hu's equation says something else of a run: each erased block has room for another share of host data. */
export function huText(name: string, { share, hu }: Lasting): string {
  return m.lifetime_hu_why({
    name,
    hu: percent(hu.share, 1),
    share: percent(share, 1),
    times: figure(share / hu.share),
  });
}
