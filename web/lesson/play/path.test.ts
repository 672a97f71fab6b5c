// @vitest-environment jsdom
/** The 15-minute path: made of the course's own steps, it holds on the engine as any lesson does. */
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../base/language';
import { checkParsed } from '../language/check';
import { describe as described } from '../language/fault';
import { asks, type Lesson } from '../language/lesson';
import { flat, words } from '../language/prose';
import { minutesOf } from './minutes';
import { nodeEngine, nodeRounds } from './node-engine';
import { loadPath, pathOf, STOPS } from './path';

afterEach(() => setLanguage('en', false));

test.each(['en', 'ko'] as const)(
  'the path holds on the engine, ten steps in fifteen minutes: %s',
  async (language) => {
    await setLanguage(language, false);
    const { lesson, language: found } = await loadPath(language);
    expect(found).toBe(language);
    expect(lesson.steps.map(({ id }) => id)).toEqual(STOPS.map(({ step }) => step));
    expect(lesson.steps).toHaveLength(10);
    expect(lesson.steps.filter(asks).length).toBeGreaterThanOrEqual(8);
    expect(minutesOf(lesson.steps)).toBeLessThanOrEqual(15);
    expect(
      lesson.steps.map(({ prose: [said] }) => said && flat('children' in said ? said.children : [])),
    ).toEqual(STOPS.map(({ bridge }) => bridge()));
    const hangul = /\p{Script=Hangul}/u;
    for (const { prose, from, chart, more } of lesson.steps) {
      expect(hangul.test(JSON.stringify(prose[0]))).toBe(language === 'ko');
      // A bridge is two lines.
      expect(words(prose.slice(0, 1))).toBeLessThanOrEqual(35);
      // It starts by itself, and is core in its lesson. Charts name scenarios, which the path does not rename.
      expect([from === null, chart, more]).toEqual([false, null, false]);
    }
    expect(lesson.goals.every((goal) => hangul.test(JSON.stringify(goal)) === (language === 'ko'))).toBe(
      true,
    );
    expect(lesson.steps.every(({ source }) => lesson.sources.some(({ id }) => id === source?.ref))).toBe(
      true,
    );
    const engine = nodeEngine();
    const { faults, evaluated } = await checkParsed(lesson, engine, nodeRounds);
    engine.close();
    expect(faults.map((fault) => described(fault))).toEqual([]);
    expect(evaluated).toBeGreaterThan(60);
  },
);

test('a lesson that lost its step shortens the path; it does not break it', async () => {
  const { lesson } = await loadPath('en');
  const bast = { ...lesson, scenarios: new Map(), steps: [] } as Lesson;
  expect(pathOf(new Map([['bast', bast]])).steps).toEqual([]);
});
