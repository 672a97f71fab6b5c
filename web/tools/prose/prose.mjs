// @ts-check
// `npm run prose`: reads messages, lessons, documents, comments and titles of tests by the rules of words.json, which says what to
// write instead, and Korean by the terms of korean.json. The sentences are found by retext.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { toString as textOf } from 'nlcst-to-string';
import retextEnglish from 'retext-english';
import retextRepeatedWords from 'retext-repeated-words';
import { unified } from 'unified';
import { visit } from 'unist-util-visit';
import { VFile } from 'vfile';

/**
 * @typedef {import('./extract.mjs').Piece} Piece
 * @typedef {{ find: string, write: string, but?: string, only?: string[] }} Word
 *   `find` and `but` are regular expressions; `but`: what is right although it is found
 * @typedef {{ file: string, line: number, found: string, write: string }} Finding
 */

/** @param {string} name */
const read = (name) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
/** @param {Word[]} words */
const compiled = (words) =>
  words.map(({ find, but, ...rest }) => ({
    ...rest,
    find: new RegExp(find.replaceAll(/ (?!\?)/g, '\\s+'), 'gi'),
    but: but === undefined ? undefined : new RegExp(but.replaceAll(' ', '\\s+'), 'gi'),
  }));

/** @type {{ longest: Record<string, number>, words: Word[] }} */
const { longest, words } = read('words.json');
const WORDS = compiled(words);
const KOREAN = compiled(read('korean.json'));

const retext = unified().use(retextEnglish).use(retextRepeatedWords).use(ending);
/** Retext ends in a text; no one reads it. @this {import('unified').Processor} */
function ending() {
  this.compiler = () => '';
}

/** @param {Piece} piece @returns {Finding[]} */
export function judge(piece) {
  const { file, text } = piece;
  /** @param {number} line @param {string} found @param {string} write */
  const finding = (line, found, write) => ({
    file,
    line: piece.line + line - 1,
    found: found.replace(/\s+/g, ' ').trim(),
    write,
  });
  /** @type {Finding[]} */
  const findings = [];
  for (const { find, but, write, only } of piece.kind === 'korean' ? KOREAN : WORDS) {
    if (only && !only.includes(piece.kind)) continue;
    const right = but ? [...text.matchAll(but)].map((each) => [each.index, each.index + each[0].length]) : [];
    for (const each of text.matchAll(find)) {
      if (right.some(([from = 0, to = 0]) => each.index >= from && each.index < to)) continue;
      findings.push(finding(text.slice(0, each.index).split('\n').length, each[0], write));
    }
  }
  if (piece.kind === 'korean') return findings;
  for (const { line, words } of sentences(piece)) {
    const most = longest[piece.kind] ?? Number.POSITIVE_INFINITY;
    if (words > most) findings.push(finding(line, `${words} words`, `sentences of ${most} words at most`));
  }
  const checked = new VFile(text);
  retext.runSync(retext.parse(checked), checked);
  for (const { line, reason } of checked.messages) findings.push(finding(line ?? 1, reason, 'as it says'));
  return findings;
}

/** @param {Piece} piece @returns {{ line: number, text: string, words: number }[]} `line`: in the piece, from 1 */
export function sentences(piece) {
  // A list in a document is read item by item.
  const items = piece.kind === 'comments' || piece.kind === 'documents';
  /** @type {{ line: number, text: string, words: number }[]} */
  const found = [];
  // Retext takes a letter or a number before a full stop for an abbreviation, but not `Fig.` Places stay the same.
  const text = piece.text
    .replace(/(?<=\s)([A-Za-z]|\d[\d,.]*)\.(?=\s+[A-Z])/g, (end) => `${'_'.repeat(end.length - 1)}.`)
    .replace(/\b(figs?|eqs?|al)\.(?=\s)/gi, '$1 ');
  visit(retext.parse(text), 'SentenceNode', (node) => {
    let [words, most] = [0, 0];
    visit(node, ['WordNode', 'PunctuationNode'], (part) => {
      // A letter is a name in a formula.
      if (part.type === 'WordNode') words += /[\p{L}\p{N}]{2}|^a$/iu.test(textOf(part)) ? 1 : 0;
      else if (items && /[:;]/.test(textOf(part))) words = 0;
      most = Math.max(most, words);
    });
    const { start, end } = node.position ?? {};
    const own = piece.text.slice(start?.offset, end?.offset).replace(/\s+/g, ' ');
    found.push({ line: start?.line ?? 1, text: own, words: most });
  });
  return found;
}

/**
 * `npm run prose`: every finding with its place and what to write instead. `--sample 20 --seed 1` draws that many sentences each
 * from lessons, messages and comments, for a person to read; other arguments are beginnings of paths to read alone.
 *
 * @param {string[]} args
 * @returns {Promise<string>}
 */
export async function prose(args) {
  const { pieces } = await import('./extract.mjs');
  const { Failure } = await import('../step.mjs');
  const option = (/** @type {string} */ name) => {
    const at = args.indexOf(name);
    return at < 0 ? undefined : args.splice(at, 2)[1];
  };
  const [sample, seed = '1'] = [option('--sample'), option('--seed')];
  const all = pieces().filter(
    ({ file }) => args.length === 0 || args.some((start) => file.startsWith(start)),
  );
  if (sample !== undefined) {
    draw(all, Number(sample), seed);
    return '';
  }
  const findings = all.flatMap(judge);
  if (findings.length > 0) {
    const lines = findings.map(
      ({ file, line, found, write }) => `${file}:${line}: "${found}": write ${write}`,
    );
    throw new Failure(
      `${lines.join('\n')}\n${findings.length} findings`,
      'write the sentence again: subject, verb, object. The words are in web/tools/prose, words.json and korean.json',
    );
  }
  return `${all.length} texts`;
}

/** Prints `count` sentences of each kind; the same ones for the same seed. @param {Piece[]} all @param {number} count @param {string} seed */
function draw(all, count, seed) {
  for (const kind of ['lessons', 'messages', 'comments']) {
    /** @type {Map<string, string>} */
    const texts = new Map();
    for (const piece of all.filter((each) => each.kind === kind))
      for (const { line, text, words } of sentences(piece))
        if (words > 4 && !texts.has(text)) texts.set(text, `${piece.file}:${piece.line + line - 1}`);
    const lots = [...texts]
      .map(([text, place]) => ({
        text,
        place,
        lot: createHash('sha256').update(`${seed} ${text}`).digest('hex'),
      }))
      .sort((a, b) => (a.lot < b.lot ? -1 : 1));
    console.log(`\n${kind}`);
    for (const { text, place } of lots.slice(0, count)) console.log(`  ${place}: ${text}`);
  }
}
