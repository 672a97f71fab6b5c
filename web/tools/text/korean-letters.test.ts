import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { koreanLetters } from './korean-letters.mjs';

test('the shipped Korean font has every letter that the page uses (`npm run font` adds them)', () => {
  const shipped = new Set(readFileSync(new URL('../../styles/fonts/letters.txt', import.meta.url), 'utf8'));
  const used = koreanLetters();
  expect(used.length).toBeGreaterThan(500);
  expect(used.filter((letter) => !shipped.has(letter))).toEqual([]);
});
