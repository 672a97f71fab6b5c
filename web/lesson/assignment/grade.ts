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
import { assigned } from './assigned';
import { type Assignment, type Part, writeAssignment } from './assignment';
import { type Bare, bareIn, isPolicy } from './bare';
import { ALONE, bareFacts, type Compared, compare, type Facts, factsOf } from './compare';
import { lessonHash } from './lesson-hash';
import { type Question, type Result, readResult, type Trouble } from './result';
import { unseenNotes } from './unseen';

/** A file as it came. */
export interface Handed {
  name: string;
  text: string;
  /** Of WebAssembly, which is no text. */
  bytes?: ArrayBuffer;
  /** Why it could not be read. */
  unread?: string;
  /** Why the grader could not grade it: it took too long, or the grader stopped. */
  lost?: string;
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
  | { kind: 'bare'; part: string; step: string }
  /** The last policy that counted was ended in this run: by a mistake of its own, or because it did not end. */
  | { kind: 'stopped'; part: string; step: string; run: string }
  /** The id has characters that no one sees, by their numbers. */
  | { kind: 'unseen'; letters: string[] };

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
  | { is: 'unread' | 'newer'; trouble: Trouble /** If that much is known. */; student?: string }
  /** Of another assignment. */
  | { is: 'foreign'; student: string; title: string }
);

/** A file before its answers are judged. */
export interface Looked {
  /** Graded as if nothing had been answered, or why it cannot be graded. */
  row: Row;
  /** `null`: it is not compared. */
  facts: Facts | null;
}

export interface Engines {
  client: EngineClient;
  /** Another one, for one that has stopped. */
  renew?(): Promise<EngineClient>;
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
  let judge = new Judge(assignment, lessons, engines);
  const looked = files.map((file) => judge.look(file));
  const compared = compareAll(looked);
  const rows: Row[] = [];
  try {
    for (const [n, file] of files.entries()) {
      signal?.throwIfAborted();
      const same = compared[n] ?? ALONE;
      try {
        rows.push(await judge.row(file, same, signal));
      } catch (error) {
        if (!(error instanceof EngineCrash) || !engines.renew || signal?.aborted) throw error;
        // The others are graded all the same, with an engine of their own.
        judge.close();
        judge = new Judge(assignment, lessons, { ...engines, client: await engines.renew() });
        rows.push(await judge.row({ ...file, lost: `the engine stopped: ${error.message}` }, same));
      }
      told?.(rows.length);
    }
    return rows;
  } finally {
    judge.close();
  }
}

/** The notes on files beside each other. */
export function compareAll(looked: readonly Looked[]): Compared[] {
  return compare(looked.map(({ row, facts }) => ({ file: row.file, facts })));
}

function unread({ name }: Handed, message: string, remedy: string, student = ''): Row {
  const fault = { line: 1, column: 1, where: 'result', message, remedy };
  const known = student === '' ? {} : { student };
  return { is: 'unread', file: name, notes: [], trouble: { kind: 'unread', faults: [fault] }, ...known };
}

/** How often the assignment was left before the last of its questions had its first answer. */
function leftBefore({ left = [], answers }: Result, scores: readonly Score[]): number {
  const first = scores.flatMap(({ part, step }) => ownOf(ownOf(answers, part), step)?.answers[0]?.s ?? []);
  const last = first.reduce((most, each) => Math.max(most, each), -1);
  return left.filter(({ s }) => s < last).length;
}

interface Verdict {
  right: boolean;
  /** Of a policy: the run in which it was ended. */
  stopped?: string;
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

/** A question, and the answers to it. */
interface Asked {
  part: Part;
  lesson: Lesson;
  step: Step;
  score: Score;
  given: Question | undefined;
}

type Read = { student: string; result: Result; edited: boolean } | (Bare & { result: null }) | { row: Row };

export class Judge {
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

  /** The kind of a file, and its student: nothing is judged. */
  look(file: Handed): Looked {
    try {
      const read = this.read(file);
      if ('row' in read) return { row: read.row, facts: null };
      const asked = this.asked(read.student, read.result);
      const row = rowOf(file, read, asked, unseenNotes(read.student));
      return { row, facts: read.result ? factsOf(read.result) : bareFacts(read, file.text) };
    } catch (error) {
      return { row: faulty(file, error), facts: null };
    }
  }

  /** A file that the grader stumbles over has a row that says so. `compared`: what is noted of it beside the others. */
  async row(file: Handed, compared: Compared, signal?: AbortSignal): Promise<Row> {
    try {
      const row = await this.judged(file, signal);
      row.notes.push(...compared.notes);
      if (row.is === 'graded') row.counts = compared.counts;
      return row;
    } catch (error) {
      if (signal?.aborted || error instanceof EngineCrash) throw error;
      return faulty(file, error);
    }
  }

  /** Plays the lessons up to their questions, which answers to them need. */
  async warm(signal?: AbortSignal): Promise<void> {
    for (const { name } of this.assignment.parts)
      await once(this.stations, name, () => walk(this.lessonOf(name, ''), this.client, signal));
  }

  private read(file: Handed): Read {
    const { name, text } = file;
    if (file.lost !== undefined) {
      const message = `the grader could not grade this file: ${file.lost}`;
      const remedy =
        'look at the file; if it is honest, grade it alone, with `--seconds 600` on the command line';
      return { row: unread(file, message, remedy) };
    }
    if (file.unread !== undefined)
      return {
        row: unread(file, `the file cannot be read: ${file.unread}`, 'ask for the file that the page saved'),
      };
    if (isPolicy(name)) {
      const bare = bareIn(file, this.assignment, this.lessons);
      if ('trouble' in bare) return { row: { is: 'unread', file: name, notes: [], trouble: bare.trouble } };
      return { ...bare, result: null };
    }
    const read = readResult(text);
    if ('trouble' in read) {
      const is = read.trouble.kind === 'newer' ? 'newer' : 'unread';
      return { row: { is, file: name, notes: [], trouble: read.trouble } };
    }
    const { student, title, assignment } = read.result;
    if (assignment !== this.hash)
      return { row: { is: 'foreign', file: name, notes: unseenNotes(student), student, title } };
    return { ...read, student };
  }

  private async judged(file: Handed, signal?: AbortSignal): Promise<Row> {
    const read = this.read(file);
    if ('row' in read) return read.row;
    const { student, result } = read;
    const asked = this.asked(student, result);
    if (!result) {
      const { part, step, code } = read;
      const notes: Note[] = [...unseenNotes(student), { kind: 'bare', part, step }];
      const one = asked.find(({ score }) => score.part === part && score.step === step);
      if (one?.step.policy) {
        const { policy } = one.step;
        const verdict = await this.policy(one.lesson, part, { ...one.step, policy }, code, signal);
        count(one.score, verdict);
        noteStop(notes, one.score, verdict);
      }
      return rowOf(file, read, asked, notes);
    }
    const notes: Note[] = [...(read.edited ? [{ kind: 'edited' } as const] : []), ...unseenNotes(student)];
    for (const each of this.assignment.parts) {
      const hash = ownOf(result.lessons, each.name);
      const found = this.lessons.get(each.name);
      if (found && hash !== undefined && hash !== lessonHash(found))
        notes.push({ kind: 'lesson', part: each.name });
      for (const one of asked)
        if (one.part === each && one.given) await this.question(one, one.given, notes, signal);
    }
    for (const [part, steps] of Object.entries(result.answers))
      for (const step of Object.keys(steps))
        if (!asked.some(({ score }) => score.part === part && score.step === step))
          notes.push({ kind: 'unknown', part, step });
    const left = leftBefore(
      result,
      asked.map(({ score }) => score),
    );
    if (left > 0) notes.push({ kind: 'left', times: left });
    return rowOf(file, read, asked, notes);
  }

  /** As the assignment asks it of a student. */
  private lessonOf(name: string, student: string): Lesson {
    const part = this.assignment.parts.find((one) => one.name === name);
    const found = this.lessons.get(name);
    if (!part || !found) throw new Error(`no lesson "${name}"`);
    return assigned(found, this.assignment, part, student);
  }

  /** The questions of a student; `result`: `null` where nothing was answered. */
  private asked(student: string, result: Result | null): Asked[] {
    return this.assignment.parts.flatMap((part) => {
      const lesson = this.lessonOf(part.name, student);
      return lesson.steps.flatMap((step): Asked[] => {
        if (step.more || !asks(step)) return [];
        const given = ownOf(ownOf(result?.answers, part.name), step.id);
        const score: Score = { part: part.name, step: step.id, first: false, final: false, tries: 0 };
        const { policy } = step;
        if (policy) score.runs = runScores(lesson, { ...step, policy }, null);
        if (given?.reason && step.predict?.choices.length === 2) score.reason = given.reason;
        return [{ part, lesson, step, score, given }];
      });
    });
  }

  private async question(
    { part: { name: part }, lesson, step, score }: Asked,
    { variant, answers }: Question,
    notes: Note[],
    signal?: AbortSignal,
  ): Promise<void> {
    const at = { part, step: step.id };
    const wanted = step.predict?.variants ? 1 : 0;
    if (variant !== wanted) notes.push({ kind: 'variant', ...at });
    const judge = await this.judgeOf(lesson, part, step, wanted, signal);
    const known = new Map<string, Verdict>();
    let last: Verdict | null = null;
    for (const { given, right: claimed } of answers) {
      if (score.final || score.tries >= (lesson.rules?.attempts ?? Infinity)) {
        notes.push({ kind: 'beyond', ...at });
        break;
      }
      const verdict = known.get(given) ?? (await guarded(judge, given));
      known.set(given, verdict);
      const { right } = verdict;
      if (right !== claimed) notes.push({ kind: 'disputed', ...at, given, right });
      count(score, verdict);
      last = verdict;
    }
    if (last) noteStop(notes, score, last);
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
    const runs = runScores(lesson, step, verdict);
    const stopped = verdict.failure ? runs[verdict.runs.length]?.name : undefined;
    return { right: verdict.right, runs, ...(stopped !== undefined && { stopped }) };
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

/** A row of a file that was read. */
function rowOf(
  { name }: Handed,
  { student, result }: Exclude<Read, { row: Row }>,
  asked: readonly Asked[],
  notes: Note[],
): Row {
  const times = Object.values(result?.answers ?? {}).flatMap((steps) =>
    Object.values(steps).flatMap(({ answers }) => answers.map(({ s }) => s)),
  );
  // Not as arguments: a file may have more answers than a call takes.
  const seconds = times.reduce((most, each) => Math.max(most, each), 0);
  return {
    ...{ is: 'graded', file: name, notes, student, counts: true },
    ...{ scores: asked.map(({ score }) => score), seconds },
    ...{ saved: result?.saved ?? 0, lab: result?.lab ?? '' },
  };
}

function faulty(file: Handed, error: unknown): Row {
  const message = `the grader met a fault: ${error instanceof Error ? error.message : error}`;
  return unread(file, message, 'report it with this file');
}

function noteStop(notes: Note[], { part, step }: Score, { stopped }: Verdict): void {
  if (stopped !== undefined) notes.push({ kind: 'stopped', part, step, run: stopped });
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
