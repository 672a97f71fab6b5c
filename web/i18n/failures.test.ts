// @vitest-environment node
/**
 * The engine's refusals are in Korean: every template (that all are there, `wasm-sim/xtask/tests/failures.rs` holds),
 * and every message of the bad scenarios and traces of `wasm-sim/testdata/bad`, and of bad breakpoints.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../base/language';
import { EngineFailure } from '../protocol/engine/engine-client';
import { inlineEngine } from '../protocol/engine/inline-engine';
import { inlineSweepServer } from '../protocol/runs/inline-runs';
import { DEFAULT_OPTIONS } from '../protocol/traces/trace-options';
import { inWords } from './failures';
import korean from './failures/ko.json';
import { englishWords, type Templates, translator, valuesOf } from './failures/translate';

const BAD = join(import.meta.dirname, '../../wasm-sim/testdata/bad');
const templates: Templates = { ...korean.engine, ...korean.lesson, ...korean.joined };
const translate = translator(templates);

/** Words that are the same in Korean: names, formats, values of options. */
const NAMES = new Set(
  `lab bast dftl fast ftl gzip zip parquet csv blkparse fio spc msr mqsim disksim tencent alibaba systor ssdplayer ops deflate zstd xz
  bzip2 read write trim discard pages sectors bytes ticks true false null precondition theta until oracle recency uniform none
  mean min max from to ns cloud run choices mistakes minutes scheme meets end refuse skip predict back next after chart variants task kib yaml json
  markdown html core more code name seed failure sweep rows
  ftrace perf blktrace compress tar no trim action complete ms`.split(/\s+/),
);

/**
 * The remaining English. Lists of names are no sentences; fields of a trace have names, and options, and marks of a
 * lesson.
 */
function left(text: string): string[] {
  const sentences = text.replace(
    /[\w.-]+(, [\w.-]+)+|: \w+\.$|알 수 없는 \w+|열, [^(]+\(\w+\)|--column \w+|:\w+|https?|\{\w+=/g,
    '',
  );
  return englishWords(sentences).filter((word) => !NAMES.has(word.toLowerCase()));
}

afterEach(() => setLanguage('en', false));

test('every template has its Korean, with the same values', () => {
  for (const [template, said] of Object.entries(templates)) {
    const names = valuesOf(said).sort();
    // `{2}` and the second `{}` are the same value.
    expect([template, ...new Set(names)]).toEqual([template, ...new Set(valuesOf(template).sort())]);
    expect.soft([template, left(said.replace(/\{\w*\}/g, '0'))]).toEqual([template, []]);
  }
});

test('every template is found in what is made of it', () => {
  const fill = (text: string) => {
    const names = new Map(valuesOf(text).map((name, at) => [name, String(at)]));
    let turn = 0;
    return { names, of: (name: string) => names.get(name || String(++turn)) ?? '' };
  };
  for (const [template, said] of Object.entries(korean.engine)) {
    const { names, of } = fill(template);
    const english = template.replace(/\{(\w*)\}/g, (_, name) => of(name));
    let turn = 0;
    const wanted = said.replace(/\{(\w*)\}/g, (_, name) => names.get(name || String(++turn)) ?? '');
    expect([template, translate(english)]).toEqual([template, wanted]);
  }
});

test('a file that holds no results of a sweep is refused in Korean', async () => {
  for (const text of ['time,lba\n1,2\n', 'run,seed,failure,host.writes\n1,2\n']) {
    const sheet = inlineSweepServer(new Map());
    const refused = await sheet.ask('read', { file: new Blob([text]), fill: false }).catch((error) => error);
    expect(refused).toBeInstanceOf(EngineFailure);
    const { message, remedy } = (refused as EngineFailure).failure;
    for (const said of [message, remedy]) expect([said, left(translate(said))]).toEqual([said, []]);
  }
});

test('nothing of a refused scenario is left in English', () => {
  const lines = readFileSync(join(BAD, 'scenarios/messages.txt'), 'utf8').trimEnd().split('\n');
  expect(lines.length).toBeGreaterThan(100);
  for (const line of lines) {
    const [, message = '', remedy = ''] = /^\S+ [^:]*: (.*) \| (.*)$/.exec(line) ?? [];
    for (const text of [message, remedy]) expect.soft([text, left(translate(text))]).toEqual([text, []]);
  }
});

test('nothing of a refused trace is left in English', async () => {
  const engine = inlineEngine();
  const cases = readFileSync(join(BAD, 'traces/cases.txt'), 'utf8').split('\n');
  let refused = 0;
  for (const line of cases.filter((each) => each !== '' && !each.startsWith('# '))) {
    const [format = '', , , ...bytes] = line.split(' ::');
    const options = { ...DEFAULT_OPTIONS, format: format === '-' ? null : format } as typeof DEFAULT_OPTIONS;
    const source = new Blob([unescaped(bytes.join(' ::').replace(/^ /, ''))]);
    const answer = await engine.importTrace(source, { name: 'a', options }, 4096).catch((error) => error);
    if (!(answer instanceof EngineFailure)) continue;
    refused += 1;
    expect.soft([answer.message, left(translate(answer.message))]).toEqual([answer.message, []]);
  }
  expect(refused).toBeGreaterThan(100);
  engine.close();
});

test.each([
  '',
  'wite lpn 5',
  'write lpn x',
  'erase pbn 99999999999',
  'victim valid',
  'victim valid > 3 gc',
  'wa >= 1.2345678',
  'merge full blocks >= 0',
  'gc and erase',
  'free',
  Array(101).fill('gc').join(' or '),
])('nothing of the breakpoint “%s” is left in English', async (text) => {
  const engine = inlineEngine();
  const refused = await engine.request({ type: 'predicate', text }).catch((error) => error);
  expect(refused).toBeInstanceOf(EngineFailure);
  const { message, remedy } = refused.failure;
  for (const said of [message, remedy]) expect([said, left(translate(said))]).toEqual([said, []]);
  engine.close();
});

test('the text that a person typed is repeated unchanged; an error without a template stays English', () => {
  expect(translate('unknown field `a list`')).toBe('알 수 없는 필드 `a list`');
  expect(translate('the moon is full')).toBe('the moon is full');
});

test('it is in the language of the page', async () => {
  const text = '`log_blocks` is missing';
  expect(await inWords(text)).toBe(text);
  await setLanguage('ko', false);
  expect(await inWords(text)).toBe('`log_blocks` 항목이 없습니다');
  expect(await inWords('`a` is 0\nGive at least 1.')).toBe('`a` 값이 0입니다\n1 이상의 값을 쓰세요.');
  await setLanguage('en', false);
  expect(await inWords(text)).toBe(text);
});

function unescaped(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  const plain: Record<string, number> = { n: 10, r: 13, t: 9, '0': 0, '\\': 92 };
  const raw = new TextEncoder().encode(text);
  for (let at = 0; at < raw.length; at += 1) {
    const byte = raw[at] ?? 0;
    if (byte !== 92) {
      bytes.push(byte);
      continue;
    }
    at += 1;
    const name = String.fromCharCode(raw[at] ?? 0);
    if (name !== 'x') bytes.push(plain[name] ?? 0);
    else {
      bytes.push(Number.parseInt(String.fromCharCode(...raw.subarray(at + 1, at + 3)), 16));
      at += 2;
    }
  }
  return new Uint8Array(bytes);
}

test('a translation is kept, and is eventually forgotten with all that was translated after it', () => {
  const translate = translator(templates);
  const [text, korean] = ['expected `gc`, found `and`', '`and` 자리에 와야 할 것: `gc`'];
  expect(translate(text)).toBe(korean);
  const search = vi.spyOn(RegExp.prototype, 'exec');
  expect(translate(text)).toBe(korean);
  expect(search).not.toHaveBeenCalled();
  for (let at = 0; at < 500; at += 1) translate(`cheese${at}`);
  search.mockClear();
  expect(translate(text)).toBe(korean);
  expect(search).toHaveBeenCalled();
  search.mockRestore();
});
