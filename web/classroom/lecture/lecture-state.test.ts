import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { asks } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import { askedOf, told } from '../../lesson/play/play';
import { begin, behind, elapsed, type LectureState, perform, playOf, resized, voteOf } from './lecture-state';

const TEXT = readFileSync(join(import.meta.dirname, '../../../lessons/04-bast/lesson.md'), 'utf8');
const { lesson: read } = parseLesson(TEXT);
if (!read) throw new Error('the lesson is unsound');
const lesson = read;
const FULL_MERGE = lesson.steps.findIndex(({ id }) => id === 'full_merge');

const START = begin({ slug: 'bast' }, null);
const advance = (lecture: LectureState) => perform(lecture, { type: 'advance' }, lesson);
const stepOf = (lecture: LectureState) => playOf(lesson, lecture).step;

test('a clicker goes through the whole lesson, and shows each hidden result before it goes on', () => {
  let lecture = START;
  let presses = 0;
  const hidden = lesson.steps.filter(asks).length;
  while (stepOf(lecture) < lesson.steps.length - 1) {
    lecture = advance(lecture);
    presses += 1;
    expect(presses).toBeLessThan(100);
  }
  expect(presses).toBe(lesson.steps.length - 1 + hidden);
  expect(hidden).toBeGreaterThan(2);
});

test('the press that shows a result does not leave the step', () => {
  const at = perform(START, { type: 'go', step: FULL_MERGE }, lesson);
  const shown = advance(at);
  expect(stepOf(shown)).toBe(FULL_MERGE);
  const step = lesson.steps[FULL_MERGE];
  expect(step && askedOf(playOf(lesson, shown), step).known).toBe(true);
  expect(stepOf(advance(shown))).toBe(FULL_MERGE + 1);
});

test('under a blank screen the first press only brings the picture back', () => {
  const blank = perform(perform(START, { type: 'go', step: 2 }, lesson), { type: 'blank', on: true }, lesson);
  const back = advance(blank);
  expect(back.blank).toBe(false);
  expect(stepOf(back)).toBe(2);
  expect(perform(blank, { type: 'previous' }, lesson)).toMatchObject({ blank: false });
});

test('during a question no press moves the lesson; another step by name ends it', () => {
  const asked = perform(
    perform(START, { type: 'go', step: 2 }, lesson),
    { type: 'question', on: true },
    lesson,
  );
  expect(advance(asked)).toBe(asked);
  expect(perform(asked, { type: 'previous' }, lesson)).toBe(asked);
  const back = perform(asked, { type: 'question', on: false }, lesson);
  expect(back).toMatchObject({ question: false, progress: asked.progress });
  const gone = perform(asked, { type: 'go', step: 5 }, lesson);
  expect(gone.question).toBe(false);
  expect(stepOf(gone)).toBe(5);
});

test('nothing moves in a lesson that is not read yet, and nothing at all once the lecture is over', () => {
  expect(perform(START, { type: 'advance' }, null)).toBe(START);
  const over = perform(START, { type: 'end' }, lesson);
  expect(perform(over, { type: 'blank', on: true }, lesson)).toBe(over);
});

test('the stopwatch runs, stops, goes on, and starts from zero while running or not', () => {
  const at = (lecture: LectureState, what: 'start' | 'stop' | 'reset', now: number) =>
    perform(lecture, { type: 'timer', do: what, now }, lesson);
  let lecture = at(START, 'start', 1000);
  expect(elapsed(lecture.timer, 4000)).toBe(3000);
  lecture = at(lecture, 'stop', 5000);
  expect(elapsed(lecture.timer, 9000)).toBe(4000);
  lecture = at(lecture, 'start', 10_000);
  expect(elapsed(lecture.timer, 11_000)).toBe(5000);
  expect(elapsed(at(lecture, 'reset', 12_000).timer, 13_000)).toBe(1000);
  expect(elapsed(at(at(lecture, 'stop', 12_000), 'reset', 12_000).timer, 13_000)).toBe(0);
  // A clock that is set back does not take time away.
  expect(elapsed(lecture.timer, 0)).toBe(4000);
});

test('a filter stays within what leaves a picture', () => {
  const wild = perform(START, { type: 'filter', filter: { contrast: 9, gamma: 0 } }, lesson);
  expect(wild.filter).toEqual({ contrast: 2, gamma: 0.4 });
});

test('behind or ahead of the plan, in whole minutes; within the time of the step at hand on time', () => {
  const at = (minute: number, step: number) => behind(minute * 60_000, 40, step, 20);
  // The fifth of 20 steps is due from minute 8 to minute 10.
  expect([at(8, 4), at(9.9, 4), at(10.9, 4)]).toEqual([0, 0, 0]);
  expect([at(11, 4), at(15.5, 4)]).toEqual([1, 5]);
  expect([at(7.5, 4), at(6.9, 4), at(2, 4)].map((late) => late + 0)).toEqual([0, -1, -6]);
});

test('the letters of the room grow and shrink by one size, and no further than the last', () => {
  expect(resized('normal', 1)).toBe('larger');
  expect(resized('larger', 1)).toBe('larger');
  expect(resized('normal', -1)).toBe('smaller');
  const larger = perform(START, { type: 'size', size: 'larger' }, lesson);
  expect(larger.size).toBe('larger');
  expect(perform(larger, { type: 'size', size: 'larger' }, lesson)).toBe(larger);
});

test('hands are counted for each choice; the vote after the discussion keeps those before it', () => {
  const count = (lecture: LectureState, choice: number, hands: number) =>
    perform(lecture, { type: 'hands', step: 'which', choice, hands }, lesson);
  const first = count(count(START, 2, 7), 0, 12.4);
  expect(voteOf(first, 'which')).toEqual({ hands: [12, 0, 7], before: null, shown: false });
  const shown = perform(first, { type: 'bars', step: 'which', on: true }, lesson);
  expect(voteOf(shown, 'which').shown).toBe(true);
  const again = perform(shown, { type: 'vote_again', step: 'which' }, lesson);
  expect(voteOf(again, 'which')).toEqual({ hands: [], before: [12, 0, 7], shown: false });
  // Nonsense is no hand, and a room has an end.
  expect(voteOf(count(count(START, 0, -3), 1, Number.NaN), 'which').hands).toEqual([0, 0]);
  expect(voteOf(count(START, 0, 1e9), 'which').hands).toEqual([9999]);
  expect(perform(again, { type: 'lesson', lesson: { slug: 'fast' } }, lesson).votes).toEqual({});
  // A fresh variant has other values; starting over forgets all.
  const varied = perform(START, { type: 'go', step: FULL_MERGE }, lesson);
  const voted = perform(varied, { type: 'hands', step: 'full_merge', choice: 0, hands: 5 }, lesson);
  const both = perform(voted, { type: 'hands', step: 'which', choice: 0, hands: 5 }, lesson);
  expect(Object.keys(perform(both, { type: 'fresh' }, lesson).votes)).toEqual(['which']);
  expect(perform(both, { type: 'reset' }, lesson).votes).toEqual({});
  // The lesson itself is where it was.
  expect(again.progress).toBe(START.progress);
});

test('variants are drawn as often as wanted: the next press shows the answer, the one before leads back to the own question', () => {
  const at = perform(START, { type: 'go', step: FULL_MERGE }, lesson);
  const draw = (lecture: LectureState) => perform(lecture, { type: 'fresh' }, lesson);
  const asked = (lecture: LectureState) => {
    const play = playOf(lesson, lecture);
    const step = lesson.steps[play.step];
    if (!step) throw new Error('no step');
    return { ...askedOf(play, step), step: play.step };
  };
  const second = draw(draw(advance(at)));
  expect(asked(second)).toMatchObject({ step: FULL_MERGE, variant: 2, verdict: null });
  const shown = advance(second);
  expect(asked(shown)).toMatchObject({ step: FULL_MERGE, variant: 2, told: 2 });
  expect(told(asked(shown))).toBe(true);
  // Another one hides its answer again; back is the lesson's own question, shown as it was, and then the step before.
  expect(told(asked(draw(shown)))).toBe(false);
  const own = perform(draw(shown), { type: 'previous' }, lesson);
  expect(asked(own)).toMatchObject({ step: FULL_MERGE, variant: 0, known: true });
  expect(stepOf(perform(own, { type: 'previous' }, lesson))).toBe(FULL_MERGE - 1);
  expect(stepOf(advance(shown))).toBe(FULL_MERGE + 1);
  // Drawn before its own answer was shown, that one comes too.
  const early = advance(advance(draw(at)));
  expect(asked(early)).toMatchObject({ step: FULL_MERGE, variant: 0, known: true });
  // Where a question has no variant nothing moves, and no vote is lost.
  const without = lesson.steps.findIndex(({ predict }) => predict !== null && !predict.variants);
  const there = perform(at, { type: 'go', step: without }, lesson);
  const voted = perform(
    there,
    { type: 'hands', step: lesson.steps[without]?.id ?? '', choice: 0, hands: 3 },
    lesson,
  );
  expect(draw(voted)).toBe(voted);
});
