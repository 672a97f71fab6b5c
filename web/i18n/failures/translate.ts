/**
 * The engine's English messages, in another language. The engine makes whole sentences, with the values in them: a
 * table of languages in wasm would be larger than the simulator. So the page knows the templates that they are made
 * of, as they are spelt in the sources, and finds in a sentence its template and the values.
 *
 * A value may be a text of the engine's again (`{before}request {request} …`): it is translated too, but not between
 * quotes, where what a person wrote is repeated. A sentence may fit several templates; the reading that leaves the least
 * English is taken.
 */

/** Template → translation. A value is `{name}`, or `{}` by its turn; the translation may say `{2}` for the second `{}`. */
export type Templates = Readonly<Record<string, string>>;

const VALUE = /\{(\w*)\}/;
const ANY = '(.*?)';
/** Would fit half of all sentences, so the values are single words. */
const LOOSE = /^\{\w*\} (is|to|of|at) \{\w*\}( values)?$/;
const CODE = /`[^`]*`|"[^"]*"/g;

/** Translations that are kept: more than a page shows. */
const KEPT = 500;

interface Sentence {
  /** Where two values are beside each other, a word between them may be of either: its values short, and long. */
  patterns: [RegExp, RegExp];
  translation: string;
  /** Names of the values in the order of the pattern's groups, and whether each is between quotes. */
  values: { name: string; verbatim: boolean }[];
  /** Characters that are the template's own. */
  fixed: number;
}

/** Names of the values of a template, in turn; the second `{}` is called 2. */
export function valuesOf(template: string): string[] {
  let turn = 0;
  return [...template.matchAll(new RegExp(VALUE, 'g'))].map(([, name]) => name || String(++turn));
}

/** Words that are neither code nor quoted, nor names such as `log_blocks`, LPN or DFTL. */
export function englishWords(text: string): string[] {
  return text.replace(CODE, ' ').match(/(?<![\w.-])[A-Za-z]?[a-z]{2,}\b(?![_.-]\w)/g) ?? [];
}

/** A text in the other language, and how many English words are left in it. */
interface Reading {
  said: string;
  left: number;
}

/**
 * A function from English to the other language; what it has no template for stays as it is.
 *
 * @param places names that are translated by themselves alone: as a value they may be keys
 */
export function translator(templates: Templates, places: Templates = {}): (text: string) => string {
  const whole = new Map<string, string>();
  const sentences: Sentence[] = [];
  for (const [template, translation] of Object.entries(templates)) {
    if (VALUE.test(template)) sentences.push(sentenceOf(template, translation));
    else whole.set(template, translation);
  }
  // If two readings leave equally much English, the one with more words of the template wins.
  sentences.sort((a, b) => b.fixed - a.fixed);

  // Many readings ask for each part of a list of values.
  const known = new Map<string, Reading>();
  // The page's text is asked for again whenever it is drawn: faults of a lesson at every key in the editor.
  const said = new Map<string, string>();

  function read(text: string): Reading {
    const reading = known.get(text) ?? readings(text);
    known.set(text, reading);
    return reading;
  }

  function readings(text: string): Reading {
    const same = whole.get(text);
    if (same !== undefined) return { said: same, left: 0 };
    let best = { said: text, left: englishWords(text).length };
    for (const sentence of sentences) {
      if (best.left === 0) break;
      for (const pattern of sentence.patterns) {
        const found = pattern.exec(text);
        if (!found) break;
        const reading = filled(sentence, found);
        if (reading.left < best.left) best = reading;
      }
    }
    return best;
  }

  function filled({ values, translation }: Sentence, found: RegExpExecArray): Reading {
    let left = 0;
    const given = new Map<string, string>();
    for (const [at, { name, verbatim }] of values.entries()) {
      const value = found[at + 1] ?? '';
      const reading = verbatim ? { said: value, left: 0 } : read(value);
      given.set(name, reading.said);
      left += reading.left;
    }
    let turn = 0;
    const put = (_: string, name: string) => given.get(name || String(++turn)) ?? '';
    return { said: translation.replace(new RegExp(VALUE, 'g'), put), left };
  }

  // Each line of a longer text is a text: a message and its remedy. The check of a lesson takes the period off what
  // the engine says.
  function line(text: string): string {
    const place = places[text];
    if (place !== undefined) return place;
    const bare = read(text);
    const whole = text.endsWith('.') ? bare : read(`${text}.`);
    return whole.left < bare.left ? whole.said.replace(/\.$/, '') : bare.said;
  }

  return (text) => {
    const before = said.get(text);
    if (before !== undefined) return before;
    known.clear();
    const translation = text.split('\n').map(line).join('\n');
    const [oldest] = said.keys();
    if (oldest !== undefined && said.size >= KEPT) said.delete(oldest);
    said.set(text, translation);
    return translation;
  };
}

function sentenceOf(template: string, translation: string): Sentence {
  const names = valuesOf(template);
  const parts = template.split(new RegExp(VALUE.source.replace('(', '(?:')));
  const values: Sentence['values'] = [];
  let pattern = escaped(parts[0] ?? '');
  names.forEach((name, at) => {
    const after = parts[at + 1] ?? '';
    const known = values.findIndex((value) => value.name === name);
    if (known >= 0) {
      pattern += `\\${known + 1}`;
    } else {
      values.push({ name, verbatim: quoted(parts.slice(0, at + 1).join('')) });
      pattern += LOOSE.test(template) ? '(\\S+)' : ANY;
    }
    pattern += escaped(after);
  });
  const fixed = parts.join('').length;
  const patterns: Sentence['patterns'] = [
    new RegExp(`^${pattern}$`, 's'),
    new RegExp(`^${pattern.replaceAll(ANY, '(.*)')}$`, 's'),
  ];
  return { patterns, translation, values, fixed };
}

/** Whether what follows is between backticks or quotes. */
function quoted(before: string): boolean {
  return ['`', '"'].some((quote) => before.split(quote).length % 2 === 0);
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
