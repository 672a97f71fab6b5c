/** Every lesson of the course, on the engine; and what a broken one says. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineClient } from '../protocol/engine-client';

import { checkLesson } from './check';
import { describe as described } from './fault';
import { nodeEngine } from './node-engine';

const LESSONS = join(import.meta.dirname, '..', '..', 'lessons');
const FOLDERS = readdirSync(LESSONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

let engine: EngineClient;
beforeAll(() => {
  engine = nodeEngine();
});
afterAll(() => engine.close());

function textOf(folder: string): string {
  return readFileSync(join(LESSONS, folder, 'lesson.md'), 'utf8');
}

async function faultsOf(text: string): Promise<string[]> {
  return (await checkLesson(text, engine)).faults.map((fault) => described(fault));
}

test.each(FOLDERS.map(({ name }) => name))(
  '%s holds',
  async (folder) => {
    const { faults, lesson, evaluated } = await checkLesson(textOf(folder), engine);
    expect(faults.map((fault) => described(fault))).toEqual([]);
    expect(lesson?.steps.every((step) => step.source !== null && step.notes.length > 0)).toBe(true);
    // A lesson that computes nothing shows nothing.
    expect(evaluated).toBeGreaterThan(3 * (lesson?.steps.length ?? 0));
  },
  60_000,
);

test('the BAST lesson has its steps and its predictions', async () => {
  const { lesson } = await checkLesson(textOf('04-bast'), engine);
  expect(lesson?.steps.length).toBeGreaterThanOrEqual(12);
  expect(lesson?.steps.length).toBeLessThanOrEqual(20);
  expect(lesson?.steps.filter((step) => step.predict?.variants).length).toBeGreaterThanOrEqual(3);
  expect(lesson?.steps.some((step) => step.task)).toBe(true);
});

describe('a lesson that says something wrong', () => {
  const sound = textOf('04-bast');

  /** Replaces a text that must be there. */
  function broken(from: string, to: string): string {
    expect(sound).toContain(from);
    return sound.replace(from, to);
  }

  test.each([
    [
      'an expectation',
      'delta.flash.programs.merge == 15',
      'delta.flash.programs.merge == 14',
      /the engine says 15 == 14/,
    ],
    [
      'an empty expectation',
      'becomes:\n  - report.merges.switch == 1',
      'becomes:\n  - report.merges.full == 0',
      /before the step too/,
    ],
    [
      'a path',
      ':v[delta.merges.partial] partial',
      ':v[delta.merges.parital] partial',
      /did you mean "partial"/,
    ],
    ['a run', 'run: next partial_merge', 'run: next switch_merge', /no switch_merge happens any more/],
    [
      'a predicate',
      'run: next partial_merge',
      'run: [next gc or erases 3, end]',
      /:\d+:26: step .*, run 1: "gc or erases 3": .* is missing at the end\. Remedy: Write, for example, `erases pbn 7 >= 3`/,
    ],
    ['a wrong choice that is right', '- value: "0"', '- value: delta.flash.programs.merge', /is the answer/],
    ['two choices alike', `value: '"partial"'`, `value: '"switch"'`, /2 choices are right/],
    ['no right choice', `value: '"switch"'`, `value: '"none"'`, /no choice is right/],
    ['a solution', '"w4+4 w23"', '"w4+4"', /is no solution/],
    ['a wrong entry', '"w4 w4"', '"w4+5"', /is a solution/],
    ['a scenario field', 'log_blocks: 1 }', 'log_blocks: 0 }', /log_blocks/],
    [
      'a scenario that does not fit',
      'blocks: 8, pages_per_block: 4',
      'blocks: 6, pages_per_block: 4',
      /blocks/,
    ],
    ['dull variants', 'written: 1..7', 'written: 3..3', /variant/],
    ['an empty draw', 'written: 1..7', 'written: 7..1', /nothing to draw from/],
  ])('is found out: %s', async (_, from, to, message) => {
    expect((await faultsOf(broken(from, to))).join('\n')).toMatch(message);
  });

  test('names the line', async () => {
    const text = broken('delta.flash.programs.merge == 15', 'delta.flash.programs.merge == 14');
    const line = text.slice(0, text.indexOf('delta.flash.programs.merge == 14')).split('\n').length;
    const { faults } = await checkLesson(text, engine);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({
      line,
      column: 5,
      where: 'step "More data blocks than log blocks", must 4',
    });
  });
});

test('a scenario that asks for too much is refused', async () => {
  const text = textOf('04-bast').replace('requests: 96', 'requests: 2000000');
  expect((await faultsOf(text)).join('\n')).toMatch(/too large/);
});
