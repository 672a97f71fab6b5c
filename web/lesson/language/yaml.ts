/**
 * Reading YAML by hand, with places: every value knows its line, and an unknown key is a fault with the key that was
 * meant. Reading goes on after a fault, so that a writer sees them all at once.
 */
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Value } from './evaluate';
import { type Fault, suggest } from './fault';

/** Aliases that may be resolved in one block: enough to share a device, too few for an alias bomb. */
const MAX_ALIASES = 40;
/** Brackets inside brackets: far more than a lesson needs, far fewer than would exhaust the parser's stack. */
const MAX_DEPTH = 40;

/** Collects faults. `where` is the part of the lesson that is being read. */
export class Faults {
  readonly list: Fault[] = [];
  add(line: number, column: number, where: string, message: string, remedy: string): void {
    this.list.push({ line, column, where, message, remedy });
  }
}

/** A value of a YAML block and where it is. */
export class Field {
  constructor(
    private readonly node: Node | null,
    private readonly block: Block,
    readonly where: string,
    /** Used when the value is missing: the place of what holds it. */
    private readonly fallback: number,
  ) {}

  get line(): number {
    return this.place().line;
  }
  get column(): number {
    return this.place().column;
  }
  private place() {
    return this.block.place(this.node?.range?.[0] ?? this.fallback);
  }

  fault(message: string, remedy: string): void {
    this.block.faults.add(this.line, this.column, this.where, message, remedy);
  }

  get missing(): boolean {
    return (
      this.node === null || (isScalar(this.node) && (this.node.value === null || this.node.value === ''))
    );
  }
  get isMap(): boolean {
    return isMap(this.node);
  }
  get isList(): boolean {
    return isSeq(this.node);
  }

  /** The values of a map under the keys that may be there. Others are faults. */
  map<K extends string>(known: readonly K[], required: readonly K[] = []): Record<K, Field> {
    const fields = {} as Record<K, Field>;
    const found = new Map<string, Node | null>();
    if (isMap(this.node)) {
      for (const pair of this.node.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : '';
        if ((known as readonly string[]).includes(key)) {
          found.set(key, this.block.resolved(pair.value as Node | null));
        } else {
          const { line, column } = this.block.place((pair.key as Node).range?.[0] ?? this.fallback);
          this.block.faults.add(line, column, this.where, `unknown key "${key}"`, suggest(key, known));
        }
      }
    } else if (!this.missing) {
      this.fault('this must be a map of keys and values', `its keys are ${known.join(', ')}`);
    }
    const from = this.node?.range?.[0] ?? this.fallback;
    for (const key of known) {
      fields[key] = new Field(found.get(key) ?? null, this.block, `${this.where}, ${key}`, from);
      // In a block that is not YAML everything is missing, which has its own error already.
      if (this.block.broken || !required.includes(key) || !fields[key].missing) continue;
      if (isMap(this.node) || this.missing) {
        this.fault(`"${key}" is missing`, `add "${key}: …"`);
      }
    }
    return fields;
  }

  /** All keys of a map, whatever they are called. */
  entries(): [string, Field][] {
    if (!isMap(this.node)) {
      if (!this.missing) this.fault('this must be a map of keys and values', 'write "name: value" lines');
      return [];
    }
    return this.node.items.map((pair) => {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      const value = this.block.resolved(pair.value as Node | null);
      return [key, new Field(value, this.block, `${this.where}, ${key}`, this.fallback)];
    });
  }

  /** The items of a list; a single value means a list of one. */
  list(): Field[] {
    if (this.missing) return [];
    if (!isSeq(this.node)) return [this];
    return this.node.items.map((item, index) => {
      const node = this.block.resolved(item as Node | null);
      return new Field(node, this.block, `${this.where} ${index + 1}`, this.fallback);
    });
  }

  /** A text; numbers and truth values count as the text they were written as. */
  text(): string {
    if (this.missing) return '';
    if (isScalar(this.node)) return String(this.node.source ?? this.node.value);
    this.fault('this must be a text', 'write it on one line, in quotes if it holds ": " or "#"');
    return '';
  }

  /** The value as JSON. Too many aliases are a fault. */
  json(): Value {
    return this.block.json(this.node, this);
  }
}

/** One YAML block of a lesson. */
class Block {
  private readonly counter = new LineCounter();
  private readonly document;
  private aliases = 0;
  private readonly deep: boolean;

  constructor(
    text: string,
    /** Line of the file on which the block's first line is, from 1. */
    private readonly firstLine: number,
    where: string,
    readonly faults: Faults,
  ) {
    const deep = tooDeep(text);
    this.deep = deep !== null;
    if (deep !== null) {
      const { line, column } = placeIn(text, deep);
      faults.add(
        firstLine + line - 1,
        column,
        where,
        'brackets are nested too deeply',
        'write a flatter value',
      );
    }
    this.document = parseDocument(deep === null ? text : '', {
      lineCounter: this.counter,
      prettyErrors: false,
      uniqueKeys: true,
    });
    // Only the first: what follows a slip in YAML is mostly its echo.
    for (const error of [...this.document.errors, ...this.document.warnings].slice(0, 1)) {
      const { line, column } = this.place(error.pos[0]);
      const message = `this is not YAML: ${error.message.replace(/\s+/g, ' ')}`;
      const remedy =
        // A scenario's JSON, say, whose last line begins where its name does.
        /sufficiently/.test(error.message)
          ? 'close the bracket, and indent its lines further than the name before it'
          : 'correct the block; texts with ": " or "#" need quotes';
      faults.add(line, column, where, message, remedy);
    }
  }

  /** Whether the block could not be read at all. */
  get broken(): boolean {
    return this.deep || this.document.errors.length > 0;
  }

  get root(): Node | null {
    return this.broken ? null : this.resolved(this.document.contents as Node | null);
  }

  place(offset: number): { line: number; column: number } {
    const { line, col } = this.counter.linePos(offset);
    return { line: this.firstLine + Math.max(line, 1) - 1, column: Math.max(col, 1) };
  }

  /** The value of an alias. */
  resolved(node: Node | null): Node | null {
    if (!isAlias(node)) return node;
    this.aliases += 1;
    if (this.aliases <= MAX_ALIASES) {
      const value = node.resolve(this.document) as Node | undefined;
      if (!value) this.fault(node, `there is no "&${node.source}" for this alias`, 'write the value out');
      return value ?? null;
    }
    if (this.aliases === MAX_ALIASES + 1)
      this.fault(node, 'too many YAML aliases', `at most ${MAX_ALIASES} in a block`);
    return null;
  }

  json(node: Node | null, field: Field): Value {
    if (node === null) return null;
    try {
      return node.toJS(this.document, { maxAliasCount: MAX_ALIASES }) as Value;
    } catch (error) {
      if (!(error instanceof ReferenceError)) throw error;
      field.fault('too many YAML aliases', `at most ${MAX_ALIASES} in a block; write the values out`);
      return null;
    }
  }

  private fault(node: Node, message: string, remedy: string): void {
    const { line, column } = this.place(node.range?.[0] ?? 0);
    this.faults.add(line, column, 'YAML', message, remedy);
  }
}

/** Where brackets get nested more deeply than is read, if they do. Brackets in texts count too: no matter. */
function tooDeep(text: string): number | null {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if ('[{'.includes(text.charAt(at))) depth += 1;
    if (']}'.includes(text.charAt(at))) depth -= 1;
    if (depth > MAX_DEPTH) return at;
  }
  return null;
}

function placeIn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Parses a block. Its errors go to `faults`; the field is then empty. */
export function readYaml(text: string, firstLine: number, where: string, faults: Faults): Field {
  const block = new Block(text, firstLine, where, faults);
  return new Field(block.root, block, where, 0);
}
