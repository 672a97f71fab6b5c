/** The tutorial, followed to the letter: every listing is put to the end of the text, and the check says what it is said to. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Code } from 'mdast';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLesson } from '../../lesson/language/check';
import { describe } from '../../lesson/language/fault';
import { parseLesson } from '../../lesson/language/parse';
import { nodeRounds } from '../../lesson/play/node-engine';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';

const LESSONS = join(import.meta.dirname, '../../../lessons');
const read = (file: string) => readFileSync(join(LESSONS, file), 'utf8');
const listings = unified()
  .use(remarkParse)
  .parse(read('TUTORIAL.md'))
  .children.filter((node): node is Code => node.type === 'code');

let engine: EngineClient;
beforeAll(() => {
  engine = inlineEngine();
});
afterAll(() => engine.close());

const said = async (text: string) =>
  (await checkLesson(text, engine, nodeRounds)).faults.map((fault) => describe(fault));

test('each listing holds, each message is what is said, and the end is the template', async () => {
  const parts: string[] = [];
  for (const [at, { lang, meta, value }] of listings.entries()) {
    if (lang === 'markdown') {
      parts.push(`${value}\n`);
      if (listings[at + 1]?.lang !== 'text') expect(await said(parts.join('\n')), value).toEqual([]);
    } else {
      // A message: of the text so far, or of what it becomes by writing one thing for another.
      const [, from = '', to = ''] = /^"(.+)" "(.+)"$/.exec(meta ?? '') ?? [];
      const text = parts.join('\n');
      expect(text).toContain(from);
      expect(await said(text.replace(from, to))).toEqual(value.split('\n'));
    }
  }
  expect(parts.join('\n')).toBe(read('template.md'));
  const { lesson } = parseLesson(parts.join('\n'));
  expect(lesson?.scenarios.size).toBe(1);
  expect(lesson?.steps).toHaveLength(3);
  expect(lesson?.steps[1]?.predict?.variants).toBeTruthy();
  expect(lesson?.steps[2]?.task).toBeTruthy();
  expect(lesson?.steps.some(({ notes }) => notes.length > 0)).toBe(true);
});

test('the template in Korean is sound, and the same but for its words', async () => {
  const korean = read('template.ko.md');
  expect(await said(korean)).toEqual([]);
  const { lesson } = parseLesson(korean);
  expect(lesson?.title).toMatch(/\p{Script=Hangul}/u);
  const values = (text: string) =>
    text.match(/^ *(ops|run|on|must|answer|draw|- is|solutions|wrong|id): .*$/gm);
  expect(values(korean)).toEqual(values(read('template.md')));
});
