import { expect, test } from 'vitest';
import { parseRun } from '../play/run';
import type { Fault } from './fault';
import { MAX_BYTES } from './lesson';
import { parseLesson } from './parse';
import { flat } from './prose';

const FRONT = `---
title: "A lesson"
minutes: 5
goals: [See it]
sources: [{ id: slides, title: "Slides" }]
scenarios:
  one:
    device: { blocks: 8, pages_per_block: 4 }
    ftl: { kind: bast, log_blocks: 2 }
    ops: "w0 w1"
---
`;
const STEP = `
## A step

\`\`\`yaml
on: one
run: end
\`\`\`

Prose with :v[report.merges.full] and :given[w5].
`;
/** Line of the first line of STEP's yaml. */
const YAML_LINE = FRONT.split('\n').length - 1 + 5;

function faultsOf(text: string): Fault[] {
  return parseLesson(text).faults;
}

function only(text: string): Fault {
  const faults = faultsOf(text);
  expect(faults).toHaveLength(1);
  return faults[0] as Fault;
}

/** STEP with other lines in its block and other prose. */
function step(yaml: string, prose = 'Prose.'): string {
  return `${FRONT}\n## A step\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n\n${prose}\n`;
}

test('a sound lesson is read', () => {
  const { lesson } = parseLesson(FRONT + STEP);
  expect(lesson?.title).toBe('A lesson');
  expect(lesson?.steps).toHaveLength(1);
  expect(flat(lesson?.steps[0]?.title ?? [])).toBe('A step');
  expect(lesson?.steps[0]?.run).toEqual([{ to: 'end' }]);
  expect(lesson?.scenarios.get('one')?.json).toMatchObject({
    format: 1,
    workload: { kind: 'ops', ops: 'w0 w1' },
  });
});

test('line ends and a byte order mark do not matter', () => {
  expect(parseLesson(`\uFEFF${(FRONT + STEP).replaceAll('\n', '\r\n')}`).faults).toEqual([]);
});

test('a scenario is laid over the one it is like', () => {
  const text = FRONT.replace('---\n\n', '').replace(
    /---\n$/,
    '  two:\n    like: one\n    ftl: { log_blocks: 1 }\n    ops: "w3"\n---\n',
  );
  const { lesson } = parseLesson(text + STEP);
  expect(lesson?.scenarios.get('two')?.json).toMatchObject({
    name: 'two',
    device: { blocks: 8 },
    ftl: { kind: 'bast', log_blocks: 1 },
    workload: { ops: 'w3' },
  });
});

test('an unknown key is named with its line and what was meant', () => {
  const fault = only(step('on: one\nmsut: report.merges.full == 0'));
  expect(fault).toMatchObject({ line: YAML_LINE + 1, column: 1 });
  expect(fault.message).toContain('unknown key "msut"');
  expect(fault.remedy).toContain('did you mean "must"');
});

test.each([
  ['on: two', 'there is no scenario "two"', 'one'],
  ['on: one\nrun: next', 'does not say where to run', 'next PREDICATE'],
  ['on: one\nrun: 5 seconds', 'does not say where to run', 'start, end'],
  ['on: one\nmust: report.merges.full =', '"=" does not belong here', '=='],
  ['on: one\nlook: stag', 'no region "stag"', 'stage'],
  ['on: one\nlook: stage, cell 3', 'a "cell" cannot be marked', 'write one of'],
  ['on: one\nid: "A b"', 'is no name for a step', 'small letters'],
  ['on: one\nid: constructor', 'is no name for a step', 'give it another name'],
  ['on: one\nsource: { ref: slide, at: x }', 'no source "slide"', 'did you mean "slides"'],
  ['on: one\npredict: { ask: What }', '"answer" is missing', 'answer'],
  ['on: one\nmust: [a, b', 'this is not YAML', 'close the bracket'],
  ['on: one\nmust: "a', 'this is not YAML', 'correct the block'],
])('%j is refused', (yaml, message, remedy) => {
  const faults = faultsOf(step(yaml));
  const fault = faults.find((each) => each.message.includes(message));
  expect(fault, JSON.stringify(faults)).toBeDefined();
  expect(fault?.remedy).toContain(remedy);
  expect(fault?.line).toBeGreaterThanOrEqual(YAML_LINE);
  expect(fault?.line).toBeLessThanOrEqual(YAML_LINE + 2);
});

test.each(['Three copies, 2 erases.', 'A list:\n\n- costs 4', '*7* copies', 'See `w5`.', 'Erases: ٣.'])(
  'a bare figure is refused: %j',
  (prose) => {
    expect(only(step('on: one', prose)).message).toBe('a bare figure');
  },
);

test('a bare figure in a question, a choice, a hint or a heading is refused too', () => {
  const question =
    'on: one\npredict:\n  ask: "How many of 4?"\n  answer: report.merges.full\n  hint: "Not 3."';
  expect(faultsOf(step(question)).map((fault) => fault.message)).toEqual(['a bare figure', 'a bare figure']);
  expect(only(`${FRONT}${STEP.replace('A step', 'Step 1')}`).message).toBe('a bare figure');
});

test('figures that are marked or computed are allowed', () => {
  const prose = ':given[w5 and *7*], :source[2000]{ref="slides"}, :v[1 + report.merges.full * 2].';
  expect(faultsOf(step('on: one', prose))).toEqual([]);
});

test.each([
  [':w[1 + 1]', '":w" is unknown'],
  [':v[1 +]', 'ends too early'],
  [':v', 'no expression'],
  [':source[7]{ref="book"}', 'names no source'],
  [':term[log blok]', 'the glossary has no term "log blok"'],
  [':term[such blocks]{of="logblock"}', 'no term "logblock"'],
  [':::secret\nx\n:::', '":::secret" is unknown'],
  ['[x](javascript:alert)', 'a link to "javascript:alert"'],
  ['![x](https://elsewhere.example/x.png)', 'a picture'],
  ['![x](../other/x.png)', 'a picture'],
  ['### Deeper', 'a heading of level 3'],
])('%j is refused', (prose, message) => {
  expect(
    faultsOf(step('on: one', `Text.\n\n${prose}`))
      .map((fault) => fault.message)
      .join(),
  ).toContain(message);
});

test('a script in a lesson is a fault, and text', () => {
  const fault = only(step('on: one', 'A\n\n<script>alert(1)</script>'));
  expect(fault.message).toContain('HTML is not interpreted');
  expect(only(step('on: one', 'An <img src=x onerror=alert> here')).message).toContain('HTML');
});

test('the place of an expression is that of its slip', () => {
  const fault = only(step('on: one', 'The merge copies :v[report.merges full] pages.'));
  expect(fault).toMatchObject({
    line: YAML_LINE + 3,
    column: 'The merge copies :v[report.merges '.length + 1,
  });
});

test('an alias bomb is refused without being unfolded', () => {
  const bomb = ['x: &a [1, 1]'];
  for (let i = 0; i < 25; i += 1) {
    const [to, from] = [String.fromCharCode(98 + i), String.fromCharCode(97 + i)];
    bomb.push(`x${i}: &${to} [${`*${from}, `.repeat(9)}*${from}]`);
  }
  const scenario = bomb.map((line) => `    ${line}`).join('\n');
  const text = FRONT.replace('    ops: "w0 w1"', `    device2: 1\n${scenario}`);
  const began = performance.now();
  const messages = faultsOf(text + STEP).map((fault) => fault.message);
  expect(messages).toContain('too many YAML aliases');
  expect(performance.now() - began).toBeLessThan(2000);
});

test.each([
  ['', 'no front matter'],
  ['just text', 'no front matter'],
  ['---\ntitle: x\n', 'no front matter'],
  [FRONT, 'there is no step'],
  [`${FRONT}Text first.\n${STEP}`, 'text before the first step'],
  [`PK\u0003\u0004\0\0`, 'not a text file'],
  [`${FRONT}${STEP}${'x '.repeat(MAX_BYTES / 2)}`, 'KiB long'],
  [FRONT + STEP.repeat(101), 'more than 100 steps'],
  [FRONT + STEP.replace('Prose', 'so '.repeat(61)), 'words'],
])('a file that is no lesson says so: %#', (text, message) => {
  expect(
    faultsOf(text)
      .map((fault) => fault.message)
      .join(),
  ).toContain(message);
});

test.each([
  ['end', { to: 'end' }],
  ['last', { to: 'last' }],
  ['request 3', { to: 'position', request: 3, event: 0 }],
  ['position 3.5', { to: 'position', request: 3, event: 5 }],
  ['step operation x 4', { to: 'step', grain: 'operation', back: false, times: 4 }],
  ['step back request', { to: 'step', grain: 'request', back: true, times: 1 }],
  ['next full_merge', { to: 'next', until: 'full_merge', at: null }],
  ['until  erases >= 3 or gc', { to: 'next', until: 'erases >= 3 or gc', at: null }],
])('run: %s', (text, run) => {
  expect(parseRun(text)).toEqual(run);
});
