/** Words about lifetimes: durations in a unit that a person knows, the window that they are of, and why Hu's equation differs. */
import { group } from 'd3-array';
import { decimal, integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { freshOf, type Lasting, type Lifetime, type Named } from '../../../model/what-if/lifetime';

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
  return years < 1 ? timeText(years * 365 * 86_400) : m.lifetime_years({ n: figure(years) });
}

/** Of 10^12 bytes: "0.150 TB", "18.4 GB". */
export function terabytesText(terabytes: number): string {
  return terabytes < 0.1
    ? m.lifetime_gb({ n: figure(terabytes * 1000) })
    : m.lifetime_tb({ n: figure(terabytes) });
}

function timeText(seconds: number): string {
  if (seconds >= 172_800) return m.lifetime_days({ n: figure(seconds / 86_400) });
  if (seconds >= 7200) return m.lifetime_hours({ n: figure(seconds / 3600) });
  if (seconds >= 120) return m.lifetime_minutes({ n: figure(seconds / 60) });
  return m.lifetime_seconds({ n: figure(seconds) });
}

/** The window of its figures and its time, or why it has none. */
function ofText({ steady, clock, lasting }: Lifetime, time: string): string {
  const window = m.lifetime_window({
    of: steady === null ? 'all' : steady.reached ? 'steady' : 'last',
    n: integer(steady?.window ?? 0),
  });
  if (typeof lasting === 'string') return m.lifetime_none({ window, why: lasting });
  return m.lifetime_of({ window, clock, time });
}

/** The same said once, of all times together, with the names of the runs where they differ. */
export function sentences(runs: readonly Named[]): string[] {
  const alike = group(runs, ({ lifetime }) => ofText(lifetime, ''));
  return [...alike.values()].flatMap((those) => {
    const [first] = those;
    if (!first) return [];
    const said = ofText(first.lifetime, timesText(those.flatMap(({ lifetime }) => lifetime.seconds ?? [])));
    const names = those.map(({ name }) => name).join(', ');
    return [alike.size === 1 ? said : m.lifetime_of_names({ names, said })];
  });
}

/** "2.05 seconds to 38.4 seconds". */
function timesText(seconds: readonly number[]): string {
  if (seconds.length === 0) return '';
  const [least, most] = [Math.min(...seconds), Math.max(...seconds)].map(timeText) as [string, string];
  return least === most ? least : m.batch_sure_from_to({ least, most });
}

/** Runs that began with free blocks, each with the share of its programs that these took. */
export function freshTexts(runs: readonly Named[]): string[] {
  const fresh = runs.filter(({ lifetime }) => freshOf(lifetime) > 0);
  return [...group(fresh, ({ lifetime }) => percent(freshOf(lifetime), 1))].map(([share, those]) =>
    m.lifetime_fresh({ names: those.map(({ name }) => name).join(', '), share }),
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
