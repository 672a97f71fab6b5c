/** The form of assignments: what an opened file says stays as it was, but for what is changed in the form. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { type Assignment, readAssignment, writeAssignment } from '../../lesson/assignment/assignment';
import { BANKS, SLUGS } from '../../lesson/play/library';
import { Make } from './Make';

const OURS = readFileSync(join(import.meta.dirname, '../../lesson/testdata/sound.md'), 'utf8');

/** Not in the order of the course, with a bank, a lesson of one's own, and a step that asks nothing. */
const FILE = writeAssignment({
  title: 'Homework 1',
  parts: [
    { name: 'exam-maps', text: null, steps: ['outdated', 'offset', 'page_ram'] },
    { name: 'fast', text: null, steps: ['merges'] },
    { name: 'ours', text: OURS, steps: ['first', 'second'] },
    { name: 'flash', text: null, steps: ['program', 'update'] },
  ],
  attempts: 4,
  hints: false,
  due: 'Friday, 12:00',
  seed: 'autumn',
});

afterEach(() => {
  cleanup();
  // The form keeps its entries.
  sessionStorage.clear();
});

/** Opens the file in the form; what the form would save now. */
async function opened(): Promise<() => string> {
  let now: Assignment | null = null;
  const { container } = render(
    <Make
      changed={(assignment) => {
        now = assignment;
      }}
    />,
  );
  const input = container.querySelector('input[type=file]');
  if (!input) throw new Error('no way to open a file');
  fireEvent.change(input, { target: { files: [new File([FILE], 'homework.json')] } });
  await screen.findByDisplayValue('Homework 1');
  // The lessons are loaded.
  await screen.findByLabelText('All of Exam: flash, mapping, replacement blocks');
  return () => (now ? writeAssignment(now) : '');
}
const tick = (name: string) => fireEvent.click(screen.getByLabelText(name));

test('an assignment that is opened and saved is the same file', async () => {
  const saved = await opened();
  expect(saved()).toBe(FILE);
  expect(screen.getByText(/^Questions: 6,/)).toBeTruthy();
});

test('one more question leaves everything else of the file as it was', async () => {
  const saved = await opened();
  tick('What must be saved before an erase?');
  const wanted = JSON.parse(FILE);
  wanted.parts[3].steps = ['program', 'update', 'victim'];
  await waitFor(() => expect(JSON.parse(saved())).toEqual(wanted));
  // Taken back: the file again, and so its hash, by which results know it.
  tick('What must be saved before an erase?');
  await waitFor(() => expect(saved()).toBe(FILE));
});

test('a lesson more is put where the course has it, and no other part moves; one that is taken out can be put back', async () => {
  const saved = await opened();
  const names = () =>
    JSON.parse(saved()).parts.map(({ name, lesson }: Record<string, string>) => lesson ?? name);
  tick('All of Log blocks: BAST and the three merges');
  await waitFor(() => expect(names()).toEqual(['bast', 'exam-maps', 'fast', 'ours', 'flash']));
  tick('All of Log blocks: BAST and the three merges');
  // The question of the lesson of one's own, twice: its text is still there.
  tick('A second step');
  await waitFor(() => expect(names()).toEqual(['exam-maps', 'fast', 'flash']));
  tick('A second step');
  await waitFor(() =>
    expect(JSON.parse(saved()).parts.at(-1)).toEqual({
      name: 'ours',
      text: OURS,
      steps: ['first', 'second'],
    }),
  );
});

test('an assignment of everything that the form offers can be read again', async () => {
  const parts = [...SLUGS, ...BANKS].map((lesson) => ({ lesson }));
  const { faults } = await readAssignment(JSON.stringify({ parts }));
  expect(faults).toEqual([]);
});
