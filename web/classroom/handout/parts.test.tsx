/** Sheets A and B on paper: other words, choices in another order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render } from '@testing-library/react';
import { afterAll, afterEach, expect, test } from 'vitest';
import { parseLesson } from '../../lesson/language/parse';
import { nodeEngine } from '../../lesson/play/node-engine';
import { Asking } from './Parts';
import { picturesOf } from './pictures';

const engine = nodeEngine();
afterAll(() => engine.close());
afterEach(cleanup);
const FILE = join(import.meta.dirname, '../../../lessons/teach/inventory.md');

test('sheet B of the inventory asks in other words and lists the choices in reverse', async () => {
  const { lesson } = parseLesson(readFileSync(FILE, 'utf8'));
  const step = lesson?.steps.find(({ id }) => id === 'merge_kind');
  if (!lesson || !step) throw new Error('no such question');
  const printed = async (is: 'A' | 'B') => {
    const sheet = await picturesOf(lesson, engine, new AbortController().signal, {
      sheet: { is, seed: 'autumn' },
    });
    const { container } = render(<Asking {...{ lesson, sheet, step }} slug="inventory" />);
    const choices = [...container.querySelectorAll('.choices li')].map(({ textContent }) => textContent);
    return { ask: container.querySelector('p')?.textContent ?? '', choices };
  };
  const [a, b] = [await printed('A'), await printed('B')];
  expect(a.ask).toMatch(/BAST has one log block\. Which merge/);
  expect(b.ask).toMatch(/Under BAST with a single log block/);
  expect(a.choices.length).toBeGreaterThan(2);
  expect(b.choices).toEqual([...a.choices].reverse());
});
