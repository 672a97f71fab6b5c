import { afterEach, expect, test } from 'vitest';
import { bytes, decimal, duration, integer, percent, plain, short } from './format';
import { setLanguage } from './language';

afterEach(() => setLanguage('en', false));

test('numbers have their thousands apart and as many decimals as asked for', () => {
  expect(integer(1234567)).toBe('1,234,567');
  expect(integer(0.5)).toBe('1');
  expect(decimal(1.005)).toBe('1.01');
  expect(decimal(2, 3)).toBe('2.000');
  expect(plain(2)).toBe('2');
  expect(plain(2.5)).toBe('2.5');
  expect(plain(999.995)).toBe('1,000');
  expect(percent(0.1234)).toBe('12%');
  expect(percent(0.1234, 1)).toBe('12.3%');
});

test('a count is short from a million on', () => {
  expect([short(999_999), short(1_000_000), short(7_312_255), short(143_943_000)]).toEqual([
    '999,999',
    '1.00 M',
    '7.31 M',
    '144 M',
  ]);
});

test('times and sizes are in the unit that keeps them short', () => {
  expect([duration(1.5), duration(200), duration(25_000), duration(12_340_000)]).toEqual([
    '1.5 µs',
    '200 µs',
    '25.0 ms',
    '12.3 s',
  ]);
  expect([bytes(100), bytes(1536), bytes(150 * 1024), bytes(3 * 1024 ** 4)]).toEqual([
    '100 B',
    '1.5 KiB',
    '150 KiB',
    '3.0 TiB',
  ]);
});

test('the language is the one of the page at the time', async () => {
  const before = integer(1234);
  await setLanguage('ko', false);
  expect(integer(1234)).toBe(new Intl.NumberFormat('ko').format(1234));
  expect(before).toBe('1,234');
});
