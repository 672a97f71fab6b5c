/** Both languages say everything: the same keys, with the same values in them, and nothing left in English by oversight. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { m } from './compiled/messages.js';
import failures from './failures/ko.json';

type Message = string | { selectors: string[]; match: Record<string, string> }[];

function messagesOf(language: string): Map<string, Message> {
  const folder = join(import.meta.dirname, 'messages', language);
  const all = new Map<string, Message>();
  for (const file of readdirSync(folder)) {
    const { $schema: _, ...own } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
    for (const [key, message] of Object.entries(own)) all.set(key, message as Message);
  }
  return all;
}

const en = messagesOf('en');
const ko = messagesOf('ko');

/** Messages and failures. */
const ALL_KOREAN: [string, Message][] = [
  ...ko,
  ...Object.entries({ ...failures.engine, ...failures.lesson, ...failures.joined }),
];

function textsOf(message: Message): string[] {
  return typeof message === 'string' ? [message] : message.flatMap(({ match }) => Object.values(match));
}

/** Names of the values that a message shows. */
function valuesOf(message: Message): string[] {
  const names = textsOf(message).flatMap((text) =>
    [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)].sort();
}

/** The selector of a choice of texts. Number is no such thing in Korean, which has no plural. */
function choicesOf(message: Message): string[] {
  if (typeof message === 'string') return [];
  return message.flatMap(({ selectors }) => selectors).filter((selector) => !selector.endsWith('Plural'));
}

/** Words beside names, abbreviations, units and formulas; without any, a text may be the same in both. */
function isWords(text: string): boolean {
  const NAMES =
    /\{\w+\}|\b(FTL Lab|[A-Z]AST|DFTL|LRU|MRU|CMT|GTD|LPN|LBN|PPN|PBN|PUD|SW|RW|SB|B|Sf|Np|OOB|RAM|KB|KiB|MB|GB|TB|ms|Up|Uf|L|f|r|u|A)\b/g;
  return /[a-z]{2}/i.test(text.replace(NAMES, ''));
}

/** Proper names: of traces, tools and their formats. */
const THE_SAME = [
  // Policies by the names of their papers.
  /^policy_rival_(cat|fifo|lfu|lru)$/,
  /^trace_bundled_(financial|msr|systor|tencent|tpcc)$/,
  /^trace_format_(spc|msr|mqsim|disksim|blkparse|tencent|alibaba|systor17|fiu|ssdplayer)$/,
  /^trace_action_(queue|insert|issue|complete)$/,
  /^validation_peer_\w+$/,
  /^model_source_(dftl|desnoyers)$/,
  /^validation_erratum_29_ours$/,
  /^chart_command_python$/,
  /^scenario_(group_ftl|ftl_kind|choice_hu)$/,
];

test('every message is there in Korean, with the same values and choices', () => {
  expect([...ko.keys()].sort()).toEqual([...en.keys()].sort());
  expect(en.size).toBeGreaterThan(1500);
  for (const [key, message] of en) {
    const korean = ko.get(key) ?? '';
    expect([key, ...valuesOf(korean)]).toEqual([key, ...valuesOf(message)]);
    expect([key, ...choicesOf(korean)]).toEqual([key, ...choicesOf(message)]);
    expect(textsOf(korean), key).not.toContain('');
  }
});

test('nothing was left in English', () => {
  const left = [...en].filter(([key, message]) => {
    if (THE_SAME.some((names) => names.test(key)) || !textsOf(message).some(isWords)) return false;
    return textsOf(ko.get(key) ?? '').some((text) => isWords(text) && !hasHangul(text));
  });
  expect(left.map(([key]) => key)).toEqual([]);
});

function hasHangul(text: string): boolean {
  return /\p{Script=Hangul}/u.test(text);
}

// 은 or 는, 이 or 가: which of two depends on the sound before, which a value does not tell.
test('no value is followed by a particle that would depend on it', () => {
  const PARTICLE = /\}[’”)\]`]?(은|는|이|가|을|를|과|와|로|으로|이나|나|이라|라)(?=[\s.,:;)]|$)/;
  const wrong = ALL_KOREAN.filter(([, message]) => textsOf(message).some((text) => PARTICLE.test(text)));
  expect(wrong.map(([key]) => key)).toEqual([]);
});

/** 은, 이, 을, 과, 으로 follow a consonant, 는, 가, 를, 와, 로 a vowel; ㄹ is followed by 로 as a vowel is. */
function wrongParticle(word: string): RegExp {
  const end = ((word.codePointAt(word.length - 1) ?? 0) - 0xac00) % 28;
  const wrong = end === 0 ? '은|이|을|과|으로' : end === 8 ? '는|가|를|와|으로' : '는|가|를|와|로';
  return new RegExp(`${word}(${wrong})(?=[\\s.,:;)]|$)`);
}

test('a term is followed by the particle that its sound asks for', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../model/glossary/terms.json'), 'utf8');
  const terms: string[] = JSON.parse(glossary).terms.map((term: { ko: string }) => term.ko);
  const wrong = terms.filter((term) => /\p{Script=Hangul}$/u.test(term)).map(wrongParticle);
  const said = ALL_KOREAN.flatMap(([key, message]) => textsOf(message).map((text) => [key, text] as const));
  const found = said.filter(([, text]) => wrong.some((particle) => particle.test(text)));
  expect(found.map(([key]) => key)).toEqual([]);
});

test('the loss at a power failure is counted in words: nothing, one, several', () => {
  const titles = [0, 1, 5].map((entries) => m.why_power_lost({ entries }));
  expect(titles).toEqual([
    'Power is lost; the CMT held no entry',
    'Power is lost, and with it 1 CMT entry',
    'Power is lost, and with it 5 CMT entries',
  ]);
  expect(m.why_power_lost({ entries: 0 }, { locale: 'ko' })).toBe('전원 손실: CMT에는 항목이 없었습니다');
});
