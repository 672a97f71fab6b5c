import { expect, test } from 'vitest';
import type { Lasting, Lifetime } from '../../../model/what-if/lifetime';
import type { Steady } from '../../../protocol/generated/Steady';
import { cyclesOf, figure, huText, sentences, terabytesText, yearsText } from './lifetime-words';

const LASTING: Lasting = {
  mean: { erases: 4, passes: 750, erasesPerDay: 48, years: 62.5 / 365 },
  most: { erases: 6, passes: 500, erasesPerDay: 72, years: 41.67 / 365 },
  ...{ terabytes: 0.15, driveWrites: 1875, driveWritesPerDay: 30, share: 0.5 },
  hu: { passes: 300.4, years: 25.03 / 365, terabytes: 0.06008, share: 600.8 / 3000 },
};
const lifetime = (change: Partial<Lifetime> = {}): Lifetime => ({
  ...{ cycles: 3000, steady: null, erases: 400, blocks: 100, hostBytes: 200e6, seconds: 7200 },
  ...{ clock: 'arrivals', writeAmplification: 2, smartWriteAmplification: 2, lasting: LASTING, ...change },
});
const named = (name: string, change: Partial<Lifetime> = {}) => ({
  name,
  seeds: 1,
  lifetime: lifetime(change),
});
const steady = (reached: boolean): Steady => ({
  ...{ reached, window: 3, passes: 1, before: 2, amplification: 2 },
});

test('erases are whole numbers, and figures have three digits that count', () => {
  const typed = ['3000', ' 3,000 ', '0', '2.5', '', 'many', '1e9', '1e10', '-4'];
  expect(typed.map(cyclesOf)).toEqual([3000, 3000, null, null, null, null, 1e9, null, null]);
  expect([704.2, 59.07, 0.0612, 4.26, 12345, 0].map(figure)).toEqual([
    ...['704', '59.1', '0.0612', '4.26', '12,345', '0'],
  ]);
  expect([yearsText(59 / 365), yearsText(3.4)]).toEqual(['59.0 days', '3.40 years']);
  expect([yearsText(0.1 / 365), yearsText(0.01 / 365)]).toEqual(['2.40 hours', '14.4 minutes']);
  expect([0.15, 0.0184].map(terabytesText)).toEqual(['0.150 TB', '18.4 GB']);
});

test('the window of the figures is said once, or for each run where they differ', () => {
  expect(sentences([named('Page'), named('DFTL')])).toEqual([
    'Of all requests that count: 2.00 hours from the first arrival to the last.',
  ]);
  // FTLs that take different times have one sentence.
  expect(
    sentences([
      named('Page', { clock: 'served', seconds: 2 }),
      named('Block', { clock: 'served', seconds: 150 }),
    ]),
  ).toEqual([
    'Of all requests that count: 2.00 seconds to 2.50 minutes until all are served, because they arrive faster than the drive serves them.',
  ]);
  const said = sentences([
    named('Page', { steady: steady(true) }),
    named('DFTL', { steady: steady(true) }),
    named('FAST', { steady: steady(false), clock: 'served', seconds: 90 }),
    named('BAST', { lasting: 'nothing_erased' }),
    named('KAST', { lasting: 'nothing_written' }),
    named('Block', { clock: 'none', seconds: null }),
    named('LAST', { clock: 'at_once', seconds: 0 }),
  ]);
  expect(said).toEqual([
    'Page, DFTL: Of window 3, which is steady: 2.00 hours from the first arrival to the last.',
    'FAST: Of window 3, the last; it is not steady: 90.0 seconds until all are served, because they arrive faster than the drive serves them.',
    'BAST: Of all requests that count: no block is erased, so no lifetime follows. A longer run may erase some.',
    'KAST: Of all requests that count: the host writes nothing, so no lifetime follows.',
    'Block: Of all requests that count: requests have no times of their own, so the table has passes and no days.',
    'LAST: Of all requests that count: all requests arrive at once, so the table has passes and no days.',
  ]);
});

test('the quotient of the shares is that of the lifetimes', () => {
  const said = huText('Page', LASTING);
  expect(said).toContain('new pages of the host take up 20.0% of an erased block');
  expect(said).toContain('50.0% under Page: the drive lasts 2.50 times as long');
  expect(LASTING.mean.passes / LASTING.hu.passes).toBeCloseTo(LASTING.share / LASTING.hu.share, 9);
});
