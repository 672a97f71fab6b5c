import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../base/language';
import { hitText } from './hits';
import { KINDS } from './kinds';

afterEach(() => setLanguage('en', false));

/** The texts that the form writes and Run to… finds, as the engine writes them. */
const OWN = [
  ...KINDS.map(({ text, number }) => text(number?.first ?? 0)),
  ...['gc', 'erase', 'recovery_begin', 'reclaim_begin', 'chain_chosen', 'map_read', 'log_block_chosen'],
];

test.each(OWN)('%s is said in words and with its number', async (hit) => {
  expect(hitText(hit)).not.toMatch(/[_<>=]/);
  if (hit !== 'erase') expect(hitText(hit)).not.toBe(hit);
  expect(hitText(hit)).toContain(/\d[\d.]*/.exec(hit)?.[0] ?? '');
  await setLanguage('ko', false);
  expect(hitText(hit)).toMatch(/\p{Script=Hangul}/u);
  expect(hitText(hit)).toContain(/\d[\d.]*/.exec(hit)?.[0] ?? '');
  expect(hitText(hit)).not.toBe(hit);
});

test('a breakpoint written in another form is shown as it was written', async () => {
  await setLanguage('ko', false);
  expect(hitText('erases pbn 7 >= 3')).toBe('erases pbn 7 >= 3');
});
