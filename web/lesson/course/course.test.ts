/** The order of the course: every lesson after those it builds on, and where they stand on the map. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Lesson } from '../lesson';
import { SLUGS } from '../library';
import { parseLesson } from '../parse';
import type { Progress } from '../play';
import { circleIn, type Node, standingOf } from './course';
import { layoutMap } from './layout';

const LESSONS = join(import.meta.dirname, '..', '..', '..', 'lessons');

function read(folder: string): Lesson {
  const { lesson } = parseLesson(readFileSync(join(LESSONS, folder, 'lesson.md'), 'utf8'));
  if (!lesson) throw new Error(`${folder} cannot be read`);
  return lesson;
}

const COURSE: Node[] = readdirSync(LESSONS, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort()
  .map((name) => ({ slug: name.replace(/^\d+-/, ''), after: read(name).after.map(({ lesson }) => lesson) }));

test('the numbers are a way through the course: a lesson comes after all it builds on', () => {
  expect(COURSE.map(({ slug }) => slug)).toEqual(SLUGS);
  COURSE.forEach(({ after }, index) => {
    for (const earlier of after) expect(SLUGS.slice(0, index)).toContain(earlier);
  });
  expect(COURSE.filter(({ after }) => after.length === 0).map(({ slug }) => slug)).toEqual(['flash']);
  expect(circleIn(COURSE)).toBeNull();
});

test('a circle is found, and said from its beginning to its beginning', () => {
  const circle = COURSE.map((node) =>
    node.slug === 'mapping' ? { ...node, after: ['flash', 'fast'] } : node,
  );
  expect(circleIn(circle)).toEqual(['mapping', 'fast', 'bast', 'mapping']);
  expect(circleIn([{ slug: 'a', after: ['a'] }])).toEqual(['a', 'a']);
});

test('lessons stand right of what they build on, and on nobody else', () => {
  const { places, lines, rows, columns, width } = layoutMap(COURSE);
  expect([columns, rows]).toEqual([7, 5]);
  const at = (slug: string) => places.get(slug) ?? { x: Number.NaN, y: Number.NaN };
  for (const { slug, after } of COURSE) {
    const { x, y } = at(slug);
    expect(Math.min(x - width / 2, 1 - x - width / 2, y, 1 - y)).toBeGreaterThan(0);
    for (const earlier of after) expect(at(earlier).x + width).toBeLessThan(x);
    const others = COURSE.filter((other) => other.slug !== slug && Math.abs(at(other.slug).x - x) < width);
    for (const other of others) expect(Math.abs(at(other.slug).y - y)).toBeGreaterThan(0.9 / (rows + 1));
  }
  // A line that passes a column is in nobody's way there.
  for (const { points, to } of lines) {
    for (const point of points.slice(1, -1)) {
      const near = COURSE.filter(({ slug }) => slug !== to && Math.abs(at(slug).x - point.x) < width * 0.6);
      for (const { slug } of near) expect(Math.abs(at(slug).y - point.y)).toBeGreaterThan(0.1);
    }
  }
});

test('what another lesson leads to anyway has no line of its own; what is not on the map is left out', () => {
  const { lines } = layoutMap([
    { slug: 'a', after: [] },
    { slug: 'b', after: ['a', 'nowhere'] },
    { slug: 'c', after: ['a', 'b'] },
  ]);
  expect(lines.map(({ from, to }) => `${from} ${to}`)).toEqual(['a b', 'b c']);
});

test('open, begun, done', () => {
  const lesson = read('04-bast');
  const asking = lesson.steps.filter((step) => step.predict || step.task || step.befl);
  const known = { variant: 0, given: '1', verdict: 'right', known: true, tries: 1 } as const;
  const kept = (step: string, answered: number): Progress => ({
    version: 1,
    step,
    asked: Object.fromEntries(asking.slice(0, answered).map(({ id }) => [id, known])),
  });
  const first = lesson.steps[0]?.id ?? '';
  const third = lesson.steps[2]?.id ?? '';
  const questions = asking.length;
  expect(standingOf(lesson, null)).toEqual({ is: 'open', step: 1, answered: 0, questions });
  expect(standingOf(lesson, kept(first, 0)).is).toBe('open');
  expect(standingOf(lesson, kept(third, 0))).toEqual({ is: 'begun', step: 3, answered: 0, questions });
  expect(standingOf(lesson, kept(first, 2))).toEqual({ is: 'begun', step: 1, answered: 2, questions });
  expect(standingOf(lesson, kept(first, questions)).is).toBe('done');
});
