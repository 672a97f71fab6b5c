/**
 * The terms of the field, in both languages, with what each means and where it comes from. One file (`terms.json`) feeds
 * the lessons (`:term[…]`), the reasons, the help and the page of the glossary. Loaded with the first of these.
 */
import type { Language } from '../../base/language';
import file from './terms.json';

export interface Term {
  /** As a lesson names it: `log_block`. */
  id: string;
  en: string;
  ko: string;
  /** Other names, the same in both languages or English: `CMT`. */
  also?: string[];
  /** A word so common that it is marked only where a lesson asks for it. */
  plain?: boolean;
  says: Record<Language, string>;
  /** A key of `SOURCES`. */
  source: string;
}

export const TERMS: readonly Term[] = file.terms;
const SOURCES: Readonly<Record<string, string>> = file.sources;

const BY_ID = new Map(TERMS.map((term) => [term.id, term]));

export function termOf(id: string): Term | null {
  return BY_ID.get(id) ?? null;
}

export function sourceOf(term: Term): string {
  return SOURCES[term.source] ?? '';
}

/** The term that a text names, in either language and in the singular or with a plural s; `null` for none. */
export function termNamed(text: string): Term | null {
  const wanted = text.trim().toLowerCase();
  const names = ({ en, ko, also = [] }: Term) => [en, ko, ...also].flatMap((name) => [name, `${name}s`]);
  return TERMS.find((term) => names(term).some((name) => name.toLowerCase() === wanted)) ?? null;
}

/** A term with its name in the other language, as at its first use: `로그 블록(log block)`. */
export function fullName(term: Term, language: Language): string {
  if (term.en === term.ko) return term.en;
  return language === 'en' ? `${term.en} (${term.ko})` : `${term.ko}(${term.en})`;
}

export type Piece = string | { text: string; term: Term };

const PATTERNS: Partial<Record<Language, RegExp>> = {};
/** Terms by their names in small letters, and the name as it is written. */
const FOUND: Record<Language, Map<string, { term: Term; name: string }>> = { en: new Map(), ko: new Map() };

/** Longest names first, so that `로그 블록 스래싱` is not `로그 블록`. */
function patternOf(language: Language): RegExp {
  const made = PATTERNS[language];
  if (made) return made;
  for (const term of TERMS) {
    if (term.plain) continue;
    for (const name of [term[language], ...(term.also ?? [])])
      FOUND[language].set(name.toLowerCase(), { term, name });
  }
  const names = [...FOUND[language].keys()].sort((a, b) => b.length - a.length).map(escaped);
  // Korean puts particles right behind a word.
  const before = '(?<![\\p{L}\\p{N}-])';
  const after = language === 'en' ? 's?(?![\\p{L}\\p{N}-])' : '';
  const pattern = new RegExp(`${before}(${names.join('|')})${after}`, 'giu');
  PATTERNS[language] = pattern;
  return pattern;
}

/** The term that a piece of text names. A name in capitals is only that: the last block is not LAST's. */
function termIn(text: string, language: Language): Term | null {
  const found = FOUND[language].get(text.toLowerCase());
  if (!found) return null;
  const { term, name } = found;
  const capitals = name === name.toUpperCase() && name !== name.toLowerCase();
  return capitals && text !== name ? null : term;
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}

/**
 * A text in pieces, with the terms in it that are not among `known`; each is found once, and is known from then on.
 */
export function glossed(text: string, language: Language, known: Set<string>): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const match of text.matchAll(patternOf(language))) {
    const term = termIn(match[1] ?? '', language);
    if (!term || known.has(term.id)) continue;
    known.add(term.id);
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push({ text: match[0], term });
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** Terms with every word of the query in a name or in the meaning; those with it in a name first. */
export function searchTerms(query: string, language: Language): Term[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const named = (term: Term) => [term.en, term.ko, ...(term.also ?? [])].join(' ').toLowerCase();
  const within = (text: string) => words.every((word) => text.includes(word));
  return TERMS.filter((term) => within(`${named(term)} ${term.says[language].toLowerCase()}`)).sort(
    (a, b) =>
      Number(within(named(b))) - Number(within(named(a))) || a[language].localeCompare(b[language], language),
  );
}
