import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { looksLikeClass } from '../../model/saved/lesson-file';
import { type Class, parseClass, writeClass } from './class-file';

const OURS = readFileSync(join(import.meta.dirname, '../../lesson/testdata/sound.md'), 'utf8');

const CLASS: Class = {
  title: 'Week 5: log blocks',
  lessons: [{ slug: 'flash' }, { slug: 'bast' }, { name: 'ours.md', text: OURS }],
  start: { lesson: 1, step: 'full_merge' },
  theme: 'projector',
  lang: 'ko',
};

test('a class is written and read back', async () => {
  const text = writeClass(CLASS);
  expect(looksLikeClass(text)).toBe(true);
  expect(looksLikeClass(OURS)).toBe(false);
  expect(await parseClass(text)).toEqual({ class: CLASS, faults: [] });
});

test('the least class is a list of lessons', async () => {
  const { class: read } = await parseClass('lessons: [04-bast]\n');
  expect(read).toMatchObject({ lessons: [{ slug: 'bast' }], start: { lesson: 0, step: null }, theme: null });
});

test.each([
  ['lessons: [bats]', 1, 'the course has no lesson "bats"', /did you mean "bast"/],
  ['class: x\n', 1, '"lessons" is missing', /add/],
  ['lessons: [bast]\nstart: { lesson: flash }', 2, 'the class has no lesson "flash"', /bast/],
  ['lessons: [bast]\nstart: { step: fullmerge }', 2, 'the lesson has no step "fullmerge"', /full_merge/],
  ['lessons: [bast]\ntheme: neon', 2, '"neon" is not known here', /projector/],
  ['lessons: [bast]\nlang: kr', 2, '"kr" is not known here', /ko/],
  ['lessons: [bast]\ncolour: red', 2, 'unknown key "colour"', /theme/],
  ['lessons:\n  - { name: a.md, text: "no lesson" }', 2, 'line 1 of a.md', /./],
  ['lessons: [', 1, 'this is not YAML', /./],
])('%j: line, reason and remedy', async (text, line, message, remedy) => {
  const { class: read, faults } = await parseClass(text);
  expect(read).toBeNull();
  expect(faults[0]).toMatchObject({ line, message: expect.stringContaining(message) });
  expect(faults[0]?.remedy).toMatch(remedy);
});
