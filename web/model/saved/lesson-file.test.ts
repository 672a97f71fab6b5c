import { expect, test } from 'vitest';
import { looksLikeLesson } from './lesson-file';

test.each([
  ['week5.ftlclass', '', true],
  ['LESSON.MD', '', true],
  ['week5.txt', '\uFEFF# of mine\n\nclass: "Week 5"\n', true],
  ['week5.txt', 'lessons: [bast]\n', true],
  ['lesson', '---\r\nformat: 1\n---\n', true],
  ['trace.csv', 'time,op,lba,size\n0,w,1,2\n', false],
  ['trace', '0.1 0 100 8 0\n', false],
  ['trace.csv', 'class,lessons\n', false],
])('%s that begins with %j: %s', async (name, text, is) => {
  expect(await looksLikeLesson(new File([text], name))).toBe(is);
});
