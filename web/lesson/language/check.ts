/**
 * Checks a lesson on an engine, without a page: every instruction gets where it is to get, everything that must
 * hold holds, every value can be computed, every question has one right answer, and so has every variant.
 */

import type { Challenges } from '../../protocol/challenges';
import { type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { checkDesign } from '../design/check';
import type { Design } from '../design/design';
import { checkChallenge } from '../play/challenge-check';
import { dullMistakes, gradeTask, keyOf, unsound } from '../play/grade';
import { SLUGS } from '../play/library';
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
} from '../play/walk';
import { checkPolicy } from '../policy/check';
import type { PolicyStep } from '../policy/judge';
import { type StartChallenges, scoreValue } from './challenge';
import { chartValue, isAlongRequests, pointsOf, scenarioAt } from './chart';
import { equal, type Plain, type Scope, type Value } from './evaluate';
import { ExpressionError } from './expression';
import { type Fault, sorted, suggest } from './fault';
import {
  beforehand,
  type Inline,
  type Lesson,
  type Located,
  type Predict,
  type Prose,
  type Step,
} from './lesson';
import { parseLesson } from './parse';
import { inlineValues, valuesIn } from './prose';
import { DrawError } from './variants';

/** Variants that are tried per question. */
const VARIANTS = 8;
/** Longest time a lesson may keep the engine busy. */
const MAX_MS = 60_000;

export interface Checked {
  faults: Fault[];
  /** Values, conditions, choices and variants that were computed: a check that looked at nothing is no check. */
  evaluated: number;
}

export interface CheckOptions {
  /** Aborted, the check rejects with its reason. */
  signal?: AbortSignal;
  /** Runs the code of its policies. Left out: it is not run, as where a lesson of someone else is only opened. */
  policies?: RunPolicy | undefined;
  /** Milliseconds that it may take; a minute if left out. */
  ms?: number;
  /** Called when every step has been carried out, before anything of it is checked. */
  walked?(lesson: Lesson, stations: Stations): void;
}

/** Reads a lesson and checks it; `lesson` is `null` where it cannot be read. */
export async function checkLesson(
  text: string,
  ...how: [EngineClient, StartChallenges, CheckOptions?]
): Promise<Checked & { lesson: Lesson | null }> {
  const { lesson, faults } = parseLesson(text);
  return lesson ? { lesson, ...(await checkParsed(lesson, ...how)) } : { lesson, faults, evaluated: 0 };
}

/** Checks a lesson that could be read. `challenges` is started where it has a round to be played. */
export async function checkParsed(
  lesson: Lesson,
  client: EngineClient,
  challenges: StartChallenges,
  { signal: ended, walked, policies, ms = MAX_MS }: CheckOptions = {},
): Promise<Checked> {
  const timeout = AbortSignal.timeout(ms);
  const signal = ended ? AbortSignal.any([ended, timeout]) : timeout;
  const check = new Check(lesson, client, challenges, signal, { walked, policies });
  // The engine receives the signal itself; a search for the best choices ends with its module.
  const close = () => check.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await check.all();
  } catch (error) {
    ended?.throwIfAborted();
    if (!timeout.aborted) throw error;
    const remedy = 'make its scenarios smaller';
    check.faults.push({ line: 1, column: 1, where: 'lesson', message: 'the engine took too long', remedy });
  } finally {
    // Otherwise the check is kept until the time is over.
    signal.removeEventListener('abort', close);
    check.close();
  }
  return { faults: sorted(check.faults), evaluated: check.evaluated };
}

class Check {
  readonly faults: Fault[] = [];
  evaluated = 0;
  private stations: Stations = new Map();
  private challenges: Challenges | null = null;

  constructor(
    private readonly lesson: Lesson,
    private readonly client: EngineClient,
    private readonly start: StartChallenges,
    private readonly signal: AbortSignal,
    private readonly options: Pick<CheckOptions, 'walked' | 'policies'>,
  ) {}

  async all(): Promise<void> {
    for (const { lesson, line, column } of this.lesson.after) {
      if (SLUGS.includes(lesson)) continue;
      const message = `the course has no lesson "${lesson}"`;
      this.add(line, column, 'front matter, after', message, suggest(lesson, SLUGS));
    }
    try {
      this.stations = await walk(this.lesson, this.client, this.signal);
    } catch (error) {
      if (error instanceof RunsRefused) this.faults.push(...error.faults);
      else if (error instanceof ScenarioRefused) this.refused(error);
      else throw error;
      return;
    }
    this.options.walked?.(this.lesson, this.stations);
    for (const step of this.lesson.steps) {
      this.signal.throwIfAborted();
      await this.step(step);
    }
  }

  close(): void {
    this.challenges?.close();
  }

  private refused({ failure, scenario }: ScenarioRefused): void {
    // The longest part of the field's path that is in the lesson.
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
    const chart = await this.chart(step);
    const score = await this.challenge(step);
    const begin = this.scope(step, 'begin');
    const end = this.scope(step, 'end', undefined, chart);
    // `must` and the result know the cost of a round: all else is shown where none was played, too.
    const scored = this.scope(step, 'end', undefined, { ...chart, ...score });
    for (const must of step.must) this.holds(must, scored);
    for (const becomes of step.becomes) this.becomes(becomes, begin, end);
    for (const { select } of step.look) if (select) this.value(select.value, end);
    // While something is asked, the prose is read before the step has run.
    this.prose(step.prose, beforehand(step) ? begin : end);
    this.inlines(step.title, begin);
    this.prose(step.notes, end);
    if (!step.task && !step.policy && !step.design) this.prose(step.reveal, scored);
    if (step.predict) await this.predict(step, step.predict, begin, end);
    for (const text of step.challenge ? [step.challenge.ask, ...step.challenge.hints] : [])
      this.inlines(text, begin);
    if (step.design) await this.design({ ...step, design: step.design }, end);
    if (step.task) await this.task(step as Step & { task: NonNullable<Step['task']> }, end);
    const { policy } = step;
    if (policy) await this.policy({ ...step, policy }, end);
  }

  /** The code of a policy: its solution passes, each wrong one does not. */
  private async policy(step: PolicyStep, rest: Scope): Promise<void> {
    this.inlines(step.policy.ask, rest);
    for (const { name } of step.policy.points) this.inlines(name, rest);
    const { policies } = this.options;
    if (!policies) return;
    const judges = { client: this.client, policies };
    const found = await checkPolicy(this.lesson, this.stations, step, judges, this.signal, (scope, hint) =>
      hint ? this.inlines(hint, scope) : this.prose(step.reveal, scope),
    );
    this.faults.push(...found.faults);
    this.evaluated += found.evaluated;
  }

  /** The cost of a round, played as well as can be, as the root that expressions see. */
  private async challenge(step: Step): Promise<{ score?: Value }> {
    const station = this.stations.get(step.id);
    if (!step.challenge || !station) return {};
    this.challenges ??= await this.start();
    // Given up before it was there: no one has closed it.
    this.signal.throwIfAborted();
    const { scored, faults } = await checkChallenge(
      this.challenges,
      step.challenge,
      station,
      this.scope(step, 'begin'),
    );
    this.faults.push(...faults);
    this.evaluated += 1;
    return scored ? { score: scoreValue(scored, scored.best.cost) } : {};
  }

  /** The chart's points, as the root that expressions see; nothing when the step has none. */
  private async chart(step: Step): Promise<{ chart?: Value }> {
    const { chart } = step;
    if (!chart) return {};
    const where = `step "${step.id}", chart`;
    const fault = (message: string, remedy: string) =>
      this.add(chart.line, chart.column, where, message, remedy);
    for (const { on } of chart.lines) {
      const base = this.lesson.scenarios.get(on)?.json;
      if (isAlongRequests(chart) || (base && scenarioAt(base, chart.along, chart.values[0] ?? 0))) continue;
      fault(`"${chart.along.join('.')}" is no field of scenario "${on}"`, 'write, say, ftl.log_blocks');
      return {};
    }
    try {
      const points = await pointsOf(this.lesson, chart, this.client, this.signal);
      const lines = Object.values(points).flatMap((line) => Object.values(line));
      this.evaluated += lines.flat().length;
      if (lines.flat().some(Number.isNaN)) fault('a figure is not a number', 'name a counter');
      return { chart: chartValue(chart, points) };
    } catch (error) {
      if (error instanceof ExpressionError) fault(error.message, error.remedy);
      else if (error instanceof EngineFailure) fault(error.message, error.failure.remedy);
      else throw error;
      return {};
    }
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
    this.inlines(predict.again, begin);
    this.inlines(predict.unit, begin);
    this.inlines(predict.once, begin);
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
      for (const block of [choice.counted, choice.missed]) if (block) this.value(block, scope);
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
        const variant = await variantOf(
          this.lesson,
          this.stations,
          step,
          number,
          this.client,
          (made) => {
            return unsound(predict, this.scope(step, 'end', made.station, { draw: made.drawn })).length === 0;
          },
          this.signal,
        );
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
        const opened = this.scope(step, 'begin', variant.station, { draw: variant.drawn });
        for (const words of [predict.ask, predict.again]) this.inlines(words, opened);
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

  private async design(step: Step & { design: Design }, rest: Scope): Promise<void> {
    const { design } = step;
    this.inlines(design.ask, rest);
    const scopeOf = (station: Station) => this.scope(step, 'end', station);
    const { tried, faults } = await checkDesign(this.lesson, step, this.client, scopeOf, this.signal);
    for (const { line, column, where, message, remedy } of faults)
      this.add(line, column, where, message, remedy);
    this.evaluated += tried.length;
    for (const { scope, solves } of tried) {
      if (solves) this.prose(step.reveal, scope);
      else for (const { otherwise } of design.meets) this.inlines(otherwise, scope);
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
