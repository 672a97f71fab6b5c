import { expect, expectTypeOf, test } from 'vitest';
import { setLanguage } from '../base/language';
import '../protocol/runs/inline-needs';
import type { ScenarioFtl } from '../protocol/generated/ScenarioFtl';
import { csvOf, sharesOf } from './metrics';
import { getAt, keysOf, logicalPages, parseDocument, setAt, writeDocument } from './scenario/document';
import { exampleText, LARGE_EXAMPLES, largeExampleText, powerExampleText } from './scenario/examples';
import { minimumBlocks } from './scenario/needs';
import { FTLS, type FtlKind, ftlFor, pairWith, shapeOf } from './schemes';

const bast = parseDocument(exampleText('bast')) ?? {};

test('paths name members and elements', () => {
  expect(keysOf('precondition[0].from')).toEqual(['precondition', 0, 'from']);
  expect(getAt(bast, 'precondition[0].kind')).toBe('sequential');
  expect(getAt(bast, 'ftl.nothing.there')).toBeUndefined();
});

test('a change copies what it touches and makes what is missing', () => {
  const changed = setAt(bast, 'ftl.log_blocks', 5);
  expect(getAt(changed, 'ftl.log_blocks')).toBe(5);
  expect(getAt(bast, 'ftl.log_blocks')).toBe(2);
  expect(changed.device).toBe(bast.device);
  expect(setAt({}, 'precondition[0].kind', 'random_fill')).toEqual({
    precondition: [{ kind: 'random_fill' }],
  });
  expect(setAt(bast, 'seed', undefined)).not.toHaveProperty('seed');
});

test('written and read again a document is the same', () => {
  expect(parseDocument(writeDocument(bast))).toEqual(bast);
  expect(writeDocument(bast).split('\n')).toContain('  "ftl": { "kind": "bast", "log_blocks": 2 },');
  expect(parseDocument('[1]')).toBeNull();
  expect(parseDocument('{')).toBeNull();
});

test('a spare factor says the logical pages too', () => {
  const device = { blocks: 100, pages_per_block: 64 };
  expect(logicalPages({ device, spare_factor: 0.07 })).toBe(93 * 64);
});

test('every kind of FTL of the engine is one of the page', () => {
  // Checked by the compiler: of what it names here the page has nothing.
  expectTypeOf<ScenarioFtl['kind']>().toEqualTypeOf<FtlKind>();
});

test.each(FTLS.flatMap((from) => FTLS.map((to) => [from, to] as const)))(
  'the %s example beside %s is legal on both sides and equally large',
  (from, to) => {
    const { left, right } = pairWith(to, parseDocument(exampleText(from)) ?? {});
    for (const side of [left, right]) {
      expect(shapeOf(side).blocks).toBeGreaterThanOrEqual(minimumBlocks(side));
    }
    expect(shapeOf(right)).toEqual(shapeOf(left));
    expect(right.workload).toEqual(left.workload);
  },
);

test('GC on demand keeps one block in reserve', () => {
  const base = { device: { blocks: 9, pages_per_block: 4 }, logical_pages: 32 };
  expect(minimumBlocks({ ...base, ftl: { kind: 'page' } })).toBe(10);
  expect(minimumBlocks({ ...base, ftl: { kind: 'page', gc_trigger: 'on_demand' } })).toBe(9);
});

test('a device too small for the other scheme grows on both sides', () => {
  const tight = setAt(parseDocument(exampleText('page')) ?? {}, 'device.blocks', 7);
  expect(pairWith('dftl', tight)).toMatchObject({ blocks: 9, grown: true });
});

test('an explicit state is replaced by a filled device on both sides', () => {
  const given = setAt(setAt(bast, 'initial', { blocks: [['0']] }), 'precondition', undefined);
  const { left, right, refilled } = pairWith('page', given);
  expect(refilled).toBe(true);
  for (const side of [left, right]) expect(side).not.toHaveProperty('initial');
});

test('choices that a person made for one FTL are on neither side', () => {
  const chosen = setAt(bast, 'interventions', [{ request: 3, decision: 0, choice: 1 }]);
  const { left, right } = pairWith('page', chosen);
  for (const side of [left, right]) expect(side).not.toHaveProperty('interventions');
});

test('a device without a block to spare leaves BAST one log block, and FAST two, one of them for sequences', () => {
  // 32 pages are 8 blocks of 4; of 9 one is where full merges go, and none is left.
  const shape = { blocks: 9, pagesPerBlock: 4, pageBytes: 4096, logicalPages: 32 };
  expect(ftlFor('bast', shape)).toMatchObject({ log_blocks: 1 });
  expect(ftlFor('fast', shape)).toMatchObject({ log_blocks: 2 });
  // Of 13 there are 4 left.
  expect(ftlFor('bast', { ...shape, blocks: 13 })).toMatchObject({ log_blocks: 4 });
  expect(ftlFor('fast', { ...shape, blocks: 13 })).toMatchObject({ log_blocks: 4 });
});

const counts = {
  total: 8,
  host: 5,
  gc: 0,
  merge: 3,
  translation: 0,
  translation_gc: 0,
  pad: 0,
  wear: 0,
  recovery: 0,
  partial: 0,
};

test('shares name the causes that wrote, and sum to one', () => {
  const shares = sharesOf(counts);
  expect(shares.map(({ cause }) => cause)).toEqual(['host', 'merge']);
  expect(shares.reduce((sum, { share }) => sum + share, 0)).toBe(1);
});

test('the CSV has a line for every number of the report', () => {
  const report = { format: 1, flash: { programs: counts }, write_amplification: null } as never;
  expect(csvOf(report).split('\n')).toEqual(
    expect.arrayContaining(['metric,value', 'flash.programs.merge,3', 'write_amplification,']),
  );
});

test('in a page in Korean every example has its Korean name, and is the same otherwise', async () => {
  const texts = () => [...FTLS.map(exampleText), powerExampleText(), ...LARGE_EXAMPLES.map(largeExampleText)];
  const english = texts().map((text) => JSON.parse(text));
  await setLanguage('ko', false);
  for (const [at, text] of texts().entries()) {
    const { name, ...rest } = JSON.parse(text);
    const { name: _, ...same } = english[at];
    expect(name).toMatch(/\p{Script=Hangul}/u);
    expect(rest).toEqual(same);
  }
  await setLanguage('en', false);
});
