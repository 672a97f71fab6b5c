import { expect, test } from 'vitest';
import { getAt, isObject, parseDocument } from '../../model/scenario/document';
import { exampleText } from '../../model/scenario/examples';
import { FTLS } from '../../model/schemes';
import { ask } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { change } from './change';
import { FIELDS, fieldOf, fieldsOf, shown, typed } from './fields';

const bast = parseDocument(exampleText('bast')) ?? {};

test('a path is in the table once for each kind', () => {
  const paths = FIELDS.flatMap(({ path, of = [], kinds = [String(of[1])] }) =>
    kinds.map((kind) => `${path} ${kind}`),
  );
  expect(new Set(paths).size).toBe(paths.length);
});

test('fields of options are as declared: a default of its own for each kind, and none without its words', () => {
  const fallback = (path: string, kind: string) =>
    FIELDS.find((field) => field.path === path && field.kinds?.includes(kind))?.fallback;
  const ofScheduler = (path: string, kind: string) =>
    FIELDS.find((field) => field.path === path && field.of?.[1] === kind)?.fallback;
  expect(ofScheduler('host.scheduler.read_expire_ms', 'deadline')).toBe('500');
  expect(ofScheduler('host.scheduler.read_expire_ms', 'anticipatory')).toBe('125');
  expect(fallback('buffer.battery_backed', 'fab')).toBe('true');
  expect(fallback('ftl.gc_policy', 'page')).toBe('greedy');
  expect(fallback('ftl.gc_policy', 'dftl')).toBe('cost_benefit');
  expect([fallback('ftl.gc_threshold', 'replacement'), fallback('ftl.gc_threshold', 'dftl')]).toEqual([
    '1',
    '3',
  ]);
  expect(fallback('ftl.hot_cold.classifier', 'page')).toBe('none');
  for (const { path, label } of FIELDS) expect(label()).not.toBe(path);
});

test('the form shows the fields of the chosen kinds only', () => {
  const paths = fieldsOf(bast).map(({ path }) => path);
  expect(paths).toContain('ftl.log_blocks');
  expect(paths).toContain('workload.ops');
  expect(paths).not.toContain('ftl.cmt_entries');
  expect(paths).not.toContain('workload.requests');
});

test('a kind is chosen with the fields that it asks for', () => {
  const kinds = FIELDS.find(({ path }) => path === 'workload.kind');
  expect(kinds?.input.type === 'choice' && kinds.input.choices).toContain('profile');
  for (const [kind, own] of [
    ['zipf', 'theta'],
    ['streams', 'streams'],
    ['pattern', 'pattern'],
    ['profile', 'profile'],
  ] as const) {
    const document = parseDocument(kinds ? change(bast, kinds, kind, null) : '') ?? {};
    const paths = fieldsOf(document).map(({ path }) => path);
    expect(getAt(document, `workload.${own}`)).toBeDefined();
    expect(paths).toContain(`workload.${own}`);
    expect(paths.includes('workload.pages')).toBe(kind === 'zipf' || kind === 'streams');
  }
});

test('a policy is chosen with its parameter, and a part goes with the field that represents it', () => {
  const set = (document: ReturnType<typeof parseDocument>, path: string, text: string) => {
    const field = FIELDS.find((each) => each.path === path);
    if (!field || !document) throw new Error(path);
    return parseDocument(change(document, field, text, null)) ?? {};
  };
  const page = parseDocument(exampleText('page')) ?? {};
  const windowed = set(page, 'ftl.gc_policy', 'windowed_greedy');
  expect(getAt(windowed, 'ftl.gc_policy')).toEqual({ kind: 'windowed_greedy', w: 500 });
  expect(shown(getAt(windowed, 'ftl.gc_policy'), { type: 'choice', choices: [] })).toBe('windowed_greedy');
  const paths = (document: typeof page) => fieldsOf(document).map((field) => field.path);
  expect(paths(windowed)).toContain('ftl.gc_policy.w');
  expect(paths(windowed)).not.toContain('ftl.gc_policy.d');
  expect(paths(page)).not.toContain('ftl.hot_cold.pool_choice');
  const apart = set(page, 'ftl.hot_cold.classifier', 'recency');
  expect(paths(apart)).toContain('ftl.hot_cold.pool_choice');
  expect(getAt(set(apart, 'ftl.hot_cold.classifier', ''), 'ftl.hot_cold')).toBeUndefined();
});

test.each(FTLS)('every value of the %s example comes back from its input as it was', (kind) => {
  const document = parseDocument(exampleText(kind)) ?? {};
  const given = fieldsOf(document).filter(({ path }) => getAt(document, path) !== undefined);
  // A device has three values, a workload has two, a scheme one.
  expect(given.length).toBeGreaterThanOrEqual(6);
  for (const { path, input } of given) {
    const value = getAt(document, path);
    expect(typed(shown(value, input), input), path).toEqual(value);
  }
});

test.each(FTLS)('the form has a field for every option of %s', async (kind) => {
  const engine = inlineEngine();
  const { summary } = await ask(engine, 'opened', { type: 'open', slot: 0, scenario: exampleText(kind) });
  engine.close();
  // With all its defaults. One of several fields means a part of an option.
  const document = parseDocument(summary.canonical) ?? {};
  const paths = fieldsOf(document).map(({ path }) => path);
  for (const option of Object.keys(isObject(document.ftl) ? document.ftl : {}))
    expect(
      paths.some((path) => `${path}.`.startsWith(`ftl.${option}.`)),
      option,
    ).toBe(true);
});

test('spans are two numbers, one number, or what was typed', () => {
  const pages = { type: 'span', keys: ['min', 'max'] } as const;
  const range = { type: 'span', keys: null } as const;
  expect(typed('1-8', pages)).toEqual({ min: 1, max: 8 });
  expect(typed('4', pages)).toBe(4);
  expect(typed('0 .. 16', range)).toEqual([0, 16]);
  expect(typed('many', range)).toBe('many');
  expect(shown([0, 16], range)).toBe('0-16');
  expect(typed('mean 2.5', pages)).toEqual({ mean: 2.5 });
  expect(shown({ mean: 2.5 }, pages)).toBe('mean 2.5');
  expect(typed('mean 2.5', range)).toBe('mean 2.5');
});

test('a number of passes, or until steady', () => {
  const repeat = { type: 'repeat' } as const;
  expect(typed('3', repeat)).toBe(3);
  expect(typed(' until steady ', repeat)).toEqual({ until_steady: {} });
  expect(typed('until', repeat)).toBe('until');
  expect(shown({ until_steady: { window: 9 } }, repeat)).toBe('until steady');
  expect(shown(3, repeat)).toBe('3');
});

test('an emptied field leaves the document', () => {
  expect(typed('  ', { type: 'integer' })).toBeUndefined();
  expect(typed('x1', { type: 'integer' })).toBe('x1');
});

test.each([
  ['ftl.log_blocks', 'ftl.log_blocks'],
  ['precondition[0].kind', 'precondition[0].kind'],
  ['workload.pages.min', 'workload.pages'],
  ['precondition[0]', 'precondition[0].kind'],
  ['precondition[3].from', null],
  ['ftl', 'ftl.kind'],
  ['device.blocks', 'device.blocks'],
  ['initial.log', null],
  ['nonsense', null],
  [null, null],
])('a failure at %s is shown at %s', (path, expected) => {
  const all = parseDocument(exampleText('page')) ?? {};
  const fields = [...new Set([...fieldsOf(bast), ...fieldsOf(all)])];
  expect(fieldOf(path, fields)?.path ?? null).toBe(expected);
});
