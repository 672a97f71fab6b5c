/** Each answer as a platform records it: on the runtime of scorm-again, which refuses what the standard does not allow. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scorm12API } from 'scorm-again';
import { expect, test } from 'vitest';
import fc from '../../base/property';
import type { Lesson, Step } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import {
  type Asked,
  fromProgress,
  type Play,
  type PlayAction,
  reduce,
  toProgress,
} from '../../lesson/play/play';
import { lessonsOf } from './export';
import { interactionOf } from './interactions';
import { type Api, reportTo } from './report';

function read(folder: string): Lesson {
  const text = readFileSync(join(import.meta.dirname, '../../../lessons', folder, 'lesson.md'), 'utf8');
  const { lesson } = parseLesson(text);
  if (!lesson) throw new Error(`${folder} cannot be read`);
  return lesson;
}
const FLASH = read('01-flash');
const BAST = read('04-bast');
const stepOf = (lesson: Lesson, fits: (step: Step) => unknown): Step => {
  const found = lesson.steps.find(fits);
  if (!found) throw new Error('no such step');
  return found;
};
const CHOICE = stepOf(BAST, ({ predict }) => predict && predict.choices.length > 0);
const NUMBER = stepOf(BAST, ({ predict }) => predict && predict.choices.length === 0);
const TASK = stepOf(BAST, ({ task }) => task);
const ROUND = stepOf(BAST, ({ challenge }) => challenge);

const NONE = { load: () => null, save: () => {}, clear: () => {}, all: () => new Map() };

/** A lesson played in a platform as the panel plays it: each state is saved. */
function playing(api: Scorm12API, lessons: Record<string, Lesson>, begun = Date.UTC(2026, 10, 27)) {
  const failed: string[] = [];
  let time = begun;
  const report = reportTo(
    api as unknown as Api,
    new Map(Object.entries(lessons)),
    NONE,
    (reason) => failed.push(reason),
    () => time,
  );
  const plays = new Map<string, Play>();
  const open = (name: string) => {
    const lesson = lessons[name] as Lesson;
    const play = plays.get(name) ?? fromProgress(lesson, report.load(name));
    plays.set(name, play);
    return { lesson, play };
  };
  const act = (name: string, action: PlayAction, ms = 1000) => {
    const { lesson, play } = open(name);
    time += ms;
    const next = reduce(lesson, play, action);
    plays.set(name, next);
    report.save(name, toProgress(lesson, next));
    return play;
  };
  const answer = (name: string, step: Step, given: string, right: boolean, ms = 1000) => {
    act(name, { type: 'go', step: open(name).lesson.steps.indexOf(step) }, 0);
    return act(name, { type: 'answered', given, right }, ms);
  };
  const show = (name: string, step: Step) => {
    act(name, { type: 'go', step: open(name).lesson.steps.indexOf(step) });
    act(name, { type: 'show' });
  };
  return { report, failed, act, answer, show };
}

/** The records of a platform, which a lesson itself cannot read. */
const records = (api: Scorm12API) => {
  const { cmi } = api.renderCMIToJSONObject() as {
    cmi: { interactions: Record<string, Record<string, string>> };
  };
  return Object.values(cmi.interactions);
};
const platform = (kept?: Scorm12API) => {
  const api = new Scorm12API({ autocommit: false, logLevel: 5 });
  if (kept) {
    api.cmi.suspend_data = kept.cmi.suspend_data;
    api.cmi.core.lesson_status = kept.cmi.core.lesson_status;
    api.cmi.core.score.raw = kept.cmi.core.score.raw;
  }
  return api;
};

test('every answer is a record: question, type, answer, result, time it took', () => {
  const api = platform();
  const { answer, show, failed } = playing(api, { bast: BAST });
  answer('bast', CHOICE, '1', false, 65_250);
  answer('bast', CHOICE, '0', true, 2_000);
  answer('bast', NUMBER, '2,5', false);
  answer('bast', TASK, 'w1 w2', true);
  answer('bast', ROUND, '3.0=5', true);
  show(
    'bast',
    stepOf(BAST, (step) => step.predict && ![CHOICE, NUMBER].includes(step)),
  );
  expect(failed).toEqual([]);
  const [first, second, third, task, round, shown, ...more] = records(api);
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    ...{ id: `bast.${CHOICE.id}.1`, type: 'choice', student_response: 'b', result: 'wrong' },
    // This runtime shortens spans.
    latency: '00:01:05.25',
    time: expect.stringMatching(/^\d\d:01:05\.25$/),
  });
  expect(second).toMatchObject({
    ...{ id: `bast.${CHOICE.id}.2`, student_response: 'a', result: 'correct', latency: '00:00:02' },
  });
  expect(third).toMatchObject({ type: 'numeric', student_response: '2.5', result: 'wrong' });
  expect(task).toMatchObject({ type: 'fill-in', student_response: 'w1 w2', result: 'correct' });
  expect(round).toMatchObject({ type: 'performance', student_response: '3.0=5', result: 'correct' });
  expect(shown).toMatchObject({ id: expect.stringMatching(/\.shown$/), result: 'neutral' });
});

test('starting over forgets neither what was shown nor how often was answered, also in later visits', () => {
  const api = platform();
  const { answer, show, act, report } = playing(api, { bast: BAST });
  answer('bast', CHOICE, '1', false);
  show('bast', NUMBER);
  act('bast', { type: 'reset' });
  const score = () => Number(api.cmi.core.score.raw);
  answer('bast', NUMBER, '1', true);
  // Its result was shown before: right, and worth nothing.
  expect(score()).toBe(0);
  answer('bast', CHOICE, '0', true);
  const one = score();
  expect(one).toBeGreaterThan(0);
  expect(records(api).at(-1)).toMatchObject({ id: `bast.${CHOICE.id}.2`, result: 'correct' });
  report.finish();
  const again = platform(api);
  const later = playing(again, { bast: BAST });
  later.act('bast', { type: 'reset' });
  later.answer('bast', NUMBER, '1', true);
  // An answer given before the result was shown still counts, and nothing is added.
  expect(Number(again.cmi.core.score.raw)).toBe(one);
  expect(records(again).at(-1)).toMatchObject({ id: `bast.${NUMBER.id}.2` });
  expect(later.failed).toEqual([]);
});

test('starting over takes no points away', () => {
  const api = platform();
  const { answer, show, act, report } = playing(api, { bast: BAST });
  answer('bast', CHOICE, '0', true);
  answer('bast', NUMBER, '1', true);
  const before = api.cmi.core.score.raw;
  expect(Number(before)).toBeGreaterThan(0);
  act('bast', { type: 'reset' });
  show('bast', NUMBER);
  expect(api.cmi.core.score.raw).toBe(before);
  report.finish();
  // Without the platform's own number: the state says it.
  const again = platform(api);
  again.cmi.core.score.raw = '';
  playing(again, { bast: BAST }).answer('bast', CHOICE, '1', false);
  expect(again.cmi.core.score.raw).toBe(before);
});

test('lessons of one’s own with names in other letters have records of their own', () => {
  const api = platform();
  const { answer, failed } = playing(api, { 쓰기: BAST, 지우기: BAST, 'ours 1': BAST, ours: BAST });
  for (const name of ['쓰기', '지우기', 'ours 1', 'ours']) answer(name, CHOICE, '0', true);
  const ids = records(api).map(({ id }) => id);
  expect(new Set(ids).size).toBe(4);
  expect(ids[3]).toBe(`ours.${CHOICE.id}.1`);
  for (const id of ids) expect(id).toMatch(/^[\w.-]{1,255}$/);
  expect(failed).toEqual([]);
});

test('two lessons of one’s own may have one title', async () => {
  const text = readFileSync(join(import.meta.dirname, '../../lesson/testdata/policy.md'), 'utf8');
  const title = parseLesson(text).lesson?.title ?? '';
  const ref = (more: string) => ({ name: 'ours.md', text: `${text}${more}` });
  const made = { title: '', start: { lesson: 0, step: null }, theme: null, lang: null };
  const { lessons, names } = await lessonsOf({ ...made, lessons: [ref(''), ref('\n'), ref('')] });
  expect([names, lessons.size]).toEqual([[title, `${title} (2)`, title], 2]);
});

test('a start over that is taken back was none', () => {
  const api = platform();
  const { answer, show, act } = playing(api, { bast: BAST });
  answer('bast', CHOICE, '0', true);
  show('bast', NUMBER);
  const before = api.cmi.suspend_data;
  const play = act('bast', { type: 'reset' });
  expect(api.cmi.suspend_data).not.toBe(before);
  act('bast', { type: 'restore', play });
  expect(api.cmi.suspend_data).toBe(before);
  expect(records(api)).toHaveLength(2);
});

test('a class of lessons is one package: done when all are, its score over all, its place with the lesson', () => {
  const api = platform();
  const { answer, act, failed } = playing(api, { flash: FLASH, 'ours; 수업': BAST });
  const all = (name: string, lesson: Lesson) => {
    for (const step of lesson.steps)
      if (step.predict || step.task || step.challenge || step.design || step.policy)
        answer(name, step, '0', true);
  };
  all('flash', FLASH);
  expect(api.cmi.core.lesson_status).toBe('incomplete');
  expect(Number(api.cmi.core.score.raw)).toBeLessThan(100);
  all('ours; 수업', BAST);
  expect(api.cmi.core.lesson_status).toBe('completed');
  expect(api.cmi.core.score.raw).toBe('100');
  act('flash', { type: 'go', step: 1 });
  expect(api.cmi.core.lesson_location).toBe(`flash/${FLASH.steps[1]?.id}`);
  expect(failed).toEqual([]);
  for (const { id } of records(api)) expect(id).toMatch(/^[!-~]+$/);
});

test('a platform without records of answers is no trouble', () => {
  const refused: string[] = [];
  let code = '0';
  const api: Api = {
    ...{ LMSInitialize: () => 'true', LMSFinish: () => 'true', LMSCommit: () => 'true' },
    LMSGetValue: () => '',
    LMSSetValue(element) {
      code = element.startsWith('cmi.interactions') ? '401' : '0';
      if (code !== '0') refused.push(element);
      return code === '0' ? 'true' : 'false';
    },
    LMSGetLastError: () => code,
    LMSGetErrorString: () => 'Not implemented error',
  };
  const { answer, failed } = playing(api as unknown as Scorm12API, { bast: BAST });
  answer('bast', CHOICE, '1', false);
  answer('bast', CHOICE, '0', true);
  expect([failed, refused]).toEqual([[], ['cmi.interactions.0.id']]);
});

test('whatever was typed, every element is one of the standard', () => {
  const vocabulary = {
    type: /^(true-false|choice|fill-in|matching|performance|sequencing|likert|numeric)$/,
    result: /^(correct|wrong|unanticipated|neutral)$/,
    id: /^[!-~]{1,255}$/,
    time: /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d\d$/,
    latency: /^\d{4}:[0-5]\d:[0-5]\d\.\d\d$/,
    weighting: /^1$/,
    student_response: /^[^\n\r]{0,255}$/u,
  };
  const given = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 600 }),
    fc.double().map(String),
    fc.nat(30).map(String),
  );
  const asked = fc.record({
    given: fc.option(given),
    verdict: fc.constantFrom('right', 'wrong', null),
    shown: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(CHOICE, NUMBER, TASK, ROUND),
      asked,
      fc.nat(),
      fc.nat(),
      (step, answer, at, took) => {
        const whole: Asked = { variant: 0, known: true, tries: 1, ...answer };
        for (const [element, value] of interactionOf(step, whole, { id: 'a.b.1', at, took })) {
          expect([element, value]).toEqual([element, expect.stringMatching(vocabulary[element as 'id'])]);
          const [type = ''] = interactionOf(step, whole, { id: 'a', at, took }).flatMap(([name, of]) =>
            name === 'type' ? [of] : [],
          );
          if (element === 'student_response' && type === 'numeric')
            expect(value).toMatch(/^-?\d{1,10}(\.\d+)?$/);
          if (element === 'student_response' && type === 'choice') expect(value).toMatch(/^[a-z]?$/);
        }
      },
    ),
  );
});
