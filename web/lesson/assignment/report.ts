/** Grades as a table: points, 0 to 1 a question, and all that was noted of a file. */
import { csvFormatRows } from 'd3-dsv';
import { noFormula } from '../../base/save';
import { meanAmplification } from '../policy/scores';
import type { Note, Row, Score } from './grade';
import { seen } from './unseen';

/** The share of a question's points for a right answer that was not the first. */
export interface Weights {
  later: number;
}

export type Graded = Row & { is: 'graded' };

export function pointsOf({ first, final }: Score, { later }: Weights): number {
  return first ? 1 : final ? later : 0;
}

/** Sum of the points, and the most there are. */
export function totalOf(row: Graded, weights: Weights): { points: number; most: number } {
  return {
    points: row.scores.reduce((sum, score) => sum + pointsOf(score, weights), 0),
    most: row.scores.length,
  };
}

/** The columns of a table of a class, which its first line names. */
export interface Columns {
  /** A column for each question and each run of a policy. */
  names: readonly string[];
  /** The questions for which at least one student gave a reason. */
  reasoned: readonly string[];
}

/** They are known before any answer is judged. */
export function columnsOf(rows: readonly Row[]): Columns {
  const scores = rows.find((row): row is Graded => row.is === 'graded')?.scores ?? [];
  const names = scores.flatMap((score) => [nameOf(score), ...runColumns(score).map(([name]) => name)]);
  return { names, reasoned: reasonedIn(rows) };
}

/** One line a file, none is left out: student, state, points, times, what was noted, a column for each question, and the reasons given. */
export function csvOf(rows: readonly Row[], weights: Weights): string {
  const columns = columnsOf(rows);
  return csvHead(columns) + rows.map((row) => csvLine(row, columns, weights)).join('');
}

export function csvHead({ names, reasoned }: Columns): string {
  const head = [
    ...['student', 'file', 'state', 'counts', 'points', 'of', 'first_try', 'final', 'time_s', 'notes'],
    ...names,
    ...reasoned.map((name) => `${name} reason`),
  ];
  return `${BOM}${lineOf(head)}`;
}

export function csvLine(row: Row, { names, reasoned }: Columns, weights: Weights): string {
  const notes = notesOf(row);
  if (row.is !== 'graded') {
    const none = Array.from({ length: names.length + reasoned.length }, () => '');
    const student = seen(row.student ?? '');
    return lineOf([student, seen(row.file), row.is, 'no', '', '', '', '', '', notes, ...none]);
  }
  const { points, most } = totalOf(row, weights);
  const [first, final] = [row.scores.filter((s) => s.first).length, row.scores.filter((s) => s.final).length];
  return lineOf([
    ...[seen(row.student), seen(row.file), row.is, row.counts ? 'yes' : 'no', rounded(points), most],
    ...[first, final, row.seconds, notes],
    ...row.scores.flatMap((score) => [
      rounded(pointsOf(score, weights)),
      ...runColumns(score).map(([, value]) => value),
    ]),
    ...reasoned.map((name) => row.scores.find((score) => nameOf(score) === name)?.reason ?? ''),
  ]);
}

function lineOf(cells: readonly (string | number)[]): string {
  return `${csvFormatRows([cells.map(cell)])}\n`;
}

/** Excel takes a file without it for one in the system's own encoding, in which names in Korean are no names. */
const BOM = '\ufeff';

/** The questions for which at least one student gave a reason. */
function reasonedIn(rows: readonly Row[]): string[] {
  const scores = rows.flatMap((row) => (row.is === 'graded' ? row.scores : []));
  return [...new Set(scores.filter(({ reason }) => reason !== undefined).map(nameOf))];
}

/** Of a policy: points of each run (1 or 0 where the step has none), then the mean write amplification. */
function runColumns(score: Score): [name: string, value: number | ''][] {
  if (!score.runs) return [];
  const mean = meanAmplification(score.runs);
  return [
    ...score.runs.map(({ name, met, points }): [string, number] => [
      `${nameOf(score)} ${name}`,
      rounded(points ? points.you : Number(met)),
    ]),
    [`${nameOf(score)} WA`, mean === null ? '' : rounded(mean)],
  ];
}

function cell(value: string | number): string {
  return typeof value === 'number' ? String(value) : noFormula(value);
}

export function rounded(points: number): number {
  return Math.round(points * 1000) / 1000;
}

export function nameOf({ part, step }: Pick<Score, 'part' | 'step'>): string {
  return `${part}/${step}`;
}

/** Notes in a report at most: PrairieLearn takes reports up to 1 MB. */
const MOST_NOTES = 200;
/** Characters of an answer, a title or a name of a file that a note repeats. */
const QUOTED = 80;

export function quoted(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}

/** All that was noted of a file, in English, as one text. `others`: also what names the file of another student, who must not see it. */
export function notesOf(row: Row, { others = true } = {}): string {
  const all = others ? row.notes : row.notes.filter(({ kind }) => kind !== 'copied');
  const notes = all.slice(0, MOST_NOTES).map(noteText);
  if (all.length > MOST_NOTES) notes.push(`and ${all.length - MOST_NOTES} more`);
  if (row.is === 'foreign') notes.push(`of another assignment: ${quoted(row.title) || 'untitled'}`);
  if (row.is === 'newer' && row.trouble.kind === 'newer')
    notes.push(`version ${row.trouble.version} of results: grade it with a newer lab`);
  if (row.is === 'unread' && row.trouble.kind === 'unread')
    notes.push(
      ...row.trouble.faults
        .slice(0, 3)
        .map(({ line, column, message, remedy }) => `line ${line}, column ${column}: ${message}; ${remedy}`),
    );
  return notes.join('. ');
}

function noteText(note: Note): string {
  switch (note.kind) {
    case 'edited':
      return 'the file was changed by hand';
    case 'disputed':
      return `${nameOf(note)}: the file says that "${quoted(note.given)}" is ${note.right ? 'wrong' : 'right'}, the engine says ${note.right ? 'right' : 'wrong'}`;
    case 'beyond':
      return `${nameOf(note)}: more answers than are taken`;
    case 'variant':
      return `${nameOf(note)}: not the variant of this student`;
    case 'unknown':
      return `${nameOf(note)}: not in the assignment`;
    case 'left':
      return `left the assignment ${note.times} ${note.times === 1 ? 'time' : 'times'} while questions had no answer yet`;
    case 'lesson':
      return `${note.part}: the lesson has changed since`;
    case 'again':
      return `later than ${seen(note.file)} of the same student`;
    case 'bare':
      return `only a policy: it counts as the first answer to ${nameOf(note)}`;
    case 'copied':
      return `the same answers at the same times as in ${seen(note.file)}`;
    case 'stopped':
      return `${nameOf(note)}: the policy was ended in the run "${note.run}"`;
    case 'unseen':
      return `the id has characters that are not seen: ${note.letters.join(', ')}`;
  }
}
