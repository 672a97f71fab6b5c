// @ts-check
// The texts of this repository, piece by piece: a paragraph, a message, a comment. A piece keeps its line breaks, so that a
// finding has a line; what is code in it is replaced by Xx, so that no rule reads it.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import remarkDirective from 'remark-directive';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { parseSync } from 'vite';
import { isPair, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { ROOT } from '../step.mjs';

/**
 * @typedef {'messages' | 'lessons' | 'documents' | 'comments' | 'korean'} Kind
 * @typedef {{ file: string, line: number, text: string, kind: Kind }} Piece `line`: of its first line, from 1
 */

/** Generated files, golden data, and what others wrote. */
const NOT_OURS =
  /(^|\/)(generated|compiled|pkg|testdata|fixtures|node_modules|pictures)\/(?!README\.md$)|recorded\.json$|(words|reviewed)\.json$|^public\/(?!traces\/NOTICE\.md$)|package(-lock)?\.json$/;
/** Files whose comments begin with a number sign. */
const HASHED = /\.(py|toml|yml)$|^\.(npmrc|gitignore|ci\/run)$/;
/** The words of the page in JSON. */
const MESSAGES = /^web\/(i18n\/(messages|failures)|model\/glossary|views\/validation\/figures)\/.*\.json$/;

/** @returns {Piece[]} of every file that git keeps or would keep */
export function pieces() {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  return listed.split('\0').flatMap((file) => {
    const read = reader(file);
    if (!read) return [];
    try {
      return read(readFileSync(join(ROOT, file), 'utf8'), file);
    } catch (error) {
      // Git lists a deleted file until the deletion is staged.
      if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
      throw error;
    }
  });
}

/** @param {string} file @returns {((source: string, file: string) => Piece[]) | undefined} */
export function reader(file) {
  if (NOT_OURS.test(file)) return undefined;
  if (/\.md$/.test(file)) return markdown;
  if (MESSAGES.test(file)) return messages;
  if (/\.(ts|tsx|mjs)$/.test(file)) return script;
  if (/\.rs$/.test(file)) return rust;
  if (/\.css$/.test(file)) return style;
  if (HASHED.test(file)) return hashed;
  if (/(^|\/)mutants\.json$/.test(file)) return mutants;
  if (/\.html$/.test(file)) return html;
  return undefined;
}

/** @param {string} source @param {string} file @returns {Piece[]} */
function markdown(source, file) {
  /** @type {Kind} */
  const kind = isKorean(file) ? 'korean' : file.startsWith('lessons/') ? 'lessons' : 'documents';
  /** @type {Piece[]} */
  const found = [];
  // The head of a lesson is YAML; its lines become blank, so that the others keep their numbers.
  const head = /^---\n([\s\S]*?\n)---\n/.exec(source)?.[1] ?? '';
  if (head) found.push(...yaml(head, file, 2));
  const body = head ? `\n${head.replace(/[^\n]/g, '')}\n${source.slice(head.length + 8)}` : source;
  /** @param {import('mdast').Nodes} node */
  const walk = (node) => {
    // Words of others.
    if (node.type === 'blockquote') return;
    const { start, end } = node.position ?? {};
    if (node.type === 'code') {
      if (node.lang === 'yaml' && start) found.push(...yaml(node.value, file, start.line + 1));
    } else if ((node.type === 'paragraph' || node.type === 'heading') && start && end) {
      const text = body.slice(start.offset, end.offset);
      // A table has one row a line.
      const parts = text.startsWith('|') ? cells(text) : [{ at: 0, text }];
      for (const part of parts)
        found.push({ file, line: start.line + part.at, text: plain(part.text), kind });
    } else if ('children' in node) for (const child of node.children) walk(child);
  };
  walk(unified().use(remarkParse).use(remarkDirective).parse(body));
  return found;
}

/** @param {string} table */
function cells(table) {
  return table
    .split('\n')
    .flatMap((row, at) => row.split('|').map((text) => ({ at, text: text.trim() })))
    .filter(({ text }) => isWords(text));
}

/** Texts in YAML: questions, hints, titles. @param {string} source @param {string} file @param {number} line @returns {Piece[]} */
function yaml(source, file, line) {
  const lines = new LineCounter();
  /** @type {Piece[]} */
  const found = [];
  const read = parseDocument(source, { lineCounter: lines });
  visit(read, (key, node, path) => {
    if (key === 'key' || !isScalar(node) || typeof node.value !== 'string' || !node.range) return;
    const at = line + lines.linePos(node.range[0]).line - 1;
    const kind = isKorean(file) ? 'korean' : 'lessons';
    if (node.type === 'BLOCK_LITERAL') {
      // The code of a policy: its comments.
      for (const [row, code] of node.value.split('\n').entries()) {
        const text = /\/\/ (.*)/.exec(code)?.[1];
        if (text && isWords(text)) found.push({ file, line: at + 1 + row, text: plain(text), kind });
      }
      return;
    }
    if (node.type === 'PLAIN' && !/^[A-Z][a-z]+ |^A |[가-힣]/.test(node.value)) return;
    // Where a source says it, in the words of the source.
    if (!isWords(node.value) || nameOf(path) === 'at') return;
    found.push({ file, line: at, text: plain(node.value), kind });
  });
  return found;
}

/** The key of a value. @param {readonly unknown[]} path */
function nameOf(path) {
  const pair = path.at(-1);
  return isPair(pair) && isScalar(pair.key) ? pair.key.value : undefined;
}

/** @param {string} source @param {string} file @returns {Piece[]} */
function messages(source, file) {
  const lines = new LineCounter();
  /** @type {Piece[]} */
  const found = [];
  // JSON is YAML, and its reader says where each text is.
  visit(parseDocument(source, { lineCounter: lines }), {
    Pair(_, pair) {
      const name = isScalar(pair.key) ? pair.key.value : undefined;
      if (name === 'declarations' || name === 'selectors' || name === '$schema') return visit.SKIP;
      return undefined;
    },
    Scalar(key, node, path) {
      if (key === 'key' || typeof node.value !== 'string' || !node.range || !isWords(node.value)) return;
      const line = lines.linePos(node.range[0]).line;
      const kind = isKorean(file) || nameOf(path) === 'ko' ? 'korean' : 'messages';
      found.push({ file, line, text: plain(node.value), kind });
    },
  });
  return found;
}

/** @param {string} source @param {string} file @returns {Piece[]} */
function script(source, file) {
  const lineOf = lines(source);
  const { comments, program } = parseSync(file, source);
  const found = joined(
    comments.map(({ type, value, start }) => ({ block: type === 'Block', text: value, line: lineOf(start) })),
    file,
  );
  if (/\.(test|spec)\.tsx?$/.test(file))
    for (const { text, start } of titles(program)) found.push(title(text, file, lineOf(start)));
  return found;
}

/** The titles of tests. @param {unknown} node of a syntax tree @returns {{ text: string, start: number }[]} */
function titles(node) {
  if (Array.isArray(node)) return node.flatMap(titles);
  if (typeof node !== 'object' || node === null) return [];
  const { type, callee, arguments: given } = /** @type {any} */ (node);
  const inside = Object.values(node).flatMap(titles);
  if (type !== 'CallExpression' || !/^(test|it|describe)$/.test(calledName(callee))) return inside;
  const [first] = given;
  const text =
    typeof first?.value === 'string'
      ? first.value
      : first?.type === 'TemplateLiteral'
        ? first.quasis.map((/** @type {any} */ { value }) => value.cooked).join('Xx')
        : '';
  const filled = text.replace(/%[a-z]|\$\w+/g, 'Xx');
  return isWords(filled) ? [{ text: filled, start: first.start }, ...inside] : inside;
}

/** `test` of `test`, `test.skip`, `test.each(cases)` and `test.each` before a template. @param {any} callee @returns {string} */
function calledName(callee) {
  return callee?.name ?? (callee ? calledName(callee.object ?? callee.callee ?? callee.tag) : '');
}

/** The name of a test or a mutant, read like a comment. @param {string} text @param {string} file @param {number} line @returns {Piece} */
function title(text, file, line) {
  return { file, line, text: plain(text), kind: 'comments' };
}

/** A comment, a text in quotes (which may have a number sign), or a test of Python, which is named by what must hold. */
const HASH =
  /(?<doc>"""[\s\S]*?""")|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|(?<line>(?<![^\s])#[^\n]*)|\bdef test_(?<test>\w+)/g;

/** Python, TOML, YAML and shell. @param {string} source @param {string} file @returns {Piece[]} */
function hashed(source, file) {
  const lineOf = lines(source);
  const comments = [];
  const named = [];
  for (const { groups = {}, index } of source.matchAll(HASH)) {
    const line = lineOf(index);
    if (groups.doc) comments.push({ block: true, text: groups.doc.slice(3, -3), line });
    else if (groups.line) comments.push({ block: false, text: groups.line.replace(/^#+[:!]?/, ''), line });
    else if (groups.test) named.push(title(groups.test.replaceAll('_', ' '), file, line));
  }
  return [...joined(comments, file), ...named];
}

/** The texts between tags, in two languages, and comments. @param {string} source @param {string} file @returns {Piece[]} */
function html(source, file) {
  const lineOf = lines(source);
  return [...source.matchAll(/<!--([\s\S]*?)-->|>([^<>]+)(?=<)/g)].flatMap(
    ({ 1: comment, 2: said = '', index }) => {
      const text = (comment ?? said).trim();
      /** @type {Kind} */
      const kind = comment ? 'comments' : /[가-힣]/.test(text) ? 'korean' : 'messages';
      return isWords(text) ? [{ file, line: lineOf(index), text: plain(text), kind }] : [];
    },
  );
}

/** The names of the changes that tests must notice. @param {string} source @param {string} file @returns {Piece[]} */
function mutants(source, file) {
  return [...source.matchAll(/^ *"name": (".*"),?$/gm)].map(({ 1: name = '""', index }) =>
    title(JSON.parse(name), file, lines(source)(index)),
  );
}

/** @param {string} source @param {string} file @returns {Piece[]} */
function style(source, file) {
  const lineOf = lines(source);
  const found = [...source.matchAll(/\/\*([\s\S]*?)\*\//g)];
  return joined(
    found.map((each) => ({ block: true, text: each[1] ?? '', line: lineOf(each.index) })),
    file,
  );
}

/** A text in quotes, a raw one, a letter in quotes, or a comment: what else has a quote in Rust is a lifetime. */
const RUST =
  /(?<raw>\bb?r(?<marks>#*)"[\s\S]*?"\k<marks>)|(?<text>"(?:\\[\s\S]|[^"\\])*")|'(?:\\[^']+|[^'\\])'|(?<line>\/\/[/!]?[^\n]*)|(?<block>\/\*[\s\S]*?\*\/)/g;

/** Comments, and what the command line and the engine say. @param {string} source @param {string} file @returns {Piece[]} */
function rust(source, file) {
  const lineOf = lines(source);
  const comments = [];
  /** @type {Piece[]} */
  const said = [];
  // The inputs of tests are data.
  const tests = /#\[cfg\(test\)\]/.exec(source)?.index ?? source.length;
  for (const { groups = {}, index } of source.matchAll(RUST)) {
    const line = lineOf(index);
    if (groups.line !== undefined) {
      comments.push({ block: false, text: groups.line.replace(/^\/\/[/!]?/, ''), line });
    } else if (groups.block !== undefined) {
      comments.push({ block: true, text: groups.block.slice(2, -2), line });
    } else if (groups.text !== undefined && index < tests && !/(^|\/)(tests|benches)(\/|\.rs$)/.test(file)) {
      // A text may go on in the next line: Rust joins them at the backslash.
      const text = groups.text.slice(1, -1).replace(/\\\n/g, '\n').replace(/\\n/g, ' ').replace(/\\"/g, '"');
      // A program that the program writes is no prose.
      if (isWords(text) && !/;\s*\\n|;\n/.test(groups.text))
        said.push({ file, line, text: plain(text), kind: 'messages' });
    }
  }
  return [...joined(comments, file), ...said];
}

/**
 * Comments of adjoining lines are one text; an empty line, an item of a list and a mark of JSDoc begin another.
 *
 * @param {{ block: boolean, text: string, line: number }[]} comments
 * @param {string} file
 * @returns {Piece[]}
 */
function joined(comments, file) {
  /** @type {Piece[]} */
  const found = [];
  /** @type {Piece | undefined} */
  let last;
  let next = 0;
  let fenced = false;
  for (const { block, text, line } of comments) {
    for (const [at, whole] of text.split('\n').entries()) {
      const words = (block ? whole.replace(/^\s*\*?/, '') : whole).replace(/^ /, '').trimEnd();
      if (/^```/.test(words.trim())) fenced = !fenced;
      const own = line + at;
      const starts = own !== next || (block && at === 0) || /^\s*([-*|#@]|\d+\.) ?/.test(words);
      next = own + 1;
      // Grammars are no prose.
      if (
        fenced ||
        words.trim() === '' ||
        words.includes(' := ') ||
        /^(biome-ignore|@ts-|@type |eslint|\/ )/.test(words.trim())
      ) {
        last = undefined;
        continue;
      }
      // `@param {type} name`: what is said of it follows.
      const plainWords = words
        .replace(/^@(\w+)( \{.*\})?( \[?[\w.=]+\]?)?/, '')
        .replace(/@\w+ \{.*?\}( \w+)?/g, '');
      if (starts || !last) {
        last = { file, line: own, text: plainWords, kind: 'comments' };
        found.push(last);
      } else last.text += `\n${plainWords}`;
    }
    if (block) last = undefined;
  }
  return found.flatMap((piece) => {
    if (piece.text.trim().startsWith('|'))
      return cells(piece.text).map(({ text }) => ({ ...piece, text: plain(text) }));
    return isWords(piece.text) ? [{ ...piece, text: plain(piece.text) }] : [];
  });
}

/** @param {string} file */
function isKorean(file) {
  return /\.ko\.md$|\/ko\/[^/]+$|\/ko\.json$/.test(file);
}

/** Two words at least, or Korean. @param {string} text */
function isWords(text) {
  return /[a-z]{2,}[^a-z]+[a-z]{2,}|[가-힣]/i.test(text);
}

/** Code, values and addresses become Xx; marks go. Line breaks stay. @param {string} text */
export function plain(text) {
  return text
    .replace(/`[^`]*`/g, code)
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/:term\[([^\]]*)\](\{[^}]*\})?/g, '$1')
    .replace(/:\w+\[(?:[^[\]]|\[(?:[^[\]]|\[[^[\]]*\])*\])*\](\{[^}]*\})?/g, code)
    .replace(/\{\w*(:[^{}\s]*)?\}/g, code)
    .replace(/https?:\/\/\S+/g, code)
    .replace(/\*\*|(?<!\w)[*_]|[*_](?!\w)/g, '')
    .replace(/^\s*#+ |^\s*(-|\d+\.) /gm, '');
}

/** @param {string} text */
function code(text) {
  return `Xx${text.replace(/[^\n]/g, '')}`;
}

/** @param {string} source @returns {(at: number) => number} the line of a place, from 1 */
function lines(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return (at) => {
    let [low, high] = [0, starts.length];
    while (high - low > 1) {
      const mid = (low + high) >> 1;
      if ((starts[mid] ?? 0) <= at) low = mid;
      else high = mid;
    }
    return low + 1;
  };
}
