/**
 * Whether a citation leads anywhere: each source has a list (`<source>.json`, made by reading it) of its sections, figures, tables,
 * equations and algorithms, the slides of their titles.
 */
import desnoyers from './desnoyers.json';
import dftl from './dftl.json';
import dftlj from './dftlj.json';
import hu from './hu.json';
import slides from './slides.json';

interface Paper {
  sections: Record<string, string>;
  figures: Record<string, string>;
  tables: Record<string, string>;
  algorithms?: Record<string, string>;
  equations?: string[];
}

export const PAPERS = { dftl, dftlj, hu, desnoyers } satisfies Record<string, Paper>;
export type PaperId = keyof typeof PAPERS;
export const SLIDES = slides;

const KINDS: [RegExp, keyof Paper][] = [
  [/^(sect|chapter)/i, 'sections'],
  [/^fig/i, 'figures'],
  [/^tab/i, 'tables'],
  [/^eq/i, 'equations'],
  [/^algo/i, 'algorithms'],
];
const KIND = String.raw`(?:sections?|chapters?|fig(?:ure)?s?\.?|tables?|equations?|eqs?\.?|algorithms?)`;
const NUMBER = String.raw`\d+(?:\.\d+)*(?:\s*\([a-z]\))?`;
const NUMBERS = String.raw`${NUMBER}(?:(?:\s*(?:,|and|to|or|-|–)\s*)+${NUMBER})*`;
const REFERENCES = new RegExp(String.raw`\b(${KIND})\s+(${NUMBERS})`, 'gi');

/** References in a text, each by its kind and number; of a range every one. */
export function references(text: string): { kind: keyof Paper; number: string }[] {
  return [...text.matchAll(REFERENCES)].flatMap(([, word = '', numbers = '']) => {
    const kind = KINDS.find(([start]) => start.test(word))?.[1] ?? 'sections';
    return numbersIn(numbers).map((number) => ({ kind, number }));
  });
}

function numbersIn(text: string): string[] {
  const found: string[] = [];
  const parts = text.matchAll(/(?:(to|-|–)\s*)?(\d+(?:\.\d+)*)/g);
  for (const [, range, number = ''] of parts) {
    const last = found.at(-1);
    // 2.3 to 2.7: they differ in the last part.
    const [from, to] = [last, number].map((each) => Number(each?.split('.').at(-1)));
    const stem = number.slice(0, number.length - String(to).length);
    if (range && from !== undefined && to !== undefined)
      for (let each = from + 1; each < to; each += 1) found.push(`${stem}${each}`);
    found.push(number);
  }
  return found;
}

/** The references of a citation that are in none of these papers; a citation without a reference is one too. */
export function unresolved(papers: readonly PaperId[], text: string): string[] {
  const found = references(text);
  if (found.length === 0) return [text];
  return found
    .filter(({ kind, number }) => !papers.some((id) => isThere(PAPERS[id], kind, number)))
    .map(({ kind, number }) => `${kind} ${number}`);
}

function isThere(paper: Paper, kind: keyof Paper, number: string): boolean {
  const list = paper[kind];
  return Array.isArray(list) ? list.includes(number) : list !== undefined && number in list;
}

/** Parts of a citation of the slides that begin with no title and no name of a figure. */
export function unknownSlides(text: string): string[] {
  const names = [...slides.slides, ...slides.figures, ...slides.tables].map(plain);
  return text.split(/;\s*/).filter((part) => {
    const said = plain(part);
    return !names.some((name) => said.startsWith(name) && /^($|[,:(])/.test(said.slice(name.length).trim()));
  });
}

function plain(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').replace(/-/g, ' ').trim();
}

/** How texts name the authors: `Hu 2012, section 2.2, equations 2.1 to 2.3`, `Hu, 3.2.1`, `DFTL'J, Tables 5 and 6`. */
const AUTHORS: [string, PaperId][] = [
  ['(?:Hu|Hu 2012|the dissertation)', 'hu'],
  ['Desnoyers(?: 2012)?', 'desnoyers'],
  ["(?:Gupta et al\\. 2009|DFTL['’]09)", 'dftl'],
  ["(?:DFTL['’]J|DFTL, journal version)", 'dftlj'],
];
const PLACE = String.raw`${KIND}\s+${NUMBERS}`;
const CITED = AUTHORS.map(([author, paper]): [RegExp, PaperId] => [
  new RegExp(
    String.raw`\b${author}(?:['’]s)?,?\s+(\d\.\d[\d.]*|${PLACE})(?:(?:,| and|, and)\s+${PLACE})*`,
    'gi',
  ),
  paper,
]);

/** Citations of papers in a text, by the names of their authors. */
export function citations(text: string): { paper: PaperId; text: string }[] {
  return CITED.flatMap(([pattern, paper]) =>
    [...text.matchAll(pattern)].map(([all, first = '']) => ({
      paper,
      // A number alone is a section.
      text: /^\d/.test(first) ? `section ${first}` : all,
    })),
  );
}
