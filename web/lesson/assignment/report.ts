/**
 * Grades as other tools read them. Points are 0 to 1 a question. One table of a class (csv), or one report of a student:
 * PrairieLearn's `results.json` of external graders, Gradescope's `results.json`, Classroom 50's `result.json`
 * (`classroom50/result/v1`, of whole points: 100 a question), and the XML of JUnit.
 */
import { csvFormatRows } from 'd3-dsv';
import type { Note, Row, Score } from './grade';

export const FORMATS = ['csv', 'prairielearn', 'gradescope', 'classroom50', 'junit'] as const;
export type Format = (typeof FORMATS)[number];

/** The share of a question's points for a right answer that was not the first. */
export interface Weights {
  later: number;
}

export type Graded = Row & { is: 'graded' };

function pointsOf({ first, final }: Score, { later }: Weights): number {
  return first ? 1 : final ? later : 0;
}

/** Sum of the points, and the most there are. */
export function totalOf(row: Graded, weights: Weights): { points: number; most: number } {
  return {
    points: row.scores.reduce((sum, score) => sum + pointsOf(score, weights), 0),
    most: row.scores.length,
  };
}

/** One line a file, none is left out: student, state, points, times, what was noted, and a column for each question. */
export function csvOf(rows: readonly Row[], weights: Weights): string {
  const scores = rows.find((row): row is Graded => row.is === 'graded')?.scores ?? [];
  const names = scores.map(nameOf);
  const head = [
    'student',
    'file',
    'state',
    'counts',
    'points',
    'of',
    'first_try',
    'final',
    'time_s',
    'notes',
    ...names,
  ];
  const lines = rows.map((row) => {
    const notes = notesOf(row);
    if (row.is !== 'graded') {
      const student = row.is === 'foreign' ? row.student : '';
      return [student, row.file, row.is, 'no', '', '', '', '', '', notes, ...names.map(() => '')];
    }
    const { points, most } = totalOf(row, weights);
    const [first, final] = [
      row.scores.filter((s) => s.first).length,
      row.scores.filter((s) => s.final).length,
    ];
    return [
      ...[row.student, row.file, row.is, row.counts ? 'yes' : 'no', rounded(points), most, first, final],
      ...[row.seconds, notes, ...row.scores.map((score) => rounded(pointsOf(score, weights)))],
    ];
  });
  return `${csvFormatRows([head, ...lines].map((line) => line.map(cell)))}\n`;
}

/** A spreadsheet would run a text that begins so as a formula. */
function cell(value: string | number): string {
  return typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
}

function rounded(points: number): number {
  return Math.round(points * 1000) / 1000;
}

export function nameOf({ part, step }: Pick<Score, 'part' | 'step'>): string {
  return `${part}/${step}`;
}

/** Notes in a report at most: PrairieLearn takes reports up to 1 MB. */
const MOST_NOTES = 200;
/** Characters of an answer, a title or a name of a file that a note repeats. */
const QUOTED = 80;

function quoted(text: string): string {
  return text.length > QUOTED ? `${text.slice(0, QUOTED)}…` : text;
}

/** All that was noted of a file, in English, as one text. */
function notesOf(row: Row): string {
  const notes = row.notes.slice(0, MOST_NOTES).map(noteText);
  if (row.notes.length > MOST_NOTES) notes.push(`and ${row.notes.length - MOST_NOTES} more`);
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
    case 'lesson':
      return `${note.part}: the lesson has changed since`;
    case 'again':
      return `later than ${note.file} of the same student`;
    case 'copied':
      return `the same answers at the same times as in ${note.file}`;
  }
}

/** A submission as Classroom 50 names it in the environment of its graders, in lower case. */
export type Submission = {
  readonly [name in
    | 'classroom'
    | 'assignment'
    | 'assignment_type'
    | 'username'
    | 'owner'
    | 'submission_tag'
    | 'commit_url'
    | 'release_url'
    | 'review_url']: string;
};
/** In the place of an address that only Classroom 50 knows: none of its fields may be empty. */
const ELSEWHERE = 'local';

/** The report of one student, for the autograder of a course. */
export function reportOf(
  format: Exclude<Format, 'csv'>,
  row: Row,
  weights: Weights,
  submission: Partial<Submission> = {},
): string {
  const graded = row.is === 'graded' ? row : null;
  const { points, most } = graded ? totalOf(graded, weights) : { points: 0, most: 0 };
  const scores = graded?.scores ?? [];
  const notes = notesOf(row);
  switch (format) {
    case 'prairielearn':
      return json({
        gradable: graded !== null,
        score: most > 0 ? points / most : 0,
        ...(graded === null && { format_errors: [notes] }),
        output: notes,
        tests: scores.map((score) => ({
          name: nameOf(score),
          points: pointsOf(score, weights),
          max_points: 1,
          message: saidOf(score),
        })),
      });
    case 'gradescope':
      return json({
        ...(scores.length === 0 && { score: 0 }),
        output: notes,
        visibility: 'visible',
        tests: scores.map((score) => ({
          name: nameOf(score),
          score: pointsOf(score, weights),
          max_score: 1,
          status: score.final ? 'passed' : 'failed',
          output: saidOf(score),
        })),
      });
    case 'classroom50':
      return json({
        schema: 'classroom50/result/v1',
        classroom: submission.classroom ?? ELSEWHERE,
        assignment: submission.assignment ?? ELSEWHERE,
        assignment_type: submission.assignment_type ?? 'individual',
        owner: submission.owner ?? submission.username ?? graded?.student ?? row.file,
        submission: submission.submission_tag ?? `submit/${ELSEWHERE}`,
        commit: submission.commit_url ?? ELSEWHERE,
        release: submission.release_url ?? ELSEWHERE,
        review: submission.review_url ?? submission.commit_url ?? ELSEWHERE,
        datetime: moment(row),
        score: scores.reduce((sum, score) => sum + whole(score, weights), 0),
        'max-score': 100 * scores.length,
        tests: scores.map((score) => ({
          'test-name': nameOf(score),
          passed: score.final,
          score: whole(score, weights),
          'max-score': 100,
        })),
      });
    case 'junit':
      return junit(row, scores, notes);
  }
}

function whole(score: Score, weights: Weights): number {
  return Math.round(100 * pointsOf(score, weights));
}

function saidOf({ first, final, tries }: Score): string {
  if (tries === 0) return 'not answered';
  const answers = `${tries} ${tries === 1 ? 'answer' : 'answers'}`;
  return first ? 'right at the first answer' : final ? `right after ${answers}` : `wrong after ${answers}`;
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 1)}\n`;
}

/**
 * The schema of Ant's reports has most rules: this order of elements, and every attribute. Jenkins takes these reports too.
 */
function junit(row: Row, scores: readonly Score[], notes: string): string {
  const failures = scores.filter(({ final }) => !final).length;
  const graded = row.is === 'graded' ? row : null;
  const cases = scores.map((score) => {
    const at = `  <testcase classname="${escaped(score.part)}" name="${escaped(score.step)}" time="0"`;
    if (score.final) return `${at}/>`;
    return `${at}><failure type="wrong" message="${escaped(saidOf(score))}"/></testcase>`;
  });
  if (!graded)
    cases.push(
      `  <testcase classname="file" name="${escaped(row.file)}" time="0"><error type="${row.is}" message="${escaped(notes)}"/></testcase>`,
    );
  const suite = [
    ['name', graded?.student ?? row.file],
    ['timestamp', moment(row).replace('Z', '')],
    ['hostname', 'localhost'],
    ['tests', cases.length],
    ['failures', failures],
    ['errors', graded ? 0 : 1],
    ['time', graded?.seconds ?? 0],
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite ${suite.map(([name, value]) => `${name}="${escaped(String(value))}"`).join(' ')}>`,
    '  <properties/>',
    ...cases,
    `  <system-out>${escaped(notes)}</system-out>`,
    '  <system-err></system-err>',
    '</testsuite>',
    '',
  ].join('\n');
}

/** When it was handed in, to the second: `2026-11-27T09:00:00Z`. */
function moment(row: Row): string {
  const saved = row.is === 'graded' ? row.saved : 0;
  return new Date(Math.min(saved, LAST_YEAR)).toISOString().replace(/\.\d+Z$/, 'Z');
}

/** The last moment of the year 9999: years of more digits are written in another way. */
const LAST_YEAR = Date.UTC(9999, 11, 31, 23, 59, 59);

/** As text of XML 1.0, which has no other control characters and no half of a pair. */
function escaped(text: string): string {
  return text
    .replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}
