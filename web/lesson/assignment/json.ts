/**
 * JSON of any origin. `JSON.parse` reads it, so neither its size, brackets in texts nor their depth matter; where something is wrong, it is
 * read again for the place.
 */
import type { Faults } from '../language/yaml';

type Key = string | number;

/** Faults of a file that are looked up: each costs a reading of it, and three are shown. */
const MOST_FAULTS = 10;

/** A value and its place. */
export class Json {
  private constructor(
    readonly value: unknown,
    private readonly path: readonly Key[],
    private readonly file: { text: string; where: string; faults: Faults },
    /** The key under which there is none. */
    private readonly absent: string | null = null,
  ) {}

  /** `null`: it is no JSON, which `faults` says. */
  static read(text: string, where: string, faults: Faults, remedy: string): Json | null {
    const file = { text, where, faults };
    try {
      return new Json(JSON.parse(text), [], file);
    } catch {
      // A text without a fault was too deep for the parser.
      new Json(null, [], file).faultAt(offsetOf(text, null), 'the file is cut or damaged', remedy);
      return null;
    }
  }

  /** A value that is missing has no other fault. */
  fault(message: string, remedy: string): void {
    const { text, faults } = this.file;
    if (faults.list.length >= MOST_FAULTS) return;
    const said = this.absent === null ? message : `"${this.absent}" is missing`;
    this.faultAt(offsetOf(text, this.path), said, remedy);
  }

  private faultAt(offset: number, message: string, remedy: string): void {
    const { text, where, faults } = this.file;
    const before = text.slice(0, offset).split('\n');
    const name = [where, ...this.path].join(', ');
    faults.add(before.length, (before.at(-1) ?? '').length + 1, name, message, remedy);
  }

  get missing(): boolean {
    return this.value === undefined || this.value === null;
  }

  /** `null`: it is no map. */
  get map(): Readonly<Record<string, unknown>> | null {
    const { value } = this;
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  }

  /** The value under a key of a map. A value that every map has, as `constructor`, is none. */
  at(key: string): Json {
    const { map, path, file } = this;
    if (!map || !Object.hasOwn(map, key)) return new Json(undefined, path, file, key);
    return new Json(map[key], [...path, key], file);
  }

  entries(): [string, Json][] {
    return Object.keys(this.map ?? {}).map((key) => [key, this.at(key)]);
  }

  list(): Json[] {
    const { value, path, file } = this;
    if (Array.isArray(value)) return value.map((item, index) => new Json(item, [...path, index], file));
    this.fault('this must be a list', 'write [ … ]');
    return [];
  }
}

/** Where the value at `path` begins, or where the text is no JSON: behind its end if it is cut. Of a key that is there twice, the first. */
export function offsetOf(text: string, path: readonly Key[] | null): number {
  /** The key or the index of the value that is read, in each open map and list. */
  const open: Key[] = [];
  const scan = new Scan(text);
  for (;;) {
    scan.blanks();
    if (path && open.length === path.length && open.every((key, at) => key === path[at])) return scan.at;
    const begins = scan.taken('{') ? '' : scan.taken('[') ? 0 : null;
    if (begins === null && !scan.scalar()) return scan.at;
    if (begins !== null) {
      open.push(begins);
      if (scan.ends(begins)) open.pop();
      else if (begins === 0) continue;
      else {
        const key = scan.key();
        if (key === null) return scan.at;
        open[open.length - 1] = key;
        continue;
      }
    }
    // Behind a value: the next one, or the end of what holds it.
    for (;;) {
      const key = open.pop();
      scan.blanks();
      if (key === undefined) return scan.at;
      if (scan.ends(key)) continue;
      if (!scan.taken(',')) return scan.at;
      const next = typeof key === 'number' ? key + 1 : scan.key();
      if (next === null) return scan.at;
      open.push(next);
      break;
    }
  }
}

/** Reads on in a text. Where it cannot, `at` is the place. */
class Scan {
  at = 0;
  constructor(private readonly text: string) {}

  blanks(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? '.')) this.at += 1;
  }

  taken(mark: string): boolean {
    const is = this.text[this.at] === mark;
    if (is) this.at += 1;
    return is;
  }

  /** The bracket that closes what has keys of this kind. */
  ends(key: Key): boolean {
    this.blanks();
    return this.taken(typeof key === 'number' ? ']' : '}');
  }

  scalar(): boolean {
    if (this.text[this.at] === '"') return this.string() !== null;
    const word = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
    word.lastIndex = this.at;
    if (!word.test(this.text)) return false;
    this.at = word.lastIndex;
    return true;
  }

  /** A key with its colon. */
  key(): string | null {
    this.blanks();
    const key = this.string();
    this.blanks();
    return key !== null && this.taken(':') ? key : null;
  }

  private string(): string | null {
    const begin = this.at;
    if (!this.taken('"')) return null;
    for (; this.at < this.text.length; this.at += 1) {
      const code = this.text.charCodeAt(this.at);
      if (code < 0x20) return null;
      if (code === BACKSLASH) {
        const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
        escaped.lastIndex = this.at;
        if (!escaped.test(this.text)) return null;
        this.at = escaped.lastIndex - 1;
      } else if (code === QUOTE) {
        this.at += 1;
        return JSON.parse(this.text.slice(begin, this.at));
      }
    }
    return null;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
