/** Questions on paper: sheets A and B in other words and another order; the knobs of a design, and its key. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterAll, afterEach, expect, test } from 'vitest';
import { parseLesson } from '../../lesson/language/parse';
import { nodeEngine, nodeRounds } from '../../lesson/play/node-engine';
import { Handout } from './Handout';
import { Answer, Asking } from './Parts';
import { picturesOf } from './pictures';

const engine = nodeEngine();
afterAll(() => engine.close());
afterEach(cleanup);
const LESSONS = join(import.meta.dirname, '../../../lessons');
const lessonIn = (file: string) => parseLesson(readFileSync(join(LESSONS, file), 'utf8')).lesson;

test('sheet B of the inventory asks in other words and lists the choices in reverse', async () => {
  const lesson = lessonIn('teach/inventory.md');
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

test('a design is printed with its knobs, and its key has the settings that meet the budget', async () => {
  const lesson = lessonIn('02-mapping/lesson.md');
  const step = lesson?.steps.find(({ id }) => id === 'design');
  if (!lesson || !step) throw new Error('no such task');
  const sheet = await picturesOf(lesson, engine, new AbortController().signal);
  const asked = render(<Asking {...{ lesson, sheet, step }} slug="mapping" />).container;
  expect([...asked.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    'Map: By page, By block',
    'Pages of a block, 4 to 32',
  ]);
  expect(asked.textContent).toContain('Design task.');
  expect(asked.textContent).toContain('Your settings, and your reason');
  const key = render(<Answer {...{ lesson, sheet, step }} slug="mapping" />).container;
  expect(key.textContent).toContain('Map: By block, Pages of a block: 8');
});

test('a paper goes as soon as another is asked for', async () => {
  const paper = (sheet: 'A' | 'B') => (
    <Handout
      {...{ slug: 'inventory', paper: 'questions', sheet, seed: 'autumn' }}
      engine={async () => nodeEngine()}
      challenges={nodeRounds}
      Picture={() => null}
    />
  );
  const { rerender } = render(paper('A'));
  const named = await screen.findByText(/^Sheet A, /);
  rerender(paper('B'));
  expect(screen.queryByRole('article')).toBeNull();
  // Nor was it given the other's name, for a frame.
  expect(named.textContent).toMatch(/^Sheet A, /);
  await screen.findByText(/^Sheet B, /);
});
