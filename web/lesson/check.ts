/**
 * Checks a lesson on an engine, without a page: every instruction gets where it is to get, everything that must
 * hold holds, every value can be computed, every question has one right answer, and so has every variant.
 */
import { type EngineClient, EngineFailure } from '../protocol/engine-client';
import { equal, type Plain, type Scope } from './evaluate';
import { type Fault, sorted } from './fault';
import { dullMistakes, gradeTask, keyOf, unsound } from './grade';
import type { Inline, Lesson, Located, Predict, Prose, Step } from './lesson';
import { parseLesson } from './parse';
import { inlineValues, valuesIn } from './prose';
import { DrawError } from './variants';
import {
  attempt,
  isFault,
  plainOf,
  RunsRefused,
  ScenarioRefused,
  type Station,
  type Stations,
  scopeAt,
  truthOf,
  variantOf,
  walk,
} from './walk';

/** Variants that are tried per question. */
const VARIANTS = 8;
/** Longest time a lesson may keep the engine busy. */
const MAX_MS = 60_000;

export interface Checked {
  faults: Fault[];
  /** `null` when the lesson could not be read. */
  lesson: Lesson | null;
  /** Values, conditions, choices and variants that were computed: a check that looked at nothing is no check. */
  evaluated: number;
}

export async function checkLesson(text: string, client: EngineClient): Promise<Checked> {
  const parsed = parseLesson(text);
  if (parsed.lesson === null) return { faults: parsed.faults, lesson: null, evaluated: 0 };
  const check = new Check(parsed.lesson, client, AbortSignal.timeout(MAX_MS));
  try {
    await check.all();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    const remedy = 'make its scenarios smaller';
    check.faults.push({ line: 1, column: 1, where: 'lesson', message: 'the engine took too long', remedy });
  }
  return { faults: sorted(check.faults), lesson: parsed.lesson, evaluated: check.evaluated };
}

class Check {
  readonly faults: Fault[] = [];
  evaluated = 0;
  private stations: Stations = new Map();

  constructor(
    private readonly lesson: Lesson,
    private readonly client: EngineClient,
    private readonly signal: AbortSignal,
  ) {}

  async all(): Promise<void> {
    try {
      this.stations = await walk(this.lesson, this.client, this.signal);
    } catch (error) {
      if (error instanceof RunsRefused) this.faults.push(...error.faults);
      else if (error instanceof ScenarioRefused) this.refused(error);
      else throw error;
      return;
    }
    for (const step of this.lesson.steps) await this.step(step);
  }

  private refused({ failure, scenario }: ScenarioRefused): void {
    // The longest part of the field's path that stands in the lesson.
    const parts = failure.field?.split(/[.[]/) ?? [];
    let line = scenario?.line ?? 1;
    for (let length = 1; length <= parts.length; length += 1) {
      line = scenario?.lines.get(parts.slice(0, length).join('.')) ?? line;
    }
    const where = `scenario "${scenario?.name ?? ''}"${failure.field ? `, ${failure.field}` : ''}`;
    this.add(line, 1, where, failure.message, failure.remedy);
  }

  private add(line: number, column: number, where: string, message: string, remedy: string): void {
    this.faults.push({ line, column, where, message: bare(message), remedy: bare(remedy) });
  }

  private scope(step: Step, when: 'begin' | 'end', station?: Station, more = {}): Scope {
    return scopeAt(this.lesson, this.stations, step, station ?? this.stations.get(step.id), when, more);
  }

  private async step(step: Step): Promise<void> {
    const where = `step "${step.id}"`;
    const station = this.stations.get(step.id);
    if (station?.missed) this.add(step.line, 1, where, station.missed, 'correct "run", or the scenario');
    const [begin, end] = [this.scope(step, 'begin'), this.scope(step, 'end')];
    for (const must of step.must) this.holds(must, end);
    for (const becomes of step.becomes) this.becomes(becomes, begin, end);
    for (const { select } of step.look) if (select) this.value(select.value, end);
    // While something is asked, the prose is read before the step has run.
    this.prose(step.prose, step.predict ? begin : end);
    this.inlines(step.title, begin);
    this.prose(step.notes, end);
    if (!step.task) this.prose(step.reveal, end);
    if (step.predict) await this.predict(step, step.predict, begin, end);
    if (step.task) await this.task(step as Step & { task: NonNullable<Step['task']> }, end);
  }

  private holds(must: Located, scope: Scope): void {
    this.evaluated += 1;
    const holds = truthOf(must, scope);
    if (isFault(holds)) this.faults.push(holds);
    else if (!holds) {
      this.add(must.line, must.column, must.where, `does not hold: ${must.text}`, this.sides(must, scope));
    }
  }

  private becomes(becomes: Located, begin: Scope, end: Scope): void {
    this.holds(becomes, end);
    const before = truthOf(becomes, begin);
    if (isFault(before)) this.faults.push(before);
    else if (before) {
      const message = `holds before the step too: ${becomes.text}`;
      this.add(becomes.line, becomes.column, becomes.where, message, 'it proves nothing: write what changes');
    }
  }

  /** `3 == 4` says more than "false". */
  private sides(must: Located, scope: Scope): string {
    const { expression } = must;
    if (expression.kind !== 'binary') return 'correct the expectation or the scenario';
    const [left, right] = [expression.left, expression.right].map((side) => {
      const value = plainOf({ ...must, expression: side }, scope);
      return isFault(value) ? '?' : JSON.stringify(value);
    });
    return `the engine says ${left} ${expression.op} ${right}: correct the expectation or the scenario`;
  }

  private value(located: Located, scope: Scope): Plain {
    this.evaluated += 1;
    const value = plainOf(located, scope);
    if (!isFault(value)) return value;
    this.faults.push(value);
    return null;
  }

  private prose(prose: Prose, scope: Scope): void {
    for (const located of valuesIn(prose)) this.value(located, scope);
  }

  private inlines(inlines: readonly Inline[] | null, scope: Scope): void {
    for (const located of inlineValues(inlines ?? [])) this.value(located, scope);
  }

  private async predict(step: Step, predict: Predict, begin: Scope, end: Scope): Promise<void> {
    const where = `step "${step.id}", predict`;
    this.inlines(predict.ask, begin);
    this.inlines(predict.unit, begin);
    this.question(predict, end, where);
    for (const mistake of dullMistakes(predict, end)) {
      const { line, column, text } = mistake.value;
      this.add(
        line,
        column,
        where,
        `the mistake ${text} is the answer, or another mistake`,
        'make it differ',
      );
    }
    if (predict.variants) await this.variants(step, predict, predict.variants);
  }

  /** One question, of the lesson or of a variant. */
  private question(predict: Predict, scope: Scope, where: string): void {
    for (const { message, remedy, choice } of unsound(predict, scope)) {
      this.add(
        choice?.value.line ?? predict.line,
        choice?.value.column ?? predict.column,
        where,
        message,
        remedy,
      );
    }
    for (const choice of [...predict.choices, ...predict.mistakes]) {
      const value = this.value(choice.value, scope);
      const roots = { ...scope, roots: { ...scope.roots, value } };
      this.inlines(choice.text, roots);
      this.inlines(choice.hint, roots);
    }
    this.inlines(predict.hint, scope);
  }

  private async variants(
    step: Step,
    predict: Predict,
    { line, column }: { line: number; column: number },
  ): Promise<void> {
    const where = `step "${step.id}", variants`;
    const answers: Plain[] = [];
    const sources = new Set<string>();
    for (let number = 1; number <= VARIANTS; number += 1) {
      try {
        const variant = await variantOf(this.lesson, this.stations, step, number, this.client, (made) => {
          return unsound(predict, this.scope(step, 'end', made.station, { draw: made.drawn })).length === 0;
        });
        if (variant === null) {
          this.add(
            line,
            column,
            where,
            `no variant ${number} could be drawn`,
            'loosen "where", or draw from more',
          );
          return;
        }
        const scope = this.scope(step, 'end', variant.station, { draw: variant.drawn });
        this.question(predict, scope, `${where} ${number}`);
        this.inlines(predict.ask, this.scope(step, 'begin', variant.station, { draw: variant.drawn }));
        const key = keyOf(predict, scope);
        if ('answer' in key && !answers.some((answer) => equal(answer, key.answer))) answers.push(key.answer);
        sources.add(variant.station.source.replace(/, variant \d+/, ''));
      } catch (error) {
        if (error instanceof DrawError) this.add(line, column, where, error.message, error.remedy);
        else if (error instanceof EngineFailure)
          this.add(line, column, where, error.message, error.failure.remedy);
        else throw error;
        return;
      }
    }
    if (answers.length < 2) {
      const message = `all variants have the answer ${JSON.stringify(answers[0])}`;
      this.add(line, column, where, message, 'vary what the answer depends on');
    }
    if (sources.size < VARIANTS / 2) {
      this.add(line, column, where, `only ${sources.size} different variants`, 'draw from more values');
    }
  }

  private async task(step: Step & { task: NonNullable<Step['task']> }, rest: Scope): Promise<void> {
    const { task } = step;
    this.inlines(task.ask, rest);
    for (const { solves, entries } of [
      { solves: true, entries: task.solutions },
      { solves: false, entries: task.wrong },
    ]) {
      for (const { ops, line, column } of entries) {
        const where = `step "${step.id}", task`;
        try {
          const station = await attempt(this.lesson, step, ops, this.client, this.signal);
          const scope = this.scope(step, 'end', station);
          const verdict = gradeTask(task, scope);
          this.evaluated += 1;
          for (const { is } of task.grade) this.conditionHasValue(is, scope);
          if (verdict.right !== solves) {
            const message = `"${ops}" is ${solves ? 'no solution' : 'a solution'} for the engine`;
            this.add(line, column, where, message, 'correct it, or the conditions of the task');
          }
          if (solves) this.prose(step.reveal, scope);
          if (!verdict.right) this.inlines(verdict.hint, scope);
        } catch (error) {
          if (!(error instanceof EngineFailure)) throw error;
          this.add(line, column, where, error.message, error.failure.remedy);
        }
      }
    }
  }

  private conditionHasValue(condition: Located, scope: Scope): void {
    const value = truthOf(condition, scope);
    if (isFault(value)) this.faults.push(value);
  }
}

/** Sentences are joined with a full stop where they are shown. */
function bare(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
