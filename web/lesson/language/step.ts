/** Reading one step of a lesson: its YAML block, its prose, what is revealed, the speaker's notes. */
import type { BlockContent, DefinitionContent, Heading, RootContent } from 'mdast';
import { readDesign } from '../design/design';
import { parseRun } from '../play/run';
import { readPolicy } from '../policy/read';
import { readChallenge } from './challenge';
import { readChart } from './chart';
import type { Value } from './evaluate';
import { suggest } from './fault';
import {
  asks,
  beforehand,
  type Choice,
  type LessonScenario,
  type Located,
  type Look,
  MAX_ONCE,
  MAX_WORDS,
  type Predict,
  type Prose,
  REGIONS,
  type Run,
  type Step,
  type Task,
  type Variants,
} from './lesson';
import { expressionOf, flat, gradeOf, inlineOf, locate, type ProseReader, words } from './prose';
import { isMap } from './variants';
import { type Faults, type Field, readYaml } from './yaml';

export interface StepContext {
  faults: Faults;
  sources: readonly string[];
  scenarios: ReadonlyMap<string, LessonScenario>;
  /** The steps before this one. */
  steps: readonly Step[];
}

interface Section {
  line: number;
  where: string;
  heading: Heading;
  nodes: readonly RootContent[];
  reader: ProseReader;
}

const STEP = [
  'id',
  'more',
  'on',
  'from',
  'run',
  'look',
  'must',
  'becomes',
  'predict',
  'task',
  'policy',
  'befl',
  'design',
  'chart',
  'compare',
  'source',
] as const;
const PREDICT = [
  'ask',
  'again',
  'answer',
  'choices',
  'mistakes',
  'hint',
  'unit',
  'variants',
  'once',
] as const;
const CHOICE = ['value', 'text', 'hint', 'counted', 'missed'] as const;
const TASK = ['ask', 'grade', 'solutions', 'wrong'] as const;
const SELECT = ['page', 'block', 'lpn', 'lbn'] as const;

export function readStep({ line, where, heading, nodes, reader }: Section, context: StepContext): Step {
  const blocks = nodes.filter((node) => node.type === 'code' && node.lang === 'yaml');
  const [first, second] = blocks;
  if (second) {
    context.faults.add(
      second.position?.start.line ?? line,
      1,
      where,
      'a second yaml block',
      'join it with the first',
    );
  }
  const yaml = first?.type === 'code' ? first.value : '';
  const field = readYaml(yaml, (first?.position?.start.line ?? line) + 1, where, context.faults);
  const fields = field.map(STEP);

  const on = readScenario(fields.on, context) ?? context.steps.at(-1)?.on ?? null;
  const step: Step = {
    id: readId(fields.id, context),
    title: reader.inlines(heading.children, false),
    line,
    more: readMore(fields.more),
    on,
    from: fields.from.missing ? null : readRuns(fields.from),
    run: readRuns(fields.run),
    look: fields.look.list().map((look) => readLook(look, context)),
    must: readLocated(fields.must, context),
    becomes: readLocated(fields.becomes, context),
    prose: prose(nodes, reader),
    reveal: directive(nodes, 'reveal', reader),
    notes: directive(nodes, 'notes', reader),
    predict: fields.predict.missing ? null : readPredict(fields.predict, context),
    task: fields.task.missing ? null : readTask(fields.task, context),
    policy: fields.policy.missing ? null : readPolicy(fields.policy, context),
    challenge: fields.befl.missing ? null : readChallenge(fields.befl, context),
    design: fields.design.missing ? null : readDesign(fields.design, on, context),
    chart: fields.chart.missing ? null : readChart(fields.chart, context.scenarios, context.faults),
    compare: readScenario(fields.compare, context),
    source: readSource(fields.source, context),
  };
  checkShape(step, where, context);
  return step;
}

/** The checks that need no engine. */
function checkShape(step: Step, where: string, { faults }: StepContext): void {
  const fault = (message: string, remedy: string) => faults.add(step.line, 1, where, message, remedy);
  for (const [part, count] of [
    ['prose', words(step.prose)],
    ['reveal', words(step.reveal)],
  ] as const) {
    if (count > MAX_WORDS) fault(`its ${part} has ${count} words`, `at most ${MAX_WORDS}: one idea a step`);
  }
  if (flat(step.title).trim() === '') fault('the heading is empty', 'name what happens');
  if (step.prose.length === 0) fault('there is no prose', 'say in a sentence what is to be seen');
  if (step.reveal.length > 0 && !asks(step)) {
    fault('something is revealed but nothing asked', 'add "predict", or move the text into the prose');
  }
  if ([step.predict, step.task, step.policy, step.challenge, step.design].filter(Boolean).length > 1)
    fault('more than one of a prediction, a task, a policy, a round and a design', 'make two steps of it');
  if (
    step.on === null &&
    (step.run.length > 0 || step.must.length > 0 || step.policy !== null || beforehand(step))
  ) {
    fault('it runs on no scenario', 'add "on: name" to this step or to one before it');
  }
}

function readId(field: Field, { steps }: StepContext): string {
  const id = field.missing ? `step_${steps.length + 1}` : field.text();
  if (!/^[a-z][a-z0-9_]*$/.test(id))
    field.fault(`"${id}" is no name for a step`, 'small letters, digits and "_"');
  // Answers are kept by step: under "constructor" every object has something.
  if (id in {}) field.fault(`"${id}" is no name for a step`, 'give it another name');
  if (steps.some((step) => step.id === id))
    field.fault(`there is a step "${id}" already`, 'give it another name');
  return id;
}

function readMore(field: Field): boolean {
  const more = field.text();
  if (!['', 'true', 'false'].includes(more))
    field.fault('more is neither true nor false', 'write more: true');
  return more === 'true';
}

function readScenario(field: Field, { scenarios }: StepContext): string | null {
  if (field.missing) return null;
  const name = field.text();
  if (!scenarios.has(name))
    field.fault(`there is no scenario "${name}"`, suggest(name, [...scenarios.keys()]));
  return name;
}

function readRuns(field: Field): Run[] {
  return field.list().flatMap((item) => {
    const run = parseRun(item.text());
    if ('to' in run) return [run.to === 'next' ? { ...run, at: placeOf(run.until, item) } : run];
    item.fault(run.message, run.remedy);
    return [];
  });
}

/** Where a part of a text on one line begins. */
function placeOf(part: string, field: Field): { where: string; line: number; column: number } {
  const { where, line, column } = field;
  return { where, line, column: column + Math.max(0, field.text().indexOf(part)) };
}

function readLocated(field: Field, { faults }: StepContext): Located[] {
  return field.list().map((item) => expressionOf(item, faults));
}

/** `stage`, or `stage, block EXPRESSION`. */
function readLook(field: Field, { faults }: StepContext): Look {
  const text = field.text();
  const [, region, comma, kind, expression] = /^\s*([a-z]+)?\s*(?:(,)\s*([a-z]+)\s+(.+))?$/.exec(text) ?? [];
  const form = 'write a region, a comma, and what to mark: stage, block frame.merge.log';
  if (region === undefined) {
    field.fault(`"${text}" does not say where to look`, form);
    return { region: null, select: null };
  }
  if (!isOneOf(REGIONS, region)) field.fault(`there is no region "${region}"`, suggest(region, REGIONS));
  if (kind !== undefined && !isOneOf(SELECT, kind)) {
    field.fault(`a "${kind}" cannot be marked`, suggest(kind, SELECT));
  }
  const place = { line: field.line, column: field.column + text.indexOf(comma ?? '') };
  const value = expression === undefined ? null : locate(expression, place, field.where, faults);
  return {
    region: isOneOf(REGIONS, region) ? region : null,
    select: value && kind !== undefined && isOneOf(SELECT, kind) ? { kind, value } : null,
  };
}

function isOneOf<T extends string>(known: readonly T[], word: string): word is T {
  return (known as readonly string[]).includes(word);
}

function readPredict(field: Field, context: StepContext): Predict {
  const { faults, sources } = context;
  const fields = field.map(PREDICT, ['ask', 'answer']);
  const choices = fields.choices.list().map((choice) => readChoice(choice, context));
  const mistakes = fields.mistakes.list().map((choice) => readChoice(choice, context));
  if (choices.length === 1)
    fields.choices.fault('there is only one choice', 'add a wrong one, with its hint');
  if (choices.length > 0 && mistakes.length > 0) {
    fields.mistakes.fault(
      'both choices and mistakes',
      'choices are chosen from; mistakes go with a number to enter',
    );
  }
  if (choices.length === 0 && fields.hint.missing) {
    field.fault('"hint" is missing', 'say what to think of when the number is wrong');
  }
  return {
    ask: inlineOf(fields.ask, faults, sources),
    again: fields.again.missing ? null : inlineOf(fields.again, faults, sources),
    answer: expressionOf(fields.answer, faults),
    choices,
    mistakes,
    hint: fields.hint.missing ? null : inlineOf(fields.hint, faults, sources),
    unit: fields.unit.missing ? null : inlineOf(fields.unit, faults, sources),
    variants: fields.variants.missing ? null : readVariants(fields.variants, context),
    once: readOnce(fields.once, fields.variants, context),
    line: field.line,
    column: field.column,
  };
}

/** Why there are no variants. */
function readOnce(field: Field, variants: Field, { faults, sources }: StepContext): Predict['once'] {
  if (field.missing) return null;
  if (!variants.missing) field.fault('"once" beside "variants"', 'leave it out: the question has variants');
  if (field.text().length > MAX_ONCE) field.fault('"once" is too long', `at most ${MAX_ONCE} characters`);
  return inlineOf(field, faults, sources);
}

function readChoice(field: Field, context: StepContext): Choice {
  const { value, text, hint, counted, missed } = field.map(CHOICE, ['value']);
  return {
    value: expressionOf(value, context.faults),
    text: text.missing ? null : inlineOf(text, context.faults, context.sources),
    hint: hint.missing ? null : inlineOf(hint, context.faults, context.sources),
    counted: counted.missing ? null : expressionOf(counted, context.faults),
    missed: missed.missing ? null : expressionOf(missed, context.faults),
  };
}

function readVariants(field: Field, context: StepContext): Variants {
  const fields = field.map(['draw', 'where', 'ops', 'change', 'from', 'run'] as const, ['draw']);
  const change = fields.change.json();
  const changes: { [key: string]: Value } = isMap(change) ? { ...change } : {};
  if (!fields.ops.missing) changes.ops = fields.ops.text();
  if (Object.keys(changes).length === 0) field.fault('nothing varies', 'add "ops:" or "change:"');
  return {
    draw: fields.draw.entries().map(([name, rule]) => {
      return { name, rule: rule.text(), line: rule.line, column: rule.column };
    }),
    where: fields.where.missing ? null : expressionOf(fields.where, context.faults),
    change: changes,
    from: readRuns(fields.from),
    run: fields.run.missing ? null : readRuns(fields.run),
    line: field.line,
    column: field.column,
  };
}

function readTask(field: Field, context: StepContext): Task {
  const { faults, sources } = context;
  const fields = field.map(TASK, TASK);
  const entries = (list: Field) =>
    list.list().map((entry) => ({ ops: entry.text(), line: entry.line, column: entry.column }));
  return {
    ask: inlineOf(fields.ask, faults, sources),
    grade: gradeOf(fields.grade, faults, sources),
    solutions: entries(fields.solutions),
    wrong: entries(fields.wrong),
    line: field.line,
    column: field.column,
  };
}

function readSource(field: Field, { sources }: StepContext): Step['source'] {
  if (field.missing) return null;
  const { ref, at } = field.map(['ref', 'at'] as const, ['ref', 'at']);
  if (!sources.includes(ref.text()))
    ref.fault(`there is no source "${ref.text()}"`, suggest(ref.text(), sources));
  return { ref: ref.text(), at: at.text() };
}

function prose(nodes: readonly RootContent[], reader: ProseReader): Prose {
  const own = nodes.filter((node) => {
    return node.type !== 'containerDirective' && !(node.type === 'code' && node.lang === 'yaml');
  });
  return reader.blocks(own as (BlockContent | DefinitionContent)[]);
}

/** The text in the `:::name` containers of a step. */
function directive(nodes: readonly RootContent[], name: 'reveal' | 'notes', reader: ProseReader): Prose {
  return nodes.flatMap((node) => {
    if (node.type !== 'containerDirective') return [];
    // Said once, while reading the first of the two.
    if (node.name !== 'reveal' && node.name !== 'notes' && name === 'reveal') reader.unknown(node);
    return node.name === name ? reader.blocks(node.children) : [];
  });
}
