// @vitest-environment node
/**
 * Every text that the reader of lessons may say has its Korean in failures/ko.json, and so have those of sweeps' results, of Parquet tables and of policies. As `wasm-sim/xtask/tests/failures.rs` does for
 * the engine, this reads the sources: every text of two words is one that may be said, however it is made.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import korean from './failures/ko.json';
import { englishWords, translator, valuesOf } from './failures/translate';

const WEB = join(import.meta.dirname, '..');
const RESULTS = ['runs/sweep-server.ts', 'runs/sweep-table.ts', 'traces/parquet.ts'].map((name) =>
  join(import.meta.dirname, '../protocol', name),
);
RESULTS.push(
  ...['runtime.js', 'from-wasm.ts', 'limit-arrays.ts'].map((name) => join(WEB, 'worker/policy', name)),
  join(WEB, 'protocol/policy/sandbox.ts'),
);
/** Where no fault is made: components, the command line, packages, texts of the editor’s own, reports to other tools. */
const APART =
  /\.(tsx|(test|fixture)\.ts)$|\/(testdata|scorm|edit|grader)\/|\/(cli|node-engine|node-policies|lecture\/(lab-place|use-fit)|policy\/scores|assignment\/(report|autograders))\.ts$/;
/** Forms of instructions, and what the command line prints. */
const THE_SAME = [
  'start, end, last, stay, request N, position R.E, step [back] GRAIN [x N], next PREDICATE, until PREDICATE',
  'step {}{}',
  'back ',
  '{}:{}:{}: {}: {}. Remedy: {}.',
];

const translate = translator({ ...korean.engine, ...korean.lesson, ...korean.joined }, korean.places);

test('every text of these readers is there in Korean, and none that is gone', () => {
  const said = new Set(sources().flatMap(([name, text]) => textsOf(parseSync(name, text).program)));
  expect([...said].filter((text) => !(text in korean.lesson) && !THE_SAME.includes(text))).toEqual([]);
  expect(Object.keys(korean.lesson).filter((text) => !said.has(text))).toEqual([]);
});

test('every one is found in what is made of it', () => {
  for (const [template, said] of Object.entries(korean.lesson)) {
    expect([template, ...valuesOf(said).sort()]).toEqual([template, ...valuesOf(template).sort()]);
    let turn = 0;
    const english = template.replaceAll('{}', () => String(++turn));
    turn = 0;
    const wanted = said.replace(/\{(\d*)\}/g, (_, number) => number || String(++turn));
    expect([template, translate(english)]).toEqual([template, wanted]);
  }
});

test('the place, the kind of error and the engine’s reason, without its period', () => {
  const said = [
    'step "Full merge", predict, choices 2',
    '"gc and": expected `gc`, found `and`',
    'Give at least 1',
    'Did you mean `gc`? Known here: gc, wa',
    'no choices reach 3: the best cost 4',
    'Give the device at least 9 blocks, take fewer logical pages, or lower gc_threshold',
  ].map(translate);
  expect(said).toEqual([
    '단계 "Full merge", predict, choices 2',
    '"gc and": `and` 자리에 와야 할 것: `gc`',
    '1 이상의 값을 쓰세요',
    '혹시 `gc`입니까? 여기서 쓸 수 있는 것: gc, wa',
    '어떤 선택으로도 목표 3에 이르지 못합니다. 가장 좋은 비용은 4입니다',
    '다음 가운데 하나를 하세요: 장치의 블록을 9개 이상으로 늘리기, 논리 페이지 줄이기, gc_threshold 값 낮추기',
  ]);
});

test('nothing of a bad lesson is left in English', () => {
  const lines = readFileSync(join(WEB, 'lesson/testdata/bad-lessons.txt'), 'utf8').split('\n');
  const faults = lines.flatMap((line) => {
    const [, where, message, remedy] = /^ {2}lesson:[\d:]+: (.*?): (.*)\. Remedy: (.*)\.$/s.exec(line) ?? [];
    return where && message && remedy ? [where, message, remedy] : [];
  });
  expect(faults.length).toBeGreaterThan(300);
  // Keys, and lists of them, are the same in every language.
  const sentence = /[a-z]{2,} [a-z]{2,}/i;
  const left = faults.filter((text) =>
    sentence.test(translate(text).replace(/"[^"]*"|`[^`]*`|: start, end.*/g, '')),
  );
  expect(left).toEqual([]);
});

test('keys are no words', () => {
  expect(translate('write one of lesson, sequential, line 3')).toBe(
    '이 가운데 하나를 쓰세요: lesson, sequential, line 3',
  );
  expect(translate('Known here: sequential, random_fill.')).toBe(
    '여기서 쓸 수 있는 것: sequential, random_fill.',
  );
  expect(translate('add "lesson: …"')).toBe('"lesson: …" 줄을 추가하세요');
  expect(translate('lesson')).toBe('수업');
});

function sources(): [string, string][] {
  const names = ['lesson', 'classroom'].flatMap((folder) =>
    readdirSync(join(WEB, folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.replaceAll('\\', '/')}`,
    ),
  );
  const own = names.filter((name) => name.endsWith('.ts') && !APART.test(name));
  expect(own.length).toBeGreaterThan(20);
  const files = [...own.map((name) => join(WEB, name)), ...RESULTS];
  return files.map((name) => [name, readFileSync(name, 'utf8')]);
}

/** The texts of a syntax tree that have words in them, values in templates as `{}`. */
function textsOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(textsOf);
  if (node === null || typeof node !== 'object') return [];
  const { type, value, quasis } = node as {
    type?: string;
    value?: unknown;
    quasis?: { value: { cooked: string } }[];
  };
  if (type && /^(Import|ExportAll|TSType|TSInterface)/.test(type)) return [];
  const text = quasis
    ? quasis.map((part) => part.value.cooked).join('{}')
    : type === 'Literal'
      ? value
      : null;
  const inside = Object.values(node).flatMap(textsOf);
  if (typeof text !== 'string' || !text.includes(' ')) return inside;
  return englishWords(text.replaceAll('{}', '').replace(/["`]/g, '')).length > 0 ? [text, ...inside] : inside;
}
