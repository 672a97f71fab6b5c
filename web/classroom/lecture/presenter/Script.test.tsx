/** The presenter's view of a round, over the real engine and the real module of challenges. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { StartChallenges } from '../../../lesson/language/challenge';
import type { Lesson } from '../../../lesson/language/lesson';
import { parseLesson } from '../../../lesson/language/parse';
import { nodeEngine, nodeRounds } from '../../../lesson/play/node-engine';
import { START } from '../../../lesson/play/play';
import { type Stations, walk } from '../../../lesson/play/walk';
import { Now } from './Script';

let lesson: Lesson;
let stations: Stations;
beforeAll(async () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../lessons/04-bast/lesson.md'), 'utf8');
  const read = parseLesson(text).lesson;
  if (!read) throw new Error('the lesson cannot be read');
  // Only the round: the steps before it are not needed to begin there.
  lesson = { ...read, steps: read.steps.filter(({ challenge }) => challenge) };
  const engine = nodeEngine();
  stations = await walk(lesson, engine);
  engine.close();
});
afterEach(cleanup);

function show(challenges: StartChallenges) {
  const [step] = lesson.steps;
  if (!step) throw new Error('the lesson has no round');
  render(
    <Now
      {...{ lesson, stations, step, challenges, slug: 'bast', points: null, play: START, client: null }}
    />,
  );
}
test('the goal and the best choices', async () => {
  show(nodeRounds);
  expect(await screen.findByText(/The best choices take 5 erases\. Request 3: B4/)).toBeDefined();
});

test('why the best choices cannot be shown', async () => {
  show(async () => {
    const challenges = await nodeRounds();
    const look: typeof challenges.look = (file, rest) =>
      rest ? Promise.reject(new Error('the round is gone')) : challenges.look(file, rest);
    return { ...challenges, look };
  });
  expect(await screen.findByText('the round is gone')).toBeDefined();
});
