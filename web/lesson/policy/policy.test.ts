/** A step with code to write: how it is judged, on the engine and in the sandbox of the command line. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { assigned } from '../assignment/assigned';
import { checkLesson } from '../language/check';
import { describe as described } from '../language/fault';
import type { Lesson } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { nodeEngine, nodeRounds } from '../play/node-engine';
import { type Stations, walk } from '../play/walk';
import { judge, missedOf, type PolicyStep, trialsOf } from './judge';
import { nodePolicies } from './node-policies';

const TEXT = readFileSync(join(import.meta.dirname, '../testdata/policy.md'), 'utf8');

let client: EngineClient;
let lesson: Lesson;
let stations: Stations;
let step: PolicyStep;

beforeAll(async () => {
  const read = parseLesson(TEXT);
  expect(read.faults.map((fault) => described(fault))).toEqual([]);
  lesson = read.lesson as Lesson;
  step = lesson.steps[0] as PolicyStep;
  client = nodeEngine();
  stations = await walk(lesson, client);
});
afterAll(() => client.close());

const judged = (code: string, policies: RunPolicy = nodePolicies) =>
  judge(lesson, stations, step, code, { client, policies });

async function faultsOf(from: string, to: string): Promise<string> {
  expect(TEXT).toContain(from);
  const { faults } = await checkLesson(TEXT.replace(from, to), client, nodeRounds, {
    policies: nodePolicies,
  });
  return faults.map((fault) => described(fault)).join('\n');
}

describe('the check', () => {
  test('runs the solution and the wrong policies over all scenarios', async () => {
    const { faults, evaluated } = await checkLesson(TEXT, client, nodeRounds, { policies: nodePolicies });
    expect(faults).toEqual([]);
    // Four runs of the solution, four of the first wrong one, four of the second.
    expect(evaluated).toBeGreaterThan(12);
  });

  test.each([
    ['block.valid < best.valid', 'block.valid > best.valid', /the solution misses .* in run 1/],
    ['block.valid < best.valid', 'block.valid.no.way', /lesson:43:.*: the solution fails: .*TypeError/],
    ['score.you > 10', 'score.you > 19.99', /the solution misses score.you > 19.99/],
    ['return blocks[blocks.length - 1].id', 'return OWN', /^$/],
    [
      'return blocks[blocks.length - 1].id;',
      'return blocks.reduce((best, block) => (block.valid < best.valid ? block : best)).id;',
      /wrong policy 2 is right for the engine/,
    ],
    ['return blocks[blocks.length - 1].id', 'return -7', /wrong policy 2 fails: .*`victim` returned/],
    ['value: 10 * scheme', 'value: 10 * skeme', /there is no "skeme" here/],
    ['is: policy.choices > 0', 'is: policy.choises > 0', /did you mean "choices"/],
    ['hidden: [uniform', 'hidden: [unifrom', /did you mean "uniform"/],
    ['draws: 2', 'draws: 9', /"9" is not a whole number/],
    ['state: 64', 'state: some', /"some" is not a whole number/],
    ['  start: |', '  begin: |', /unknown key "begin"/],
    ['on: oldest\nrun: end', 'run: stay', /it runs on no scenario/],
  ])('finds %s as %s', async (from, to, said) => {
    expect(await faultsOf(from, to)).toMatch(said);
  });

  test('runs no code where there is no runner: a lesson from anywhere is only opened', async () => {
    const { faults } = await checkLesson(
      TEXT.replace('block.valid < best.valid', 'hello()'),
      client,
      nodeRounds,
    );
    expect(faults).toEqual([]);
  });
});

describe('a policy that was handed in', () => {
  test('is judged on the visible scenario and on the hidden ones', async () => {
    const { right, runs } = await judged(step.policy.solution.text);
    expect(right).toBe(true);
    expect(runs.map(({ trial }) => trial.hidden)).toEqual([false, true, true, true]);
    for (const { mine, alone, outcome, points } of runs) {
      expect(mine.end.state_hash).toBe(outcome.state_hash);
      expect(mine.end.report.flash.erases.total).toBeLessThan(alone.end.report.flash.erases.total);
      expect(points[0]).toBeGreaterThan(10);
    }
  });

  test('that is good on the visible scenario alone is found out by a hidden one', async () => {
    // It knows how often the visible run asks, and wakes up near the end.
    const code = `let n = 0;
export function victim(blocks) {
  n += 1;
  const best = blocks.reduce((best, block) => (block.valid < best.valid ? block : best));
  return n > 540 ? best.id : blocks[0].id;
}`;
    const verdict = await judged(code);
    expect(verdict.runs[0]?.missed).toBeNull();
    expect(verdict.right).toBe(false);
    const missed = missedOf(verdict);
    expect(missed?.run.trial.hidden).toBe(true);
    expect(missed?.hint.length).toBeGreaterThan(0);
  });

  test.each([
    ['export function victim(blocks) {\n  return blocks[0].nr.id;\n}', /`victim` threw TypeError/, 2],
    ['export function victim(blocks) { for (;;); }', /`victim` does not end/, null],
    ['export function victim(', /cannot be loaded: SyntaxError/, 1],
    ['import fs from "fs"; export function victim() { return OWN; }', /cannot be loaded/, null],
  ])('that fails says why: %s', async (code, said, line) => {
    const { failure, runs, right } = await judged(code);
    expect(right).toBe(false);
    expect(runs).toEqual([]);
    expect(failure?.message).toMatch(said);
    if (line !== null) expect(failure?.line).toBe(line);
  });

  test('may not keep more state than the step allows', async () => {
    const code = (bytes: number) => `let kept;
export function init(device) { kept = device.state.u8(${bytes}); }
export function victim(blocks) { return blocks.reduce((a, b) => (b.valid < a.valid ? b : a)).id; }`;
    expect((await judged(code(64))).right).toBe(true);
    const { failure } = await judged(code(65));
    expect(failure?.message).toMatch(/65 bytes of state, and 64 are allowed/);
  });

  test('whose runner lies is refused: the engine replays the choices', async () => {
    const lie: RunPolicy = async (asked) => ({ ...(await nodePolicies(asked)), state_hash: 'f'.repeat(16) });
    const { failure } = await judged(step.policy.solution.text, lie);
    expect(failure?.message).toMatch(/another run/);
    const illegal: RunPolicy = async (asked) => ({
      ...(await nodePolicies(asked)),
      choices: [{ request: 1500, decision: 0, choose: 99 }],
    });
    await expect(
      judged(step.policy.solution.text, illegal).then(({ failure: why }) => why),
    ).resolves.toBeTruthy();
  });

  test('a crash of the engine is no verdict', async () => {
    const crash: RunPolicy = () => Promise.reject(new Error('gone'));
    await expect(judged('', crash)).rejects.toThrow('gone');
    const failing: RunPolicy = () =>
      Promise.reject(
        new EngineFailure({ kind: 'policy', message: 'm', remedy: '', field: null, line: 3, column: 1 }),
      );
    expect(await judged('', failing)).toMatchObject({ right: false, failure: { line: 3 } });
  });
});

test('seeds are the same for everyone in a lesson, and for all students of an assignment', () => {
  const seeds = (of: Lesson) => trialsOf(of, step).map(({ json }) => json.seed);
  expect(seeds(lesson)).toEqual(seeds(lesson));
  expect(new Set(seeds(lesson).slice(2)).size).toBe(2);
  const part = { name: 'policy', text: TEXT, steps: ['greedy'] };
  const of = (student: string, seed = 's') =>
    assigned(lesson, { title: '', parts: [part], attempts: null, hints: true, due: '', seed }, part, student);
  expect(seeds(of('ada')).slice(0, 2)).toEqual(seeds(lesson).slice(0, 2));
  expect(seeds(of('ada'))).toEqual(seeds(of('bob')));
  // A student of the lesson has not seen the runs of the assignment, nor those of another year.
  expect(seeds(of('ada')).slice(2)).not.toEqual(seeds(lesson).slice(2));
  expect(seeds(of('ada')).slice(2)).not.toEqual(seeds(of('ada', 't')).slice(2));
});
