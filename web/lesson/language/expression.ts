/**
 * The expressions a lesson may write: enough to name what the engine computed and to compare it, and nothing
 * that could run away. No loops, no assignments, no access to anything but the values given.
 *
 *     expr    := or ;  or := and ("or" and)* ;  and := not ("and" not)* ;  not := "not" not | compare
 *     compare := sum (("==" | "!=" | "<" | "<=" | ">" | ">=") sum)?
 *     sum     := product (("+" | "-") product)* ;  product := unary (("*" | "/" | "%") unary)*
 *     unary   := "-" unary | path
 *     path    := atom ("." name | "[" expr "]")*
 *     atom    := number | "text" | 'text' | true | false | null | name | name "(" expr,* ")" | "(" expr ")"
 *
 * A Pratt parser: one binding power per operator (`POWERS`).
 */
import { suggest } from './fault';

/** Longest expression, in characters. */
const MAX_LENGTH = 400;
/** Deepest nesting; also bounds the evaluator's recursion. */
const MAX_DEPTH = 40;

/** The error in an expression, `offset` characters from its start. */
export class ExpressionError extends Error {
  constructor(
    message: string,
    readonly remedy: string,
    readonly offset: number,
  ) {
    super(message);
    this.name = 'ExpressionError';
  }
}

export type Binary = 'or' | 'and' | '==' | '!=' | '<' | '<=' | '>' | '>=' | '+' | '-' | '*' | '/' | '%';

export type Expression = { at: number } & (
  | { kind: 'literal'; value: number | string | boolean | null }
  | { kind: 'name'; name: string }
  | { kind: 'member'; of: Expression; name: string }
  | { kind: 'index'; of: Expression; index: Expression }
  | { kind: 'call'; name: string; args: Expression[] }
  | { kind: 'unary'; op: '-' | 'not'; of: Expression }
  | { kind: 'binary'; op: Binary; left: Expression; right: Expression }
);

/** Functions and how many arguments they take. */
const FUNCTIONS: Record<string, readonly [least: number, most: number]> = {
  at: [1, 1],
  abs: [1, 1],
  floor: [1, 1],
  ceil: [1, 1],
  round: [1, 1],
  min: [1, 8],
  max: [1, 8],
  count: [1, 1],
};

const POWERS: Record<Binary, number> = {
  or: 1,
  and: 2,
  '==': 4,
  '!=': 4,
  '<': 4,
  '<=': 4,
  '>': 4,
  '>=': 4,
  '+': 5,
  '-': 5,
  '*': 6,
  '/': 6,
  '%': 6,
};
const COMPARE = 4;
const NOT = 3;
const NEGATE = 7;

type Token = { at: number } & (
  | { kind: 'number'; value: number }
  | { kind: 'text'; value: string }
  | { kind: 'name'; value: string }
  | { kind: 'sign'; value: string }
  | { kind: 'end' }
);

const TOKEN =
  /\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_][A-Za-z0-9_]*)|"([^"\n]*)"|'([^'\n]*)'|(==|!=|<=|>=|[-+*/%<>()[\].,]))/y;

function tokens(text: string): Token[] {
  const found: Token[] = [];
  TOKEN.lastIndex = 0;
  let end = text.length;
  while (end > 0 && /\s/.test(text[end - 1] ?? '')) end -= 1;
  while (TOKEN.lastIndex < end) {
    const from = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) {
      const at = from + (text.slice(from).match(/^\s*/)?.[0].length ?? 0);
      throw signError(text, at);
    }
    const [whole, number, name, double, single, sign] = match;
    const quoted = double ?? single;
    const written = number ?? name ?? sign ?? `"${quoted}"`;
    const at = from + whole.length - written.length;
    if (number !== undefined) found.push({ kind: 'number', value: Number(number), at });
    else if (name !== undefined) found.push({ kind: 'name', value: name, at });
    else if (quoted !== undefined) found.push({ kind: 'text', value: quoted, at });
    else found.push({ kind: 'sign', value: sign ?? '', at });
  }
  found.push({ kind: 'end', at: end });
  return found;
}

function signError(text: string, at: number): ExpressionError {
  const sign = text[at] ?? '';
  const known: Record<string, string> = {
    '=': 'write "==" to compare',
    '&': 'write "and"',
    '|': 'write "or"',
    '!': 'write "not"',
  };
  if (sign === '"' || sign === "'")
    return new ExpressionError('a text that does not end', 'close the quote', at);
  return new ExpressionError(`"${sign}" does not belong here`, known[sign] ?? 'remove it', at);
}

/** Parses an expression. Throws {@link ExpressionError} and nothing else. */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_LENGTH) {
    throw new ExpressionError('the expression is too long', `at most ${MAX_LENGTH} characters`, MAX_LENGTH);
  }
  return new Parser(tokens(text)).whole();
}

class Parser {
  private next = 0;
  private depth = 0;
  constructor(private readonly tokens: Token[]) {}

  whole(): Expression {
    if (this.peek().kind === 'end') {
      throw new ExpressionError('there is no expression', 'write one, for example report.merges.full', 0);
    }
    const expression = this.expression(0);
    const rest = this.peek();
    if (rest.kind !== 'end') {
      throw new ExpressionError(
        `${shown(rest)} does not continue the expression`,
        'join the parts with an operator',
        rest.at,
      );
    }
    return expression;
  }

  private peek(): Token {
    return this.tokens[this.next] ?? { kind: 'end', at: 0 };
  }

  private take(): Token {
    const token = this.peek();
    this.next += 1;
    return token;
  }

  private isSign(value: string): boolean {
    const token = this.peek();
    return token.kind === 'sign' && token.value === value;
  }

  private expect(value: string, opened: Token): void {
    const token = this.take();
    if (token.kind === 'sign' && token.value === value) return;
    throw new ExpressionError(`${shown(opened)} is not closed`, `write "${value}"`, token.at);
  }

  /** The operators that bind more tightly than `power`. */
  private expression(power: number): Expression {
    this.depth += 1;
    if (this.depth > MAX_DEPTH) {
      throw new ExpressionError('the expression is nested too deeply', 'simplify it', this.peek().at);
    }
    let left = this.prefix();
    let compared = false;
    for (let op = this.operator(); op && POWERS[op] > power; op = this.operator()) {
      const token = this.take();
      if (POWERS[op] === COMPARE && compared) {
        throw new ExpressionError('two comparisons in a row', 'join them with "and"', token.at);
      }
      compared = POWERS[op] === COMPARE;
      left = { kind: 'binary', op, left, right: this.expression(POWERS[op]), at: token.at };
    }
    this.depth -= 1;
    return left;
  }

  private operator(): Binary | null {
    const token = this.peek();
    if (token.kind !== 'sign' && token.kind !== 'name') return null;
    return Object.hasOwn(POWERS, token.value) ? (token.value as Binary) : null;
  }

  private prefix(): Expression {
    const token = this.peek();
    if (token.kind === 'name' && token.value === 'not') {
      this.take();
      return { kind: 'unary', op: 'not', of: this.expression(NOT), at: token.at };
    }
    if (this.isSign('-')) {
      this.take();
      return { kind: 'unary', op: '-', of: this.expression(NEGATE), at: token.at };
    }
    return this.path();
  }

  private path(): Expression {
    let left = this.atom();
    // A path costs depth too: its evaluation recurses.
    for (let steps = 0; ; steps += 1) {
      const sign = this.peek();
      if (steps > MAX_DEPTH) throw new ExpressionError('the path is too long', 'shorten it', sign.at);
      if (this.isSign('.')) {
        this.take();
        const name = this.take();
        if (name.kind !== 'name') {
          throw new ExpressionError('a name is missing after "."', 'for example report.merges', name.at);
        }
        left = { kind: 'member', of: left, name: name.value, at: name.at };
      } else if (this.isSign('[')) {
        this.take();
        const index = this.expression(0);
        this.expect(']', sign);
        left = { kind: 'index', of: left, index, at: sign.at };
      } else {
        return left;
      }
    }
  }

  private atom(): Expression {
    const token = this.take();
    if (token.kind === 'number') return { kind: 'literal', value: token.value, at: token.at };
    if (token.kind === 'text') return { kind: 'literal', value: token.value, at: token.at };
    if (token.kind === 'name') return this.named(token.value, token);
    if (token.kind === 'sign' && token.value === '(') {
      const inner = this.expression(0);
      this.expect(')', token);
      return inner;
    }
    throw new ExpressionError(
      token.kind === 'end' ? 'the expression ends too early' : `${shown(token)} does not begin a value`,
      'a value is a number, a "text" or a path such as report.merges.full',
      token.at,
    );
  }

  private named(name: string, token: Token): Expression {
    const at = token.at;
    if (name === 'true' || name === 'false') return { kind: 'literal', value: name === 'true', at };
    if (name === 'null') return { kind: 'literal', value: null, at };
    if (Object.hasOwn(POWERS, name)) {
      throw new ExpressionError(`"${name}" needs a value before it`, 'write what it joins', at);
    }
    if (!this.isSign('(')) return { kind: 'name', name, at };
    const takes = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
    if (!takes) {
      throw new ExpressionError(`there is no function "${name}"`, suggest(name, Object.keys(FUNCTIONS)), at);
    }
    const opened = this.take();
    const args: Expression[] = [];
    while (!this.isSign(')')) {
      args.push(this.expression(0));
      if (!this.isSign(',')) break;
      this.take();
    }
    this.expect(')', opened);
    if (args.length < takes[0] || args.length > takes[1]) {
      const wanted = takes[0] === takes[1] ? `${takes[0]}` : `${takes[0]} to ${takes[1]}`;
      throw new ExpressionError(`${name} was given ${args.length} values`, `give it ${wanted}`, at);
    }
    return { kind: 'call', name, args, at };
  }
}

function shown(token: Token): string {
  return token.kind === 'end' ? 'the end' : `"${token.value}"`;
}
