/**
 * Fresh variants of a question: values are drawn from a seeded generator, filled into a scenario, and the
 * engine computes the answer. The same lesson, step and number give the same variant everywhere.
 *
 *     draw:
 *       k: 1..6              # a whole number, both ends included; the ends may be expressions of earlier draws
 *       lbn: one of 0, 2, 5
 *       order: shuffle 0..7  # all of them, in some order
 *       some: 3 of 0..7      # this many different ones
 *     ops: "w{8 * lbn .. 8 * lbn + k - 1} w{order} w8"
 *
 * A `{…}` behind a letter in `ops` means one request per value.
 */
import { evaluate, evaluateTruth, type Scope, type Value } from './evaluate';
import { ExpressionError, parseExpression } from './expression';
import type { Variants } from './lesson';

/** Longest list a range may give. */
const MAX_VALUES = 256;

/** A 32-bit generator (mulberry32): enough for exercises, and the same in every browser. */
function generator(seed: string): () => number {
  let state = 2166136261;
  for (let i = 0; i < seed.length; i += 1) state = Math.imul(state ^ seed.charCodeAt(i), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Seeds of scenarios, the same for the same text. */
export function seedsOf(text: string, count: number): number[] {
  const random = generator(text);
  return Array.from({ length: count }, () => Math.floor(random() * 2 ** 32));
}

/** Values that cannot be drawn: the line of the lesson is known to the caller. */
export class DrawError extends Error {
  constructor(
    message: string,
    readonly remedy: string,
  ) {
    super(message);
    this.name = 'DrawError';
  }
}

export type Drawn = Record<string, Value>;

/** Draws values for try number `attempt` of a variant, or `null` if its condition does not hold. */
export function draw(variants: Variants, seed: string): Drawn | null {
  const random = generator(seed);
  const drawn: Drawn = {};
  for (const { name, rule } of variants.draw) drawn[name] = drawOne(rule, drawn, random);
  if (variants.where && !evaluateTruth(variants.where.expression, scopeOf(drawn))) return null;
  return drawn;
}

function drawOne(rule: string, drawn: Drawn, random: () => number): Value {
  const some = /^(.+?)\s+of\s+(.+)$/.exec(rule);
  if (some?.[1] === 'one')
    return pick(
      (some[2] ?? '').split(',').map((text) => number(text, drawn)),
      random,
    );
  if (some) {
    const [from, wanted] = [list(some[2] ?? '', drawn), number(some[1] ?? '', drawn)];
    if (wanted > from.length)
      throw new DrawError(`${wanted} of ${from.length} values`, 'draw fewer, or from more');
    return shuffled(from, random).slice(0, wanted);
  }
  const shuffle = /^shuffle\s+(.+)$/.exec(rule);
  if (shuffle) return shuffled(list(shuffle[1] ?? '', drawn), random);
  return pick(list(rule, drawn), random);
}

/** A scenario's changes with the drawn values filled in. */
export function fill(change: Value, drawn: Drawn): Value {
  if (typeof change === 'string') return fillText(change, drawn);
  if (Array.isArray(change)) return change.map((item: Value) => fill(item, drawn));
  if (change === null || typeof change !== 'object') return change;
  return Object.fromEntries(Object.entries(change).map(([key, value]) => [key, fill(value, drawn)]));
}

function fillText(text: string, drawn: Drawn): Value {
  const whole = /^\{([^{}]+)\}$/.exec(text);
  if (whole) return compute(whole[1] ?? '', drawn);
  return text.replace(/([A-Za-z]*)\{([^{}]+)\}(\+\d+)?/g, (_, letter: string, inside: string, tail = '') => {
    const value = inside.includes('..') ? list(inside, drawn) : compute(inside, drawn);
    const values = Array.isArray(value) ? value : [value];
    return values.map((each: Value) => `${letter}${each}${tail}`).join(' ');
  });
}

/** An empty list leaves a gap: the same requests must be the same text. */
function tidy(ops: Value): Value {
  return typeof ops === 'string' ? ops.trim().replace(/\s+/g, ' ') : ops;
}

function list(text: string, drawn: Drawn): number[] {
  const [low, high, ...more] = text.split('..');
  if (low === undefined || high === undefined || more.length > 0) {
    throw new DrawError(
      `"${text}" is not a range`,
      'write two whole numbers with ".." between, for example 0..7',
    );
  }
  const [from, to] = [number(low, drawn), number(high, drawn)];
  if (to - from >= MAX_VALUES) throw new DrawError('the range is too long', `at most ${MAX_VALUES} values`);
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}

function number(text: string, drawn: Drawn): number {
  const value = compute(text, drawn);
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw new DrawError(`"${text.trim()}" is not a whole number`, 'use whole numbers and drawn names');
}

function compute(text: string, drawn: Drawn): Value {
  try {
    return evaluate(parseExpression(text), scopeOf(drawn));
  } catch (error) {
    if (error instanceof ExpressionError) throw new DrawError(`"${text}": ${error.message}`, error.remedy);
    throw error;
  }
}

function scopeOf(drawn: Drawn): Scope {
  return { roots: drawn, at: () => null, steps: [] };
}

function pick(values: readonly number[], random: () => number): number {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new DrawError('nothing to draw from', 'the range is empty: check its ends');
  return value;
}

/** Fisher and Yates. */
function shuffled(values: readonly number[], random: () => number): number[] {
  const list = [...values];
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [list[i], list[j]] = [list[j] as number, list[i] as number];
  }
  return list;
}

/** One scenario laid over another: maps are merged, everything else replaces. `ops` is short for a workload. */
export function overlay(
  base: { [key: string]: Value },
  change: { readonly [key: string]: Value },
): { [key: string]: Value } {
  const result = { ...base };
  for (const [key, value] of Object.entries(change)) {
    if (key === 'ops') result.workload = { kind: 'ops', ops: tidy(value) };
    else result[key] = merged(result[key] ?? null, value);
  }
  return result;
}

function merged(base: Value, change: Value): Value {
  if (!isMap(base) || !isMap(change)) return change;
  // Another kind of thing does not inherit the fields of the old one.
  if (change.kind !== undefined && change.kind !== base.kind) return change;
  const result = { ...base } as { [key: string]: Value };
  for (const [key, value] of Object.entries(change)) result[key] = merged(result[key] ?? null, value);
  return result;
}

export function isMap(value: Value): value is { readonly [key: string]: Value } {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
