import { expect, test } from 'vitest';
import { fullName, glossed, searchTerms, sourceOf, TERMS, termNamed, termOf } from '.';

test('every term has its own id and names, a meaning in both languages, and a source', () => {
  expect(TERMS.length).toBeGreaterThanOrEqual(60);
  for (const names of [TERMS.map(({ id }) => id), TERMS.map(({ en }) => en), TERMS.map(({ ko }) => ko)])
    expect(new Set(names).size).toBe(names.length);
  for (const term of TERMS) {
    expect(term.id).toMatch(/^[a-z_]+$/);
    expect(term.says.en.length, term.id).toBeGreaterThan(15);
    expect(term.says.ko, term.id).toMatch(/\p{Script=Hangul}/u);
    expect(sourceOf(term), term.id).not.toBe('');
  }
});

test('a term is found by its name in either language, in the plural, and by its abbreviation', () => {
  expect(['Log blocks', '로그 블록', 'CMT', 'log blok'].map((name) => termNamed(name)?.id)).toEqual([
    'log_block',
    'log_block',
    'cached_mapping_table',
    undefined,
  ]);
});

test('a text comes in pieces: the longest names, each once, and put together it is the text again', () => {
  const text = 'Log block thrashing: log blocks are merged, and log blocks again. A page is plain.';
  const known = new Set<string>();
  const pieces = glossed(text, 'en', known);
  expect(pieces.map((piece) => (typeof piece === 'string' ? piece : piece.text)).join('')).toBe(text);
  expect([...known]).toEqual(['log_block_thrashing', 'log_block']);
  expect(glossed(text, 'en', known)).toEqual([text]);
});

test('Korean words are found before their particles, and not within other words', () => {
  const ids = (text: string) =>
    glossed(text, 'ko', new Set()).flatMap((piece) => (typeof piece === 'string' ? [] : piece.term.id));
  expect(ids('로그 블록을 병합하면 희생 블록이 됩니다. 카탈로그 블록은 아닙니다.')).toEqual([
    'log_block',
    'victim',
  ]);
  expect(ids('카탈로그 블록은 아닙니다.')).toEqual([]);
  expect(ids('O-FAST와 LAST는')).toEqual(['last']);
});

test('a name in capitals is found in capitals alone', () => {
  const ids = (text: string) =>
    glossed(text, 'en', new Set()).flatMap((piece) => (typeof piece === 'string' ? [] : piece.term.id));
  expect(ids('The last block goes fast; the Last one too.')).toEqual([]);
  expect(ids('LAST and FAST are told apart.')).toEqual(['last', 'fast']);
});

test('a search finds names before meanings, in either language', () => {
  expect(searchTerms('switch', 'en')[0]?.id).toBe('switch_merge');
  expect(searchTerms('교환', 'ko')[0]?.id).toBe('switch_merge');
  expect(searchTerms('erase copy', 'en').map(({ id }) => id)).toContain('switch_merge');
  expect(searchTerms('', 'ko')).toHaveLength(TERMS.length);
  expect(searchTerms('nothing of the kind', 'en')).toEqual([]);
});

test('at its first use a term has its other name in brackets', () => {
  const [term, name] = [termOf('log_block'), termOf('bast')];
  if (!term || !name) throw new Error('the terms are there');
  expect([fullName(term, 'ko'), fullName(term, 'en'), fullName(name, 'ko')]).toEqual([
    '로그 블록(log block)',
    'log block (로그 블록)',
    'BAST',
  ]);
});
