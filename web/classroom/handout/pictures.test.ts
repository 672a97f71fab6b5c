/** The handout of a real lesson: the stage as it is before an answer, and after it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { asks } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { keyOf } from '../../lesson/play/grade';
import { nodeEngine } from '../../lesson/play/node-engine';
import { picturesOf, scopeOf } from './pictures';

const engine = nodeEngine();
afterAll(() => engine.close());
const LESSONS = join(import.meta.dirname, '..', '..', '..', 'lessons');

async function made(folder: string) {
  const { lesson } = parseLesson(readFileSync(join(LESSONS, folder, 'lesson.md'), 'utf8'));
  if (!lesson) throw new Error(`${folder} cannot be read`);
  return { lesson, sheet: await picturesOf(lesson, engine, new AbortController().signal) };
}

test('a question is beside the stage before its answer, the answer beside the stage after it', async () => {
  const { lesson, sheet } = await made('04-bast');
  const asking = lesson.steps.filter((step) => step.predict);
  expect(asking.length).toBeGreaterThan(3);
  for (const step of asking) {
    const station = sheet.stations.get(step.id);
    expect(sheet.before.get(step.id)?.frame.state_hash).toBe(station?.begin.state_hash);
    expect(sheet.after.get(step.id)?.frame.state_hash).toBe(station?.end.state_hash);
    const scope = scopeOf(lesson, sheet, step, 'end');
    if (!step.predict || !scope) throw new Error(`${step.id} asks nothing, or has no figures to answer with`);
    expect(keyOf(step.predict, scope)).toHaveProperty('answer');
  }
  for (const id of sheet.after.keys()) expect(lesson.steps.filter(asks).map((step) => step.id)).toContain(id);
  // Pictures of key steps, not of all.
  expect(sheet.before.size).toBeGreaterThan(asking.length);
  expect(sheet.before.size).toBeLessThan(lesson.steps.length);
});

test('a large device has no picture; its charts are there', async () => {
  const { lesson, sheet } = await made('10-amplification');
  for (const { summary } of sheet.before.values())
    expect(summary.blocks * summary.pages_per_block).toBeLessThan(4097);
  const charts = lesson.steps.filter((step) => step.chart).map(({ id }) => id);
  expect([...sheet.points.keys()]).toEqual(charts);
  expect(charts.length).toBeGreaterThan(0);
  expect(lesson.steps.some((step) => asks(step) && step.on !== null && !sheet.before.has(step.id))).toBe(
    true,
  );
});
