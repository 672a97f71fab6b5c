import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import fc from '../../base/property';
import { parseDocument } from '../scenario/document';
import { exampleText } from '../scenario/examples';
import { readLessonLink, writeLessonLink } from './lesson-link';
import { decodeShare, encodeShare, isFault, MOST_CHARS, SAFE_CHARS, type Shared } from './share';

const bast = parseDocument(exampleText('bast')) ?? {};
const whole: Shared = {
  scenario: bast,
  position: { request: 12, event: 3 },
  view: {
    grain: 'operation',
    selection: ['lpn', 4],
    breakpoints: ['erase block 3', 'gc'],
    theme: 'projector',
    beside: parseDocument(exampleText('dftl')) ?? {},
  },
  trace: { name: 'fin.csv', bytes: 1_000_000_000, hash: '0123456789abcdef', options: { format: 'msr' } },
};

const fixtures = (version: number) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'fixtures', `links-v${version}.json`), 'utf8')) as {
    link: string;
    scenario: unknown;
    position: unknown;
    view?: unknown;
    trace?: unknown;
  }[];

test.each([1, 2, 3])('links of version %i open for ever', (version) => {
  const made = fixtures(version);
  expect(made.length).toBeGreaterThan(2);
  for (const { link, scenario, position, view, trace } of made) {
    expect(link.startsWith(`${version}.`)).toBe(true);
    expect(decodeShare(link)).toEqual({ scenario, position, view: view ?? {}, ...(trace ? { trace } : {}) });
  }
});

test('a link from before `compact` says what its trace meant', () => {
  const workload = { kind: 'trace', path: 'a.csv' };
  const scenario = { format: 1, workload };
  const link = encodeShare({ scenario, position: { request: 0, event: 0 }, view: { beside: scenario } });
  const wrapped = { format: 1, workload: { ...workload, mapping: 'wrap', aliasing: 'allow' } };
  expect(decodeShare(link)).toMatchObject({ scenario, view: { beside: scenario } });
  expect(decodeShare(link.replace(/^3/, '2'))).toMatchObject({
    scenario: wrapped,
    view: { beside: wrapped },
  });
  // A value in a link holds.
  const stated = { format: 1, workload: { ...workload, mapping: 'drop' } };
  const other = encodeShare({ scenario: stated, position: { request: 0, event: 0 }, view: {} });
  expect(decodeShare(other.replace(/^3/, '2'))).toMatchObject({ scenario: stated });
});

test('a link brings back the scenario, the position, the view and what trace it needs', () => {
  const link = encodeShare(whole);
  expect(decodeShare(link)).toEqual(whole);
  expect(link.length).toBeLessThan(SAFE_CHARS);
});

test('any document and position come back exactly', () => {
  const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__');
  fc.assert(
    fc.property(fc.dictionary(key, fc.jsonValue()), fc.nat(), fc.nat(), (scenario, request, event) => {
      // The values that JSON itself keeps: it has no -0.
      const kept = JSON.parse(JSON.stringify(scenario));
      const shared = { scenario: kept, position: { request, event }, view: {} };
      expect(decodeShare(encodeShare(shared))).toEqual(shared);
    }),
  );
});

test('wherever a link is cut, it says how much of it is there', () => {
  const link = encodeShare(whole);
  for (let has = 12; has < link.length; has += 1) {
    expect(decodeShare(link.slice(0, has)), `${has}`).toEqual({ kind: 'cut', has, of: link.length });
  }
  for (let has = 0; has < 12; has += 1) expect(decodeShare(link.slice(0, has))).toHaveProperty('kind');
});

test('no character of a link can be changed, taken out or added unnoticed', () => {
  const link = encodeShare(whole);
  for (let at = 0; at < link.length; at += 1) {
    for (const other of ['A', 'a', '0', '-', '.', '%']) {
      if (link[at] === other) continue;
      const changed = link.slice(0, at) + other + link.slice(at + 1);
      expect(isFault(decodeShare(changed)), changed).toBe(true);
    }
    expect(isFault(decodeShare(link.slice(0, at) + link.slice(at + 1)))).toBe(true);
  }
  expect(decodeShare(`${link})`)).toEqual({ kind: 'altered' });
});

test('a link of version 1 that was cut or altered opens nothing either', () => {
  const [first] = fixtures(1);
  const link = first?.link ?? '';
  for (let has = 3; has < link.length; has += 1) {
    expect(isFault(decodeShare(link.slice(0, has))), `${has}`).toBe(true);
  }
});

test('an address that is not a link, too long, or from a newer version has its own error', () => {
  expect(decodeShare('hello')).toEqual({ kind: 'not_a_link' });
  expect(decodeShare('')).toEqual({ kind: 'not_a_link' });
  expect(decodeShare('1abcdefgh')).toEqual({ kind: 'not_a_link' });
  expect(decodeShare(encodeShare(whole).replace(/^3/, '9'))).toEqual({ kind: 'newer', version: 9 });
  expect(decodeShare(`3.zz.zz.${'A'.repeat(40_000)}`)).toEqual({ kind: 'too_long', most: MOST_CHARS });
});

test('a position that no run has is named, before the engine is asked for it', () => {
  const at = (request: number, event = 0) =>
    decodeShare(encodeShare({ ...whole, position: { request, event } }));
  expect(at(2 ** 32)).toEqual({ kind: 'beyond', number: 2 ** 32 });
  expect(at(0, 5e9)).toEqual({ kind: 'beyond', number: 5e9 });
  expect(at(2 ** 32 - 1)).toMatchObject({ position: { request: 2 ** 32 - 1 } });
});

test('a body that is no base64, summed rightly, is an altered link', () => {
  const sum = (text: string) => {
    let [a, b] = [1, 0];
    for (const letter of text) {
      a = (a + letter.charCodeAt(0)) % 65521;
      b = (b + a) % 65521;
    }
    return (b * 65536 + a).toString(36);
  };
  for (const body of ['A', '!!!!', 'AA=A', '%%%']) {
    const rest = `.${sum(body)}.${body}`;
    const length = rest.length + 3;
    expect(decodeShare(`3.${length.toString(36)}${rest}`), body).toEqual({ kind: 'altered' });
  }
});

test.each([
  ['a position below zero', { ...whole, position: { request: -1, event: 0 } }],
  ['half an event', { ...whole, position: { request: 1, event: 0.5 } }],
  ['a scenario that is a list', { ...whole, scenario: [] }],
  ['a selection of nothing known', { ...whole, view: { selection: ['plane', 1] } }],
  ['a theme of nobody', { ...whole, view: { theme: 'pink' } }],
  ['a trace without a hash', { ...whole, trace: { name: 'x', bytes: 1 } }],
])('a sound link with %s opens nothing', (_, shared) => {
  expect(decodeShare(encodeShare(shared as never))).toEqual({ kind: 'altered' });
});

test('a class link names a lesson, a step, a theme and a language', () => {
  const link = { slug: 'bast', step: 'switch', theme: 'projector', lang: 'ko' } as const;
  expect(writeLessonLink(link)).toBe('/lesson/bast?step=switch&theme=projector&lang=ko');
  expect(readLessonLink('bast', 'step=switch&theme=projector&lang=ko')).toEqual({ link, faults: [] });
  expect(readLessonLink('04-bast', '').link).toEqual({ slug: 'bast', step: null, theme: null, lang: null });
});

test('a class link says what of it means nothing, and what would', () => {
  const { link, faults } = readLessonLink('bast', 'step=2&theme=pink&setp=3&lang=xx');
  expect(link).toEqual({ slug: 'bast', step: '2', theme: null, lang: null });
  expect(faults).toEqual([
    { parameter: 'setp', value: null, allowed: ['step', 'theme', 'lang'] },
    { parameter: 'theme', value: 'pink', allowed: ['light', 'dark', 'projector'] },
    { parameter: 'lang', value: 'xx', allowed: ['en', 'ko'] },
  ]);
});

test('a link brings back how a heat map is looked at, and refuses a place outside of it', () => {
  const heat = { mode: 'age', pbn: 77, x: 0.25, y: 1, cell: 12.5 };
  const shared = { ...whole, view: { ...whole.view, heat } };
  expect(decodeShare(encodeShare(shared))).toEqual(shared);
  const outside = { ...whole, view: { heat: { ...heat, x: 1.5 } } };
  expect(decodeShare(encodeShare(outside))).toEqual({ kind: 'altered' });
});
