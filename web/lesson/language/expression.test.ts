import { expect, test } from 'vitest';
import fc from '../../base/property';
import { difference, evaluate, evaluatePlain, type Scope, type Value } from './evaluate';
import { ExpressionError, parseExpression } from './expression';

const SCOPE: Scope = {
  roots: {
    report: { merges: { full: 3, partial: 1, switch: 0 }, write_amplification: null },
    frame: {
      merge: { kind: 'full' },
      gc: null,
      wear: null,
      tables: { block_map: [4, null, 7], log_blocks: [{ pbn: 9 }] },
    },
  },
  at: (step) => (step === 'earlier' ? { report: { merges: { full: 2 } } } : null),
  steps: ['earlier'],
};

function value(text: string): Value {
  return evaluate(parseExpression(text), SCOPE);
}

function trouble(text: string): ExpressionError {
  try {
    evaluatePlain(parseExpression(text), SCOPE);
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
  throw new Error(`${text} was taken`);
}

test.each<[string, Value]>([
  ['1 + 2 * 3', 7],
  ['(1 + 2) * 3', 9],
  ['7 - 2 - 1', 4],
  ['-2 + 5', 3],
  ['7 % 4 / 2', 1.5],
  ['1 / 3 * 3 == 1', true],
  ['report.merges.full - report.merges.partial', 2],
  ['frame.merge.kind == "full"', true],
  ["frame.merge.kind != 'full'", false],
  ['frame.gc == null and frame.merge != null', true],
  ['not report.merges.full > 3', true],
  ['true or report.nothing', true],
  // (true or true) and false would be false; false and (false or true) as well.
  ['true or true and false', true],
  ['false and false or true', true],
  ['frame.tables.block_map.length', 3],
  ['frame.tables.block_map[report.merges.partial + 1]', 7],
  ['frame.tables.log_blocks[0].pbn', 9],
  ['count(frame.tables.block_map)', 2],
  ['at(earlier).report.merges.full', 2],
  ['at("earlier").report.merges.full', 2],
  ['min(3, 1, 2) + max(4, 5) + floor(1.7) + ceil(1.2) + round(1.5) + abs(-1)', 12],
])('%s is %j', (text, expected) => {
  expect(value(text)).toEqual(expected);
});

test.each([
  ['', 'there is no expression', 'write one', 0],
  ['1 +', 'the expression ends too early', 'a value is', 3],
  ['1 2', '"2" does not continue', 'join', 2],
  ['a = 1', '"=" does not belong here', '==', 2],
  ['a && b', '"&"', '"and"', 2],
  ['1 < 2 < 3', 'two comparisons in a row', '"and"', 6],
  ['(1', 'is not closed', '")"', 2],
  ['"abc', 'does not end', 'close', 0],
  ['flor(1)', 'no function "flor"', 'did you mean "floor"', 0],
  ['floor(1, 2)', 'was given 2 values', 'give it 1', 0],
  ['reprot.merges', 'there is no "reprot"', 'did you mean "report"', 0],
  ['report.merges.ful', 'report.merges has no "ful"', 'did you mean "full"', 14],
  ['report.merges', 'a group of values', 'full', 7],
  ['frame.gc.pbn', 'frame.gc is null here', 'where it is not', 9],
  ['frame.tables.block_map[3]', 'has no element 3', '0 to 2', 22],
  ['frame.tables.block_map[1] + 1', 'is null, not a number', 'number', 22],
  ['report.merges.full and true', 'neither true nor false', 'compare', 14],
  ['frame.merge.kind == 3', 'never be equal', 'one kind', 20],
  ['1 / report.merges.switch', 'is 0 here', 'divide', 2],
  ['at(later).report', '"later" is not an earlier step', 'earlier', 3],
  ['report.constructor', 'has no "constructor"', 'write one of', 7],
  ['report.__proto__', 'has no "__proto__"', 'write one of', 7],
  ['constructor', 'there is no "constructor"', 'write one of', 0],
  ['frame.merge.kind.length', 'is "full"', 'remove', 17],
])('%s is refused with its place and a remedy', (text, message, remedy, offset) => {
  const error = trouble(text);
  expect(error.message).toContain(message);
  expect(error.remedy).toContain(remedy);
  expect(error.offset).toBe(offset);
});

test('too long and too deep are refused, not crashed on', () => {
  expect(() => parseExpression('1 + '.repeat(200))).toThrow(ExpressionError);
  expect(() => parseExpression(`${'('.repeat(150)}1${')'.repeat(150)}`)).toThrow(/nested too deeply/);
  expect(() => parseExpression('-'.repeat(300))).toThrow(/nested too deeply/);
  expect(() => parseExpression(`a${'.a'.repeat(150)}`)).toThrow(/path is too long/);
});

const PIECES = [
  'report',
  '.',
  'merges',
  'full',
  '[',
  ']',
  '(',
  ')',
  '0',
  '3',
  '+',
  '-',
  '*',
  '/',
  '<',
  '==',
  ' ',
];
const WORDS = [
  'and',
  'or',
  'not',
  'at',
  'count',
  'null',
  'true',
  '"x"',
  "'",
  '"',
  ',',
  '\\',
  '{',
  '=',
  'é',
  '\n',
];

test('whatever is written, only a located error is thrown', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 60 }),
    fc.array(fc.constantFrom(...PIECES, ...WORDS), { maxLength: 24 }).map((pieces) => pieces.join('')),
  );
  fc.assert(
    fc.property(text, (written) => {
      try {
        evaluate(parseExpression(written), SCOPE);
      } catch (error) {
        expect(error).toBeInstanceOf(ExpressionError);
        const { offset, message, remedy } = error as ExpressionError;
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThanOrEqual(written.length);
        expect(message).not.toBe('');
        expect(remedy).not.toBe('');
      }
    }),
    { numRuns: 3000 },
  );
});

test('arithmetic agrees with JavaScript', () => {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      fc.nat(20).map(String),
      fc
        .tuple(tie('tree'), fc.constantFrom('+', '-', '*'), tie('tree'))
        .map(([a, op, b]) => (op === '*' ? `(${a}) * (${b})` : `${a} ${op} (${b})`)),
    ),
  }));
  fc.assert(
    fc.property(tree, (text) => {
      fc.pre(text.length <= 400);
      // biome-ignore lint/security/noGlobalEval: the oracle, on text made of numbers, signs and brackets
      expect(value(text)).toBe(globalThis.eval(text));
    }),
  );
});

test('a difference subtracts counters and leaves the rest out', () => {
  const before = { reads: 2, hash: 'a', inner: { total: 1 }, list: [1] };
  const after = { reads: 5, hash: 'b', inner: { total: 1 }, list: [2] };
  expect(difference(before, after)).toEqual({ reads: 3, inner: { total: 0 } });
});
