import { describe, expect, test } from 'vitest';
import type { Lesson } from '../language/lesson';
import { parseLesson } from '../language/parse';
import {
  askedOf,
  fromProgress,
  locked,
  neighbour,
  type Play,
  type PlayAction,
  reduce,
  START,
  toProgress,
} from './play';

const LESSON = parseLesson(`---
title: "T"
goals: [G]
scenarios: { one: { ops: "w0" } }
---

## First
\`\`\`yaml
id: first
on: one
\`\`\`
Prose.

## Asking
\`\`\`yaml
id: asking
predict:
  ask: "How many?"
  answer: report.merges.full
  hint: "Count."
  variants: { draw: { a: 0..7 }, ops: "w{a}" }
\`\`\`
Prose.

## Last
\`\`\`yaml
id: last
\`\`\`
Prose.
`).lesson as Lesson;
const ASKING = LESSON.steps[1] as Lesson['steps'][number];

function played(...actions: PlayAction[]): Play {
  return actions.reduce((play, action) => reduce(LESSON, play, action), START);
}

const NEXT: PlayAction = { type: 'next' };
const WRONG: PlayAction = { type: 'answered', given: '3', right: false };
const RIGHT: PlayAction = { type: 'answered', given: '0', right: true };

describe('a prediction', () => {
  test('locks the way on until it is made', () => {
    const play = played(NEXT, NEXT);
    expect(play.step).toBe(1);
    expect(play.nudged).toBe(1);
    expect(locked(play, ASKING)).toBe(true);
    expect(played(NEXT, RIGHT, NEXT).step).toBe(2);
  });

  test('stays locked after a wrong answer and while a variant is open', () => {
    expect(locked(played(NEXT, WRONG), ASKING)).toBe(true);
    expect(locked(played(NEXT, WRONG, { type: 'fresh' }), ASKING)).toBe(true);
  });

  test('opens with a right answer to a fresh variant', () => {
    const play = played(NEXT, WRONG, { type: 'fresh' }, RIGHT);
    expect(askedOf(play, ASKING)).toMatchObject({ variant: 1, known: true, tries: 2 });
    expect(reduce(LESSON, play, { type: 'own' }).asked.asking).toMatchObject({ variant: 0, verdict: null });
    expect(locked(reduce(LESSON, play, { type: 'own' }), ASKING)).toBe(false);
  });

  test('is shown to who asks', () => {
    const play = played(NEXT, WRONG, { type: 'show' });
    expect(locked(play, ASKING)).toBe(false);
    expect(askedOf(play, ASKING)).toMatchObject({ verdict: null, known: true });
  });

  test('stays known when it is tried again', () => {
    expect(locked(played(NEXT, RIGHT, { type: 'fresh' }, WRONG), ASKING)).toBe(false);
  });
});

test('the core alone leaves out the other steps, forward and back', () => {
  const steps = LESSON.steps.map((step, at) => ({ ...step, more: at === 1 }));
  const lesson = { ...LESSON, steps };
  const core = { type: 'next', coreOnly: true } as const;
  const there = reduce(lesson, START, core);
  expect(there.step).toBe(2);
  expect(reduce(lesson, there, core)).toBe(there);
  expect(reduce(lesson, there, { type: 'previous', coreOnly: true }).step).toBe(0);
  expect(reduce(lesson, START, NEXT).step).toBe(1);
  expect(neighbour(lesson, 0, -1, true)).toBeNull();
  // From a step that is left out, as a link may open it.
  expect(neighbour(lesson, 1, 1, true)).toBe(2);
});

test('the ends of the lesson hold', () => {
  expect(played({ type: 'previous' })).toBe(START);
  expect(played({ type: 'go', step: 99 }).step).toBe(2);
  expect(played({ type: 'go', step: Number.NaN }).step).toBe(0);
  expect(played({ type: 'go', step: 2 }, NEXT).step).toBe(2);
});

test('a step that asks nothing takes no answer', () => {
  expect(played(RIGHT)).toBe(START);
  expect(played({ type: 'show' })).toBe(START);
});

test('progress survives a reload, and the rest of the lesson may have changed', () => {
  const play = played(NEXT, WRONG, { type: 'fresh' });
  const kept: unknown = JSON.parse(JSON.stringify(toProgress(LESSON, play)));
  expect(fromProgress(LESSON, kept)).toEqual(play);
  const shorter = { ...LESSON, steps: LESSON.steps.slice(0, 1) };
  expect(fromProgress(shorter, kept)).toEqual(START);
});

test.each([null, 3, 'x', {}, { version: 2 }, { version: 1, step: 7, asked: { asking: { variant: -1 } } }])(
  'foreign progress starts over: %j',
  (kept) => {
    expect(fromProgress(LESSON, kept)).toEqual(START);
  },
);

test('another tab changes only what it is further in; otherwise there is nothing to keep', () => {
  const here = played(NEXT, { type: 'typed', text: '4' });
  const { asked } = played(NEXT, { type: 'typed', text: '5' });
  expect(reduce(LESSON, here, { type: 'elsewhere', asked })).toBe(here);
  const answered = reduce(LESSON, here, { type: 'elsewhere', asked: played(NEXT, WRONG).asked });
  expect(answered.asked.asking).toMatchObject({ tries: 1, draft: '4' });
});

test('a reset starts over', () => {
  expect(played(NEXT, RIGHT, NEXT, { type: 'reset' })).toEqual(START);
});

describe('in an assignment', () => {
  const rules = { seed: 's', shared: 's', attempts: 2, hints: true };
  const asked = (steps: string[]): Lesson => ({
    ...LESSON,
    rules,
    steps: LESSON.steps.map((step) => ({ ...step, more: !steps.includes(step.id) })),
  });
  const assigned = asked(['asking']);
  const play = (...actions: PlayAction[]) =>
    actions.reduce((before, action) => reduce(assigned, before, action), fromProgress(assigned, null));
  const answer = (given: string, right: boolean, s: number): PlayAction => ({
    type: 'answered',
    ...{ given, right, s },
  });

  test('it begins at its first step, with a variant', () => {
    expect(play().step).toBe(1);
    expect(askedOf(play(), ASKING)).toMatchObject({ variant: 1, tries: 0, known: false });
    // Answers are taken up, and the rest begins with variants too.
    const kept = toProgress(assigned, play(answer('3', false, 5)));
    expect(askedOf(fromProgress(assigned, kept), ASKING)).toMatchObject({ variant: 1, tries: 1 });
  });

  test('all answers are kept with their times; after the last all others are refused, and the way on is open', () => {
    const wrong = play(answer('3', false, 5), answer('4', false, 9));
    expect(askedOf(wrong, ASKING)).toMatchObject({ known: true, verdict: 'wrong', tries: 2 });
    expect(locked(wrong, ASKING)).toBe(false);
    const late = reduce(assigned, wrong, answer('0', true, 12));
    expect(askedOf(late, ASKING).answers).toEqual([
      { given: '3', right: false, s: 5 },
      { given: '4', right: false, s: 9 },
    ]);
    const right = play(answer('0', true, 5), answer('4', false, 9));
    expect(askedOf(right, ASKING)).toMatchObject({ verdict: 'right', tries: 1 });
  });

  test('the same wrong answer again is no further one', () => {
    expect(askedOf(play(answer('3', false, 5), answer('3', false, 6)), ASKING).tries).toBe(1);
  });

  test('nothing is shown, varied or begun again', () => {
    const one = play(answer('3', false, 5));
    for (const type of ['show', 'fresh', 'own', 'reset'] as const)
      expect([type, reduce(assigned, one, { type })]).toEqual([type, one]);
  });
});

describe('a draft of an answer', () => {
  const typed: PlayAction = { type: 'typed', text: '4' };
  const draft = (play: Play) => askedOf(play, ASKING).draft;

  test('is there after Back and Next, after a reload, and beside the answer before it', () => {
    const play = played(NEXT, WRONG, typed, { type: 'previous' }, NEXT);
    expect([draft(play), askedOf(play, ASKING).given]).toEqual(['4', '3']);
    const again = fromProgress(LESSON, JSON.parse(JSON.stringify(toProgress(LESSON, play))));
    expect(draft(again)).toBe('4');
  });

  test('ends with the answer, and belongs to one variant', () => {
    expect(draft(played(NEXT, typed, WRONG))).toBeUndefined();
    expect(draft(played(NEXT, WRONG, typed, { type: 'fresh' }))).toBeUndefined();
  });

  test('stays where another tab answers; its answers come', () => {
    const other = played(NEXT, RIGHT).asked;
    const play = reduce(LESSON, played(NEXT, typed), { type: 'elsewhere', asked: other });
    expect([draft(play), askedOf(play, ASKING).known, locked(play, ASKING)]).toEqual(['4', true, false]);
    // An answer that is further here is not undone.
    expect(reduce(LESSON, played(NEXT, RIGHT), { type: 'elsewhere', asked: {} }).asked).toEqual(other);
  });
});
