/**
 * Lessons no one should be able to open: a small sound one, each time spoilt in one place. The message of each is in
 * `testdata/bad-lessons.txt` (`npm run unit -- bad-lessons -u` rewrites it): read the diff as an author would.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { nodeRounds } from '../play/node-engine';
import { checkLesson } from './check';
import { describe as described } from './fault';

const SOUND = readFileSync(join(import.meta.dirname, '../testdata/sound.md'), 'utf8');

/**
 * The text to replace (it must be there), and its replacement. An empty `from` puts the text at the end of the
 * lesson.
 */
const SPOILT: [from: string, to: string][] = [
  // The file
  [SOUND, ''],
  [SOUND, '   \n\n'],
  [SOUND, '# A lesson without front matter\n'],
  [SOUND, '\0\x01\x02'],
  [SOUND, SOUND.slice(0, 120)],
  [SOUND, SOUND.slice(0, SOUND.indexOf('## '))],
  [SOUND, SOUND.slice(0, SOUND.indexOf('run: end') + 4)],
  [SOUND, `${SOUND}${'x'.repeat(600_000)}`],
  [SOUND, `${SOUND}${'\n## Step\n'.repeat(300)}`],
  ['---\ntitle', '--\ntitle'],
  // The front matter
  ['title: "A lesson"', 'titel: "A lesson"'],
  ['title: "A lesson"', 'title: [A, lesson]'],
  ['title: "A lesson"', 'title: ""'],
  ['title: "A lesson"', 'title: "A lesson'],
  ['title: "A lesson"', 'title: "A lesson"\ntitle: "Another"'],
  ['minutes: 5', 'minutes: five'],
  ['minutes: 5', 'minutes: -5'],
  ['minutes: 5', 'minutes: .inf'],
  ['minutes: 5', 'minutes: 5\nafter: [flash, bats]'],
  ['minutes: 5', 'minutes: 5\npart: log_block\ncore: maybe'],
  ['minutes: 5', 'minutes: 5\nafter: { flash: yes }'],
  [
    SOUND,
    `${SOUND.replace('minutes: 5', 'core: true')}${Array.from({ length: 12 }, (_, at) => `\n## Step\n\`\`\`yaml\nid: late_${at}\nmore: ${at === 3}\n\`\`\`\nAgain.\n`).join('')}`,
  ],
  ['goals: [See it]', 'goals: [[[[See it]]]]'],
  ['goals: [See it]', '  goals: [See it]'],
  ['goals: [See it]', '\tgoals: [See it]'],
  ['goals: [See it]', 'goals: !!js/function "function () { return 1 }"'],
  ['goals: [See it]', 'goals: *nothing'],
  [
    'goals: [See it]',
    `a: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefghi'
      .split('')
      .map((name, i) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[i]}`).join(', ')}]`)
      .join('\n')}\ngoals: *i`,
  ],
  ['goals: [See it]', `goals: ${'['.repeat(5000)}${']'.repeat(5000)}`],
  ['id: slides', 'id: [slides]'],
  ['sources: [{ id: slides, title: "Slides" }]', 'sources: slides'],
  ['  one:', '  json: {\n  "seed": 1\n}\n  one:'],
  ['like: one', 'like: eno'],
  ['like: one', 'like: two'],
  ['kind: bast', 'kind: bats'],
  ['log_blocks: 2', 'log_blocks: 0'],
  ['log_blocks: 2', 'log_block: 2'],
  ['blocks: 8', 'blocks: -8'],
  ['blocks: 8', 'blocks: 99999999999'],
  ['blocks: 8', 'blocks: 3'],
  ['ops: "w0 w1 w1"', 'ops: "w0 w99"'],
  ['ops: "w0 w1 w1"', 'ops: "x0"'],
  ['ops: "w0 w1 w1"', 'ops: 3'],
  // A step's block
  ['on: one', 'on: eno'],
  ['on: one', 'on: [one]'],
  ['on: one', 'no: one'],
  ['run: end', 'run: ned'],
  ['run: end', 'run: 5 seconds'],
  ['run: end', 'run: request 99'],
  ['run: end', 'run: until merge_ned'],
  ['run: end', 'run: until merge_end'],
  ['look: stage', 'look: stag'],
  ['look: stage', 'look: stage, cell 3'],
  ['id: first', 'id: "First one"'],
  ['id: second', 'id: first'],
  ['id: second', 'id: second\nmore: perhaps'],
  ['ref: slides', 'ref: slide'],
  // Expressions
  ['report.host.writes == 3', 'report.host.writes = 3'],
  ['report.host.writes == 3', 'report.host.writes == 4'],
  ['report.host.writes == 3', 'report.host.wirtes == 3'],
  ['report.host.writes == 3', 'report.host.writes'],
  ['report.host.writes == 3', 'report.host.writes == '],
  ['report.host.writes == 3', '(((((report.host.writes == 3'],
  ['report.host.writes == 3', `${'('.repeat(60)}1${')'.repeat(60)} == 1`],
  ['report.host.writes == 3', `${'1 + '.repeat(200)}1 > 0`],
  ['report.host.writes == 3', 'process.exit(1)'],
  ['report.host.writes == 3', 'report.constructor.constructor("return 1")()'],
  ['report.host.writes == 3', 'report.__proto__ == 3'],
  ['report.host.writes == 3', 'at(third).report.host.writes == 3'],
  ['report.host.writes == 3', '1 / 0 == 1'],
  // A question
  ['answer: delta.flash.programs.total', 'answer: delta.flash.programs.totla'],
  ['answer: delta.flash.programs.total', 'anwser: delta.flash.programs.total'],
  ['answer: delta.flash.programs.total', 'answer: "\'three\'"'],
  ['hint: "Count them."', 'hint: "It is 3."'],
  ['draw: { n: 1..9 }', 'draw: { n: 9..1 }'],
  ['draw: { n: 1..9 }', 'draw: { n: one to three }'],
  ['ops: "w{n} w{n} w{0 .. n}"', 'ops: "w{m} w{m}"'],
  ['ops: "w{n} w{n} w{0 .. n}"', 'ops: "w{n + 99}"'],
  // A chart
  ['chart.bast.programs[1] <=', 'chart.bast.programs[1] >'],
  ['chart.bast.programs[1] <=', 'chart.fast.programs[1] <='],
  ['chart.bast.programs[1] <=', 'chart.bast.programs[2] <='],
  ['along: ftl.log_blocks', 'along: ftl.log_block'],
  ['along: ftl.log_blocks', 'along: ftl.kind.log_blocks'],
  ['along: ftl.log_blocks\n', ''],
  ['name: "Log blocks"', 'name: "3 log blocks"'],
  ['values: [1, 3]', 'values: [1, three]'],
  ['values: [1, 3]', 'values: [1, 99]'],
  ['values: [1, 3]', 'values: 1'],
  ['values: [1, 3]', `values: [${Array(65).fill(1).join(', ')}]`],
  ['along: ftl.log_blocks', 'along: request'],
  [
    'along: ftl.log_blocks\n  name: "Log blocks"\n  values: [1, 3]',
    'along: request\n  name: "Request"\n  values: [1, 0.5]',
  ],
  ['hint: "Count them."', 'hint: "Count them."\n  once: "It is about one example."'],
  ['hint: "Count them."', `hint: "Count them."\n  once: "${'long '.repeat(30)}"`],
  ['bast: { name: BAST, on: two }', 'bast: { name: BAST, on: tow }'],
  ['bast: { name: BAST, on: two }', 'values: { name: BAST, on: two }'],
  ['value: report.flash.programs.total }', 'value: report.flash.programs.totla }'],
  ['value: report.flash.programs.total }', 'value: report.host.writes == 2 }'],
  ['bast: { name: BAST, on: two }', 'bast: { name: BAST, on: two, value: report.host.total }'],
  [
    /name: BAST, on: two(.*\n.*)programs\.total } }/.exec(SOUND)?.[0] ?? '',
    `name: BAST, on: two, value: scenario.seed } }
  figures: { programs: { name: Programs, value: report.flash.programs.total }, reads: { name: Reads, value: report.flash.reads.total } }`,
  ],
  // Prose
  [':v[report.host.writes] writes', 'three and 3 writes'],
  [':v[report.host.writes] writes', ':v[report.host.writes writes'],
  [':v[report.host.writes] writes', ':w[report.host.writes] writes'],
  [':v[report.host.writes] writes', ':source[3]{ref="book"} writes'],
  [':v[report.host.writes] writes', `${'word '.repeat(61)}`],
  ['', '\n<script>alert(1)</script>\n'],
  ['', '\n<img src=x onerror=alert(1)>\n'],
  ['', '\n[here](javascript:alert)\n'],
  ['', '\n![picture](https://elsewhere.example/x.png)\n'],
  ['', '\n![picture](../../secret.png)\n'],
  ['', '\n![picture](data:image/svg+xml,x)\n'],
  ['', '\n### A heading below\n'],
  ['', '\n:::secret\nx\n:::\n'],
  // Texts that a parser of Markdown would take minutes over
  ['', '\n:::a\n'.repeat(9000)],
  ['', `\n${'*a_'.repeat(20_000)}\n`],
  ['', `\n${'['.repeat(60_000)}\n`],
  ['', '\n- '.repeat(20_000)],
  ['', `\n${'> '.repeat(30_000)}\n`],
];

let engine: EngineClient;
beforeAll(() => {
  engine = inlineEngine();
});
afterAll(() => engine.close());

test('the sound lesson is sound', async () => {
  expect((await checkLesson(SOUND, engine, nodeRounds)).faults.map((fault) => described(fault))).toEqual([]);
});

test('every spoilt lesson is refused where it is spoilt, with a remedy', async () => {
  const said = [];
  for (const [from, to] of SPOILT) {
    expect(SOUND, from).toContain(from);
    const at = from === '' ? SOUND.length : SOUND.indexOf(from);
    const text = SOUND.slice(0, at) + to + SOUND.slice(at + from.length);
    const { faults } = await checkLesson(text, engine, nodeRounds);
    const change = `${short(from)} -> ${short(to)}`;
    expect(faults.length, `${change} was let through`).toBeGreaterThan(0);
    const lines = text.split('\n').length;
    for (const { line, column, message, remedy } of faults) {
      expect(line >= 1 && line <= lines && column >= 1, `${change}: line ${line}:${column}`).toBe(true);
      expect(message.length > 0 && remedy.length > 0 && message.length < 400, `${change}: ${message}`).toBe(
        true,
      );
    }
    said.push(change, ...faults.slice(0, 3).map((fault) => `  ${described(fault)}`));
  }
  await expect(`${said.join('\n')}\n`).toMatchFileSnapshot('../testdata/bad-lessons.txt');
});

/** A text in one line, as long as can be read. */
function short(text: string): string {
  const line = JSON.stringify(text === SOUND ? 'the lesson' : text);
  return line.length > 70 ? `${line.slice(0, 60)}… (${text.length})` : line;
}
