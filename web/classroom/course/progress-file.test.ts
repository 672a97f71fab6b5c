import { expect, test } from 'vitest';
import { isProgress, type Progress } from '../../lesson/play/play';
import { readProgress, writeProgress } from './progress-file';

const PROGRESS = new Map<string, Progress>([
  [
    'bast',
    {
      version: 1,
      step: 'full_merge',
      asked: {
        merges: { variant: 2, given: '1,5', verdict: 'wrong', known: true, shown: true, tries: 3 },
        'your-turn': { variant: 0, given: 'w4 w5: "all"', verdict: null, known: false, tries: 0 },
      },
    },
  ],
  ['A lesson: mine, "quoted"', { version: 1, step: 'first', asked: {} }],
]);

test('words of one’s own and questions from earlier lessons are written and read back', () => {
  const asked = { variant: 1, given: '2', verdict: 'right', known: true, tries: 1 } as const;
  const progress = new Map<string, Progress>([
    [
      'fast',
      {
        version: 1,
        step: 'bast',
        asked: { skew: { ...asked, reason: 'it is: "narrow"', draft: '4\n# "five"' } },
        said: 'Log blocks are shared: by all.',
        recalled: { 'exam-logs_partial': asked },
      },
    ],
  ]);
  expect(readProgress(writeProgress(progress))).toEqual({ progress, faults: [] });
  const long = writeProgress(progress).replace('by all', 'x'.repeat(301));
  expect(readProgress(long).faults).toMatchObject([{ remedy: 'at most 300' }]);
  const none = writeProgress(progress).replace(/"draft": ".*"/, '"draft": 4');
  expect(readProgress(none).faults).toMatchObject([{ message: 'an answer is a text' }]);
});

test('progress is written and read back', () => {
  const read = readProgress(writeProgress(PROGRESS));
  expect(read).toEqual({ progress: PROGRESS, faults: [] });
  for (const lesson of read.progress?.values() ?? []) expect(isProgress(lesson)).toBe(true);
});

const spoilt = (from: string, to: string): string => {
  const text = writeProgress(PROGRESS);
  if (!text.includes(from)) throw new Error(`no ${from}`);
  return text.replace(from, to);
};

test.each([
  ['', 1, 1, 'the file is empty', /Save progress/],
  ['[]', 1, 1, 'this must be a map of keys and values', /progress, lessons/],
  ['{"format":1,"device":{}}', 1, 2, 'unknown key "format"', /progress/],
  [spoilt('"progress": 1', '"progress": 2'), 2, 14, 'version 2 is not known here', /version 1/],
  [
    spoilt('"verdict": "wrong"', '"verdict": "maybe"'),
    11,
    17,
    'this is no verdict',
    /"right", "wrong" or null/,
  ],
  [spoilt('"tries": 3', '"tries": -3'), 14, 15, 'this is not a count', /0, 1, 2/],
  [spoilt('"known": true', '"known": "yes"'), 12, 15, 'this is neither true nor false', /true or false/],
  [spoilt('"given": "1,5"', '"given": 15'), 10, 15, 'an answer is a text', /quotes/],
  [spoilt('"step": "full_merge"', '"stop": "full_merge"'), 6, 4, 'unknown key "stop"', /did you mean "step"/],
  [spoilt('"asked": {', '"asked": {{{'), 32, 1, /^this is not YAML/, /./],
  ['x'.repeat(1024 * 1024 + 1), 1, 1, 'the file has more than 1024 KiB', /./],
])('a spoilt file: line, column, reason, remedy (%#)', (text, line, column, message, remedy) => {
  const { progress, faults } = readProgress(text);
  expect(progress).toBeNull();
  const found = faults.find((fault) =>
    typeof message === 'string' ? fault.message === message : message.test(fault.message),
  );
  expect(found, JSON.stringify(faults)).toMatchObject({ line, column });
  expect(found?.remedy).toMatch(remedy);
});
