/**
 * Grading what was handed in. Nothing a file claims is believed: variants are drawn again, requests of tasks, choices of
 * rounds and policies are run again, and every answer is judged by the engine. Files are never lost: what cannot be graded says why.
 */
import { ownOf } from '../../base/own';
import type { Challenges } from '../../protocol/challenges';
import { type EngineClient, EngineCrash, EngineFailure } from '../../protocol/engine/engine-client';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import { hashOf } from '../address/packed';
import { settingsIn } from '../design/design';
import { gradeDesign, runDesign } from '../design/judge';
import {
  met,
  ofRound,
  readChoices,
  type Scored,
  type StartChallenges,
  scoreOf,
  withChoices,
} from '../language/challenge';
import { chartValue, pointsOf } from '../language/chart';
import type { Scope, Value } from '../language/evaluate';
import { asks, type Lesson, type Step } from '../language/lesson';
import { freshVariant, grade, gradeTask, numberIn, requestsIn } from '../play/grade';
import { attempt, type Stations, scopeAt, walk } from '../play/walk';
import { judge, type PolicyStep } from '../policy/judge';
import { MOST_POLICY } from '../policy/read';
import { type RunScore, runScores } from '../policy/scores';
import { assigned, sameId } from './assigned';
import { type Assignment, type Part, writeAssignment } from './assignment';
import { bareIn, isPolicy } from './bare';
import { lessonHash } from './lesson-hash';
import { type Question, type Result, readResult, type Trouble } from './result';

/** A file as it came. */
export interface Handed {
  name: string;
  text: string;
  /** Of WebAssembly, which is no text. */
  bytes?: ArrayBuffer;
  /** Why it could not be read. */
  unread?: string;
}

/** A question of the assignment and how a student did. */
export interface Score {
  part: string;
  step: string;
  /** Whether the first answer was right, and whether any that counted was. */
  first: boolean;
  final: boolean;
  /** Answers that counted. */
  tries: number;
  /** The student's reason for a choice of two: shown, not graded. */
  reason?: string;
  /** Of a policy: how the last answer that counted did on each run. */
  runs?: readonly RunScore[];
}

export type Note =
  /** Written by hand, or changed: the checksum does not fit. */
  | { kind: 'edited' }
  /** The file says that an answer is right (or wrong), the engine disagrees. */
  | { kind: 'disputed'; part: string; step: string; given: string; right: boolean }
  /** Answers beyond those that the assignment takes, which do not count. */
  | { kind: 'beyond'; part: string; step: string }
  /** The variant is not the student's. */
  | { kind: 'variant'; part: string; step: string }
  /** A part or step that the assignment has not. */
  | { kind: 'unknown'; part: string; step: string }
  /** Lessons were open this many times before a question had its first answer. */
  | { kind: 'left'; times: number }
  /** The lesson has changed since: answers were judged by today's. */
  | { kind: 'lesson'; part: string }
  /** Another file of the same student; the one that was saved last counts. */
  | { kind: 'again'; file: string }
  /** The same answers at the same times as in the file of another student. */
  | { kind: 'copied'; file: string }
  /** Only a policy, without the page's record: it counts as the first answer to this step. */
  | { kind: 'bare'; part: string; step: string };

/** The outcome of a file. */
export type Row = { file: string; notes: Note[] } & (
  | {
      is: 'graded';
      student: string;
      /** Not if the student has handed in a later file. */
      counts: boolean;
      scores: Score[];
      /** From the first moment to the last answer, s. */
      seconds: number;
      /** When it was handed in: milliseconds since 1970, by the student's clock. */
      saved: number;
      lab: string;
    }
  | { is: 'unread' | 'newer'; trouble: Trouble }
  /** Of another assignment. */
  | { is: 'foreign'; student: string; title: string }
);

export interface Engines {
  client: EngineClient;
  challenges: StartChallenges;
  policies: RunPolicy;
}

/** Grades files of one assignment. `lessons`: those of its parts, as `readAssignment` has them. */
export async function gradeAll(
  assignment: Assignment,
  lessons: ReadonlyMap<string, Lesson>,
  files: readonly Handed[],
  engines: Engines,
  { told, signal }: { told?: (done: number) => void; signal?: AbortSignal } = {},
): Promise<Row[]> {
  const judge = new Judge(assignment, lessons, engines);
  try {
    const rows: Row[] = [];
    for (const file of files) {
      signal?.throwIfAborted();
      rows.push(await rowOf(judge, file, signal));
      told?.(rows.length);
    }
    compare(rows, judge.read);
    return rows;
  } finally {
    judge.close();
  }
}

/** A file that the grader stumbles over has a row that says so: the others are graded all the same. */
async function rowOf(judge: Judge, file: Handed, signal?: AbortSignal): Promise<Row> {
  try {
    return await judge.row(file, signal);
  } catch (error) {
    if (signal?.aborted || error instanceof EngineCrash) throw error;
    const message = `the grader met a fault: ${error instanceof Error ? error.message : error}`;
    return unread(file, message, 'report it with this file');
  }
}

function unread({ name }: Handed, message: string, remedy: string): Row {
  const fault = { line: 1, column: 1, where: 'result', message, remedy };
  return { is: 'unread', file: name, notes: [], trouble: { kind: 'unread', faults: [fault] } };
}

/** Marks files of one student, and files with the same answers at the same times. */
function compare(rows: readonly Row[], read: ReadonlyMap<Row, Result>): void {
  const last = new Map<string, Row>();
  const made = new Map<string, Row>();
  for (const row of rows) {
    const result = read.get(row);
    if (row.is !== 'graded' || !result) continue;
    const id = sameId(row.student);
    const earlier = last.get(id);
    const before = earlier && read.get(earlier);
    if (earlier?.is === 'graded' && before) {
      const [stays, goes] = result.saved >= before.saved ? [row, earlier] : [earlier, row];
      goes.counts = false;
      stays.notes.push({ kind: 'again', file: goes.file });
      last.set(id, stays);
    } else last.set(id, row);
    const answers = givenIn(result);
    const twin = made.get(answers);
    if (twin?.is === 'graded' && sameId(twin.student) !== id && answers !== '{}') {
      row.notes.push({ kind: 'copied', file: twin.file });
      twin.notes.push({ kind: 'copied', file: row.file });
    } else made.set(answers, row);
  }
}

/** How often the assignment was left before the last of its questions had its first answer. */
function leftBefore({ left = [], answers }: Result, scores: readonly Score[]): number {
  const first = scores.flatMap(({ part, step }) => ownOf(ownOf(answers, part), step)?.answers[0]?.s ?? []);
  return left.filter(({ s }) => s < Math.max(...first)).length;
}

/** All that was given, and when, as a text; claims are left out. */
function givenIn({ answers }: Result): string {
  const given = Object.entries(answers).map(([part, steps]) => [
    part,
    Object.entries(steps).map(([step, question]) => [
      step,
      question.answers.map((each) => [each.given, each.s]),
    ]),
  ]);
  return JSON.stringify(Object.fromEntries(given));
}

interface Verdict {
  right: boolean;
  /** Of a policy. */
  runs?: readonly RunScore[];
}

/** Judges one answer of a step. */
type Judged = (given: string) => Promise<boolean | Verdict>;

/** Counts one more answer. */
function count(score: Score, { right, runs }: Verdict): void {
  if (score.tries === 0) score.first = right;
  score.tries += 1;
  score.final ||= right;
  if (runs) score.runs = runs;
}

class Judge {
  /** The results behind graded rows. */
  readonly read = new Map<Row, Result>();
  private readonly hash: string;
  private readonly stations = new Map<string, Promise<Stations>>();
  private readonly scored = new Map<string, Promise<Scored | null>>();
  private readonly charts = new Map<string, Promise<{ [name: string]: Value }>>();
  private readonly client: EngineClient;
  private readonly start: StartChallenges;
  private readonly policies: RunPolicy;
  private rounds: Promise<Challenges> | null = null;

  constructor(
    private readonly assignment: Assignment,
    private readonly lessons: ReadonlyMap<string, Lesson>,
    { client, challenges, policies }: Engines,
  ) {
    this.client = client;
    this.start = challenges;
    this.policies = policies;
    this.hash = hashOf(writeAssignment(assignment));
  }

  close(): void {
    void this.rounds?.then((rounds) => rounds.close());
  }

  async row(file: Handed, signal?: AbortSignal): Promise<Row> {
    const { name, text } = file;
    if (file.unread !== undefined)
      return unread(file, `the file cannot be read: ${file.unread}`, 'ask for the file that the page saved');
    if (isPolicy(name)) return this.bare(file, signal);
    const read = readResult(text);
    if ('trouble' in read)
      return {
        is: read.trouble.kind === 'newer' ? 'newer' : 'unread',
        file: name,
        notes: [],
        trouble: read.trouble,
      };
    const { result, edited } = read;
    const { student, title, lab, saved } = result;
    if (result.assignment !== this.hash) return { is: 'foreign', file: name, notes: [], student, title };
    const notes: Note[] = edited ? [{ kind: 'edited' }] : [];
    const scores: Score[] = [];
    for (const part of this.assignment.parts)
      scores.push(...(await this.part(part, result.student, result, notes, signal)));
    for (const [part, steps] of Object.entries(result.answers))
      for (const step of Object.keys(steps))
        if (!scores.some((score) => score.part === part && score.step === step))
          notes.push({ kind: 'unknown', part, step });
    const times = Object.values(result.answers).flatMap((steps) =>
      Object.values(steps).flatMap(({ answers }) => answers.map(({ s }) => s)),
    );
    const seconds = Math.max(0, ...times);
    const left = leftBefore(result, scores);
    if (left > 0) notes.push({ kind: 'left', times: left });
    const row: Row = { is: 'graded', file: name, notes, student, counts: true, scores, seconds, saved, lab };
    this.read.set(row, result);
    return row;
  }

  /** A policy by itself. */
  private async bare(file: Handed, signal?: AbortSignal): Promise<Row> {
    const bare = bareIn(file, this.assignment, this.lessons);
    if ('trouble' in bare) return { is: 'unread', file: file.name, notes: [], trouble: bare.trouble };
    const { student, part, step: id, code } = bare;
    const scores: Score[] = [];
    for (const each of this.assignment.parts)
      scores.push(...(await this.part(each, student, null, [], signal)));
    const lesson = this.lessonOf(part, student);
    const step = lesson.steps.find((one) => one.id === id);
    const score = scores.find((one) => one.part === part && one.step === id);
    if (step?.policy && score) {
      const asked = { ...step, policy: step.policy };
      count(score, await this.policy(lesson, part, asked, code, signal));
    }
    const row: Row = {
      ...{ is: 'graded', file: file.name, notes: [{ kind: 'bare', part, step: id }] },
      ...{ student, counts: true, scores, seconds: 0, saved: 0, lab: '' },
    };
    // Another file of the student, and the same policy of another one, are found as they are among results.
    const answers = [{ given: file.text, right: score?.final ?? false, s: 0 }];
    this.read.set(row, {
      ...{
        assignment: this.hash,
        title: this.assignment.title,
        student,
        lab: '',
        lessons: {},
        begun: 0,
        saved: 0,
      },
      answers: { [part]: { [id]: { variant: 0, answers } } },
    });
    return row;
  }

  /** As the assignment asks it of a student. */
  private lessonOf(name: string, student: string): Lesson {
    const part = this.assignment.parts.find((one) => one.name === name);
    const found = this.lessons.get(name);
    if (!part || !found) throw new Error(`no lesson "${name}"`);
    return assigned(found, this.assignment, part, student);
  }

  /** `result`: `null` where nothing was answered. */
  private async part(
    part: Part,
    student: string,
    result: Result | null,
    notes: Note[],
    signal?: AbortSignal,
  ): Promise<Score[]> {
    const lesson = this.lessonOf(part.name, student);
    const hash = ownOf(result?.lessons, part.name);
    const found = this.lessons.get(part.name);
    if (found && hash !== undefined && hash !== lessonHash(found))
      notes.push({ kind: 'lesson', part: part.name });
    const scores: Score[] = [];
    for (const step of lesson.steps) {
      if (step.more || !asks(step)) continue;
      const question = ownOf(ownOf(result?.answers, part.name), step.id);
      const score: Score = { part: part.name, step: step.id, first: false, final: false, tries: 0 };
      const { policy } = step;
      if (policy) score.runs = runScores(lesson, { ...step, policy }, null);
      if (question?.reason && step.predict?.choices.length === 2) score.reason = question.reason;
      scores.push(score);
      if (question) await this.question(lesson, part, step, question, score, notes, signal);
    }
    return scores;
  }

  private async question(
    lesson: Lesson,
    { name: part }: Part,
    step: Step,
    { variant, answers }: Question,
    score: Score,
    notes: Note[],
    signal?: AbortSignal,
  ): Promise<void> {
    const at = { part, step: step.id };
    const wanted = step.predict?.variants ? 1 : 0;
    if (variant !== wanted) notes.push({ kind: 'variant', ...at });
    const judge = await this.judgeOf(lesson, part, step, wanted, signal);
    const known = new Map<string, Verdict>();
    for (const { given, right: claimed } of answers) {
      if (score.final || score.tries >= (lesson.rules?.attempts ?? Infinity)) {
        notes.push({ kind: 'beyond', ...at });
        return;
      }
      const verdict = known.get(given) ?? (await guarded(judge, given));
      known.set(given, verdict);
      const { right } = verdict;
      if (right !== claimed) notes.push({ kind: 'disputed', ...at, given, right });
      count(score, verdict);
    }
  }

  private async policy(
    lesson: Lesson,
    part: string,
    step: PolicyStep,
    code: string | ArrayBuffer,
    signal?: AbortSignal,
  ): Promise<Verdict> {
    // An answer may be from anywhere: what no page would take is not run.
    if (typeof code === 'string' && code.length > MOST_POLICY) return { right: false };
    const stations = await once(this.stations, part, () => walk(lesson, this.client, signal));
    const judges = { client: this.client, policies: this.policies };
    const verdict = await judge(lesson, stations, step, code, judges, { ...(signal && { signal }) });
    return { right: verdict.right, runs: runScores(lesson, step, verdict) };
  }

  private async judgeOf(
    lesson: Lesson,
    part: string,
    step: Step,
    number: number,
    signal?: AbortSignal,
  ): Promise<Judged> {
    const stations = await once(this.stations, part, () => walk(lesson, this.client, signal));
    const own = stations.get(step.id);
    const key = `${part}/${step.id}`;
    const { predict, task, policy, challenge, design, chart } = step;
    if (predict) {
      const charted = chart
        ? await once(this.charts, key, async () => ({
            chart: chartValue(chart, await pointsOf(lesson, chart, this.client, signal)),
          }))
        : {};
      const variant =
        number > 0
          ? await freshVariant(lesson, stations, { ...step, predict }, number, this.client, signal)
          : null;
      // Where none can be made the page asks the lesson's own question.
      const more: { [name: string]: Value } = { ...charted, ...(variant && { draw: variant.drawn }) };
      const scope = scopeAt(lesson, stations, step, variant?.station ?? own, 'end', more);
      return async (given) => grade(predict, scope, numberIn(given)).right;
    }
    if (task)
      return async (given) => {
        const requests = requestsIn(given);
        if (requests === null) return false;
        const made = await attempt(lesson, { ...step, task }, requests, this.client, signal);
        return gradeTask(task, scopeAt(lesson, stations, step, made, 'end')).right;
      };
    if (policy) return (given) => this.policy(lesson, part, { ...step, policy }, given, signal);
    if (design)
      return async (given) => {
        const settings = settingsIn(design, given);
        if (!settings) return false;
        const made = await runDesign(lesson, design, 'hidden', settings, this.client, signal);
        return gradeDesign(design, scopeAt(lesson, stations, step, made, 'end')).right;
      };
    if (!challenge || !own) return async () => false;
    this.rounds ??= this.start();
    const rounds = await this.rounds;
    const begin: Scope = scopeAt(lesson, stations, step, own, 'begin');
    const scored = await once(this.scored, key, async () => {
      const made = await scoreOf(rounds, challenge, own, begin);
      return 'limit' in made ? made : null;
    });
    if (!scored) return async () => false;
    return async (given) => {
      const choices = readChoices(given);
      const round = await rounds.look(withChoices(scored.file, choices));
      return ofRound(scored, choices, round) && met(scored, round);
    };
  }
}

/** An answer that the engine refuses, as choices that cannot be made, is wrong. */
async function guarded(judge: Judged, given: string): Promise<Verdict> {
  try {
    const verdict = await judge(given);
    return typeof verdict === 'boolean' ? { right: verdict } : verdict;
  } catch (error) {
    if (error instanceof EngineFailure) return { right: false };
    throw error;
  }
}

function once<T>(made: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const there = made.get(key) ?? make();
  made.set(key, there);
  return there;
}
