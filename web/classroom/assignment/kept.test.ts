import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAssignment } from '../../lesson/assignment/assignment';
import type { Progress } from '../../lesson/play/play';
import { begin, begunBy, fileName, keyOf, resultOf, storeOf } from './kept';
import { setUnderWay, type UnderWay } from './under-way';

const TEXT = 'assignment: "Homework"\nparts: [{ lesson: bast, steps: [full_merge, rescue] }]\nseed: s\n';

const read = async () => {
  const { assignment, ...rest } = await readAssignment(TEXT);
  if (!assignment || !('lessons' in rest)) throw new Error('unsound');
  return { assignment, lessons: rest.lessons };
};

const PROGRESS: Progress = {
  version: 1,
  step: 'full_merge',
  asked: {
    full_merge: {
      ...{ variant: 1, given: '8', verdict: 'right', known: true, tries: 1 },
      answers: [{ given: '8', right: true, s: 12 }],
    },
    // Of another step, and never answered.
    kinds: { variant: 0, given: null, verdict: null, known: false, tries: 0 },
  },
};

let kept: Record<string, string>;
beforeEach(() => {
  kept = {};
  const storage = {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, text: string) => {
      kept[key] = text;
    },
    removeItem: (key: string) => delete kept[key],
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(storage, {
      ownKeys: () => Object.keys(kept),
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
});
afterEach(() => vi.unstubAllGlobals());

test('a student hands in the answers to the questions that were asked, and no others', async () => {
  const { assignment, lessons } = await read();
  storeOf(assignment, 'Kim', 'bast', 1000).save('bast', PROGRESS);
  const state = begin(assignment, 'kim ', 5000);
  expect(state).toMatchObject({ student: 'Kim', begun: 1000 });
  const result = resultOf(assignment, lessons, state, '1.0.0', 9000);
  expect(result.answers).toEqual({
    bast: { full_merge: { variant: 1, answers: [{ given: '8', right: true, s: 12 }] } },
  });
  expect(begunBy(assignment).map(({ student }) => student)).toEqual(['Kim']);
  // Another student begins with nothing.
  expect(begin(assignment, 'lee', 6000)).toMatchObject({ begun: 6000, parts: {} });
});

test('an older tab takes no answer of a newer one away', async () => {
  const { assignment } = await read();
  const [older, newer] = [storeOf(assignment, 'kim', 'bast', 1), storeOf(assignment, 'kim', 'bast', 1)];
  older.save('bast', { version: 1, step: 'kinds', asked: {} });
  newer.save('bast', PROGRESS);
  older.save('bast', { version: 1, step: 'update', asked: {} });
  const part = begin(assignment, 'kim', 2).parts.bast;
  expect([part?.step, part?.asked.full_merge]).toEqual(['update', PROGRESS.asked.full_merge]);
});

test('where the browser keeps nothing, nothing is lost in this visit', async () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  const { assignment } = await read();
  storeOf(assignment, 'park', 'bast', 1000).save('bast', PROGRESS);
  expect(begin(assignment, 'park', 2000).parts.bast).toEqual(PROGRESS);
});

test('a student hands in when the assignment was left, also when nothing can be kept', async () => {
  const { assignment, lessons } = await read();
  const at = (student: string): UnderWay => ({
    ...{ title: 'Homework', packed: 'p', student, key: keyOf(assignment, student) },
  });
  const left = (student: string) =>
    resultOf(assignment, lessons, begin(assignment, student, 1000), '1.0.0', 900_000).left;
  const leave = (student: string) => {
    begin(assignment, student, 1000);
    setUnderWay(at(student), 1000);
    // A reload, or the next part.
    setUnderWay(at(student), 31_000);
    expect(left(student)).toBeUndefined();
    setUnderWay(null, 61_000);
    setUnderWay(at(student), 121_000);
    setUnderWay(at('other'), 201_000);
    setUnderWay(null, 301_000);
    setUnderWay(at(student), 401_000);
    setUnderWay(null, 501_000);
    return left(student);
  };
  const wanted = [{ s: 60, back: 120 }, { s: 200, back: 400 }, { s: 500 }];
  expect(leave('han')).toEqual(wanted);
  // Whatever the storage holds, it is no reason to lose the answers.
  kept[`ftl-lab.left.${keyOf(assignment, 'choi')}`] = '[{"from":"x"}]';
  expect(left('choi')).toBeUndefined();
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(leave('jung')).toEqual(wanted);
});

test('a file has a name that every file system takes', () => {
  expect(fileName('Homework 2: merges', 'kim 2026')).toBe('Homework-2-merges_kim-2026.json');
  expect(fileName('과제/1', '../../김')).toBe('과제-1_김.json');
  expect(fileName('', '')).toBe('result.json');
});
