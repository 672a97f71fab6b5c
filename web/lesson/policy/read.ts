/** Reading the block `policy` of a step: code to write, and how it is judged. */
import { suggest } from '../language/fault';
import type { LessonScenario, PolicyTask } from '../language/lesson';
import { expressionOf, gradeOf, inlineOf } from '../language/prose';
import type { Faults, Field } from '../language/yaml';

const POLICY = ['ask', 'start', 'hidden', 'state', 'points', 'grade', 'solution', 'wrong'] as const;
/** Characters of code at most: every answer of an assignment is kept. */
export const MOST_POLICY = 16_000;
/** Hidden runs at most: each is waited for. */
const MOST_HIDDEN = 8;
/** Bytes of state that can be asked for at all. */
const MOST_STATE = 64 << 20;

interface Context {
  faults: Faults;
  sources: readonly string[];
  scenarios: ReadonlyMap<string, LessonScenario>;
}

export function readPolicy(field: Field, { faults, sources, scenarios }: Context): PolicyTask {
  const fields = field.map(POLICY, ['ask', 'start', 'grade', 'solution', 'wrong']);
  const hidden = fields.hidden.list().map((item) => readHidden(item, scenarios));
  const runs = hidden.reduce((sum, { draws }) => sum + Math.max(1, draws), 0);
  if (runs > MOST_HIDDEN) fields.hidden.fault(`${runs} hidden runs`, `at most ${MOST_HIDDEN}`);
  return {
    ask: inlineOf(fields.ask, faults, sources),
    start: codeOf(fields.start).text,
    hidden,
    state: fields.state.missing ? null : wholeOf(fields.state, 0, MOST_STATE),
    points: fields.points.list().map((item) => {
      const { name, value, most } = item.map(['name', 'value', 'most'] as const, ['name', 'value', 'most']);
      return {
        name: inlineOf(name, faults, sources),
        value: expressionOf(value, faults),
        most: most.missing ? 0 : wholeOf(most, 1, 1000),
      };
    }),
    grade: gradeOf(fields.grade, faults, sources),
    solution: codeOf(fields.solution),
    wrong: fields.wrong.list().map(codeOf),
    line: field.line,
    column: field.column,
  };
}

/** The name of a scenario, or `{ on: name, draws: 3 }`. */
function readHidden(
  item: Field,
  scenarios: ReadonlyMap<string, LessonScenario>,
): { on: string; draws: number } {
  const { on, draws } = item.isMap
    ? item.map(['on', 'draws'] as const, ['on', 'draws'])
    : { on: item, draws: null };
  const name = on.text();
  if (!scenarios.has(name)) on.fault(`there is no scenario "${name}"`, suggest(name, [...scenarios.keys()]));
  return { on: name, draws: draws === null ? 0 : wholeOf(draws, 1, MOST_HIDDEN) };
}

function codeOf(field: Field): PolicyTask['solution'] {
  const text = field.text();
  if (text.length > MOST_POLICY) field.fault(`${text.length} characters of code`, `at most ${MOST_POLICY}`);
  // A block of YAML begins on the line after its mark.
  return { text, line: field.line, column: field.column };
}

function wholeOf(field: Field, least: number, most: number): number {
  const value = field.json();
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value;
  field.fault(`"${field.text()}" is not a whole number`, `write one from ${least} to ${most}`);
  return least;
}
