/**
 * Evaluating an expression: the values come from the engine, through a `Scope` of JSON-like roots. Only own
 * properties are seen, so no expression reaches a prototype or a method.
 */
import { type Binary, type Expression, ExpressionError } from './expression';
import { suggest } from './fault';

/** The possible results of an expression. Objects and lists may be passed through, but only plain values are shown. */
export type Value = number | string | boolean | null | readonly Value[] | { readonly [key: string]: Value };
export type Plain = number | string | boolean | null;

export interface Scope {
  /** `report`, `frame`, `delta`, `scenario`, … */
  roots: { readonly [name: string]: Value };
  /** The result of `at("step")`; `null` when there is no such earlier step. */
  at(step: string): Value | null;
  /** The steps `at` knows, for "did you mean". */
  steps: readonly string[];
}

/** The value. Throws {@link ExpressionError} and nothing else. */
export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'name':
      return root(expression.name, expression.at, scope);
    case 'member':
      return member(evaluate(expression.of, scope), expression.name, expression, scope);
    case 'index':
      return element(evaluate(expression.of, scope), evaluate(expression.index, scope), expression);
    case 'call':
      return call(expression.name, expression.args, expression.at, scope);
    case 'unary':
      if (expression.op === 'not') return !truth(evaluate(expression.of, scope), expression.of);
      return -number(evaluate(expression.of, scope), expression.of);
    case 'binary':
      return binary(expression.op, expression.left, expression.right, expression.at, scope);
  }
}

/** A plain value: what can be shown, compared and answered. */
export function evaluatePlain(expression: Expression, scope: Scope): Plain {
  const value = evaluate(expression, scope);
  if (value === null || typeof value !== 'object') return value;
  throw new ExpressionError(
    'this names a group of values, not one',
    suggest('', Array.isArray(value) ? ['length', '[0]'] : Object.keys(value)),
    expression.at,
  );
}

/** True or false. */
export function evaluateTruth(expression: Expression, scope: Scope): boolean {
  return truth(evaluate(expression, scope), expression);
}

function root(name: string, at: number, scope: Scope): Value {
  const value = own(scope.roots, name);
  if (value !== undefined) return value;
  throw new ExpressionError(`there is no "${name}" here`, suggest(name, Object.keys(scope.roots)), at);
}

function own(of: object, name: string): Value | undefined {
  return Object.hasOwn(of, name) ? (of as Record<string, Value>)[name] : undefined;
}

function member(of: Value, name: string, expression: Expression & { kind: 'member' }, scope: Scope): Value {
  const path = pathOf(expression.of);
  if (of === null) {
    throw new ExpressionError(`${path} is null here`, 'name a position where it is not', expression.at);
  }
  if (Array.isArray(of)) {
    if (name === 'length') return of.length;
    throw new ExpressionError(`${path} is a list`, 'write .length or [number]', expression.at);
  }
  if (typeof of !== 'object') {
    throw new ExpressionError(`${path} is ${shown(of)}`, `remove ".${name}"`, expression.at);
  }
  const value = own(of, name);
  if (value !== undefined) return value;
  // `flash.total` is a slip for `flash.reads.total`: say what there is.
  const inside = Object.keys(of).length > 0 ? Object.keys(of) : scope.steps;
  throw new ExpressionError(`${path} has no "${name}"`, suggest(name, inside), expression.at);
}

function element(of: Value, index: Value, expression: Expression & { kind: 'index' }): Value {
  const path = pathOf(expression.of);
  if (!Array.isArray(of)) throw new ExpressionError(`${path} is not a list`, 'use .name', expression.at);
  const found = typeof index === 'number' && Number.isInteger(index) ? of[index] : undefined;
  if (found !== undefined) return found;
  const length = of.length;
  throw new ExpressionError(
    `${path} has no element ${shown(index)}`,
    length === 0 ? 'it is empty here' : `its elements are 0 to ${length - 1}`,
    expression.at,
  );
}

function call(name: string, args: Expression[], at: number, scope: Scope): Value {
  const [first] = args;
  if (!first) throw new ExpressionError(`${name} needs a value`, 'give it one', at);
  if (name === 'at') {
    const step = first.kind === 'name' ? first.name : evaluate(first, scope);
    const found = typeof step === 'string' ? scope.at(step) : null;
    if (found !== null) return found;
    throw new ExpressionError(
      `${shown(step)} is not an earlier step that runs`,
      suggest(String(step), scope.steps),
      first.at,
    );
  }
  if (name === 'count') {
    const list = evaluate(first, scope);
    if (!Array.isArray(list)) throw new ExpressionError(`${pathOf(first)} is not a list`, 'count a list', at);
    return list.filter((item) => item !== null && item !== false).length;
  }
  const numbers = args.map((arg) => number(evaluate(arg, scope), arg));
  switch (name) {
    case 'abs':
      return Math.abs(numbers[0] ?? 0);
    case 'floor':
      return Math.floor(numbers[0] ?? 0);
    case 'ceil':
      return Math.ceil(numbers[0] ?? 0);
    case 'round':
      return Math.round(numbers[0] ?? 0);
    case 'min':
      return Math.min(...numbers);
    default:
      return Math.max(...numbers);
  }
}

function binary(op: Binary, left: Expression, right: Expression, at: number, scope: Scope): Value {
  if (op === 'and') return truth(evaluate(left, scope), left) && truth(evaluate(right, scope), right);
  if (op === 'or') return truth(evaluate(left, scope), left) || truth(evaluate(right, scope), right);
  const [a, b] = [evaluate(left, scope), evaluate(right, scope)];
  if (op === '==' || op === '!=') return (op === '==') === same(a, b, left, right);
  const [x, y] = [number(a, left), number(b, right)];
  switch (op) {
    case '+':
      return x + y;
    case '-':
      return x - y;
    case '*':
      return x * y;
    case '/':
    case '%':
      if (y === 0) throw new ExpressionError(`${pathOf(right)} is 0 here`, 'divide by something else', at);
      return op === '/' ? x / y : x % y;
    case '<':
      return x < y;
    case '<=':
      return x <= y;
    case '>':
      return x > y;
    case '>=':
      return x >= y;
  }
}

/** Numbers are equal within rounding: 1 / 3 * 3 is 1. */
export function equal(a: Plain, b: Plain): boolean {
  if (typeof a !== 'number' || typeof b !== 'number') return a === b;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return a === b;
  return Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
}

function same(a: Value, b: Value, left: Expression, right: Expression): boolean {
  if (a === null || b === null) return a === b;
  for (const [value, side] of [[a, left] as const, [b, right] as const]) {
    if (typeof value === 'object') {
      throw new ExpressionError(`${pathOf(side)} is a group of values`, 'compare one of them', side.at);
    }
  }
  // A number never equals a text: such a comparison would be true or false for good, and is a slip.
  if (typeof a !== typeof b) {
    throw new ExpressionError(
      `${shown(a)} and ${shown(b)} can never be equal`,
      'compare values of one kind',
      right.at,
    );
  }
  return equal(a as Plain, b as Plain);
}

function truth(value: Value, expression: Expression): boolean {
  if (typeof value === 'boolean') return value;
  throw new ExpressionError(`${shown(value)} is neither true nor false`, 'compare it', expression.at);
}

function number(value: Value, expression: Expression): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new ExpressionError(
    `${pathOf(expression)} is ${shown(value)}, not a number`,
    'use a number',
    expression.at,
  );
}

function shown(value: Value): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  return Array.isArray(value) ? 'a list' : 'a group of values';
}

/** The expression as written, as far as it is a path. */
function pathOf(expression: Expression): string {
  switch (expression.kind) {
    case 'name':
      return expression.name;
    case 'member':
      return `${pathOf(expression.of)}.${expression.name}`;
    case 'index':
      return `${pathOf(expression.of)}[…]`;
    case 'call':
      return `${expression.name}(…)`;
    case 'literal':
      return JSON.stringify(expression.value);
    default:
      return 'this';
  }
}

/** The change between two groups of counters: numbers are subtracted, the rest is left out. */
export function difference(before: Value, after: Value): Value {
  if (typeof before === 'number' && typeof after === 'number') return after - before;
  if (before === null || after === null || typeof before !== 'object' || typeof after !== 'object')
    return null;
  if (Array.isArray(before) || Array.isArray(after)) return null;
  const [old, now] = [before as Record<string, Value>, after as Record<string, Value>];
  const result: Record<string, Value> = {};
  for (const key of Object.keys(now)) {
    const changed = difference(old[key] ?? null, now[key] ?? null);
    if (changed !== null) result[key] = changed;
  }
  return result;
}
