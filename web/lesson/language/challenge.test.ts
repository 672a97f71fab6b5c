/**
 * Challenges in lessons, over the real module of challenges (`npm run wasm` builds it): the check, and what the page says
 * after a lost round.
 */
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Challenges } from '../../protocol/challenges';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { nodeEngine, nodeRounds } from '../play/node-engine';
import { scopeAt, walk } from '../play/walk';
import {
  lostAt,
  met,
  readChoices,
  resultScore,
  type Scored,
  scoreOf,
  withChoices,
  writeChoices,
} from './challenge';
import { checkLesson } from './check';
import { describe as described } from './fault';
import type { Lesson } from './lesson';
import { parseLesson } from './parse';

/** The slides' thrashing, chosen by hand. */
const SOUND = `---
title: "Rounds"
goals: [choose]
scenarios:
  thrash:
    device: { blocks: 8, pages_per_block: 4, page_bytes: 2048, program_order: ascending, timing: slides }
    logical_pages: 16
    ftl: { kind: bast, log_blocks: 2 }
    precondition: [{ kind: sequential }]
    ops: "w0 w7 w9 w15 w0 w11"
---

## Choose

\`\`\`yaml
id: choose
on: thrash
from: request 2
run: end
befl:
  ask: "Erase less than :v[scenario.ftl.kind]."
  goal: erases
  kinds: [log_block]
  at_most: score.best
  hints: ["Look ahead."]
must: score.you < score.scheme
\`\`\`

A round.
`;

let engine: EngineClient;
let challenges: Challenges;
beforeAll(async () => {
  engine = nodeEngine();
  challenges = await nodeRounds();
});
afterAll(() => {
  engine.close();
  challenges.close();
});

describe('the check of a round', () => {
  const faultsOf = async (text: string) =>
    (await checkLesson(text, engine, nodeRounds)).faults.map((fault) => described(fault));

  test('a sound one', async () => expect(await faultsOf(SOUND)).toEqual([]));

  test.each([
    [
      'goal: erases',
      'goal: erase',
      /22:9: .*goal: "erase" is not known here\. Remedy: did you mean "erases"/,
    ],
    ['[log_block]', '[log_blok]', /23:11: .*kinds 1: .*did you mean "log_block"/],
    ['[log_block]', '[victim]', /21:3: .*nothing to decide in this run/],
    ['at_most: score.best', 'at_most: score.best - 1', /24:12: .*no choices reach 4: the best cost 5/],
    ['at_most: score.best', 'at_most: score.scheme', /24:12: .*the scheme, with 7, meets the goal of 7/],
    [
      'at_most: score.best',
      'at_most: score.bets',
      /24:18: .*score has no "bets" .*Remedy: did you mean "best"/,
    ],
    ['at_most: score.best', 'at_most: report.ftl', /24:1\d: /],
    ['at_most: score.best', 'at_most: score.best\n  scheme: meets', /24:12: .*with 7, misses the goal of 5/],
    ['at_most: score.best', 'at_most: 99\n  scheme: meets', /24:12: .*every choice tried reaches 99/],
    ['  hints: ["Look ahead."]\n', '', /21:3: .*"hints" is missing/],
    ['from: request 2', 'from: position 2.1', /21:3: .*begins inside of a request/],
    ['run: end', 'run: position 4.1', /21:3: .*ends inside of a request/],
    ['run: end', 'run: stay', /21:3: .*has no request/],
    ['befl:', 'predict: { ask: "?", answer: "1", hint: "x" }\nbefl:', /more than one of a prediction/],
  ])('%s -> %s', async (from, to, message) => {
    expect(SOUND).toContain(from);
    expect((await faultsOf(SOUND.replace(from, to))).join('\n')).toMatch(message);
  });

  // They are also shown where no round was played: before it, to the presenter, on paper.
  test.each([
    ['## Choose', '## Reach :v[score.best]'],
    ['A round.', 'Reach :v[score.best].'],
    ['A round.', 'A round.\n\n:::notes\nReach :v[score.best].\n:::'],
    ['ask: "Erase', 'ask: "Reach :v[score.best], erase'],
    ['["Look ahead."]', '["It can be :v[score.best]."]'],
    ['run: end', 'run: end\nlook: stage, block score.best'],
  ])('the score is not known to %s -> %s', async (from, to) => {
    expect((await faultsOf(SOUND.replace(from, to))).join('\n')).toMatch(/there is no "score" here/);
  });

  const inTime = (give: (challenges: Challenges) => Challenges) => async () => give(await nodeRounds());

  test.each(['look', 'solve'] as const)('time that is up in a %s ends it', async (during) => {
    const time = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
    const slow = inTime((challenges) => ({
      ...challenges,
      [during]: (...asked: [string, never]) => {
        time.abort();
        return challenges[during](...asked);
      },
    }));
    const { faults } = await checkLesson(SOUND, engine, slow);
    expect(faults.map(({ message }) => message)).toEqual(['the engine took too long']);
    timeout.mockRestore();
  });

  test('given up after its end it is left alone', async () => {
    const given = new AbortController();
    const close = vi.fn();
    const own = inTime((challenges) => ({ ...challenges, close }));
    await checkLesson(SOUND, engine, own, { signal: given.signal });
    given.abort();
    expect(close).toHaveBeenCalledTimes(1);
  });

  test('given up in the middle of a search it rejects with the reason, and its module is closed', async () => {
    const given = new AbortController();
    let closed = 0;
    const slow = inTime((challenges) => ({
      ...challenges,
      solve: (file, options) => {
        given.abort(new Error('a newer text'));
        return challenges.solve(file, options);
      },
      close: () => {
        closed += 1;
        challenges.close();
      },
    }));
    await expect(checkLesson(SOUND, engine, slow, { signal: given.signal })).rejects.toThrow('a newer text');
    expect(closed).toBeGreaterThan(0);
  });
});

test('the goal, a round that reaches it, and the choice that loses another', async () => {
  const { lesson } = parseLesson(SOUND) as { lesson: Lesson };
  const [step] = lesson.steps;
  const stations = await walk(lesson, engine);
  const station = stations.get('choose');
  if (!step?.challenge || !station) throw new Error('no round');
  const scope = scopeAt(lesson, stations, step, station, 'begin');
  const scored = (await scoreOf(challenges, step.challenge, station, scope)) as Scored;
  expect(scored).toMatchObject({ from: 2, until: 6, scheme: 7, limit: 5, best: { cost: 5, proven: true } });
  const choose = (text: string) => challenges.look(withChoices(scored.file, readChoices(text)));

  const right = await choose('2.0=4 3.0=5 4.0=0');
  expect(right).toMatchObject({ at: null });
  expect(met(scored, right)).toBe(true);
  // The scheme's own choices: at the third write it gives up the log block that the next write needs.
  const wrong = await choose('2.0=4 3.0=5 4.0=6 5.0=0');
  expect(met(scored, wrong)).toBe(false);
  expect(wrong.total.person).toBe(7);
  const index = await lostAt(challenges, scored, wrong.choices);
  expect(wrong.choices[index ?? -1]).toMatchObject({ request: 4, choose: 6 });
  // The result is that of a round that reached the goal, also where it is lost when it is played again.
  expect(resultScore(scored, right)).toMatchObject({ you: 5 });
  expect(resultScore({ ...scored, limit: 6 }, wrong)).toMatchObject({ you: 5, scheme: 7, limit: 6 });
  expect(resultScore({ ...scored, limit: 7 }, wrong)).toMatchObject({ you: 7 });
  // Some way on from before it still reaches the goal.
  expect(await lostAt(challenges, scored, wrong.choices.slice(0, index ?? 0))).toBeNull();
  // Not played to its end is not reached.
  expect(met(scored, await choose('2.0=4'))).toBe(false);
});

test('choices are kept as text, and of junk nothing is taken', () => {
  const choices = [
    { request: 2, decision: 0, choose: 4 },
    { request: 12, decision: 3, choose: 10 },
  ];
  expect(writeChoices(choices)).toBe('2.0=4 12.3=10');
  expect(readChoices('2.0=4 12.3=10')).toEqual(choices);
  expect(readChoices('w4 w5 -1.0=4x 999999999.0=1')).toEqual([]);
});
