/**
 * Grades as autograders of courses read them, one report of a student: PrairieLearn's `results.json` of external graders, Gradescope's
 * `results.json`, Classroom 50's `result.json` (`classroom50/result/v1`, of whole points: 100 a question), and the XML of JUnit.
 * `testdata/` has their schemas.
 */
import { meanAmplification, type RunScore } from '../policy/scores';
import type { Row, Score } from './grade';
import { nameOf, notesOf, pointsOf, rounded, totalOf, type Weights } from './report';
import { seen } from './unseen';

export const FORMATS = ['csv', 'prairielearn', 'gradescope', 'classroom50', 'junit'] as const;
export type Format = (typeof FORMATS)[number];

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
  // Students see it.
  const notes = notesOf(row, { others: false });
  switch (format) {
    case 'prairielearn':
      return json({
        gradable: graded !== null,
        score: most > 0 ? points / most : 0,
        ...(graded === null && { format_errors: [notes] }),
        output: notes,
        tests: scores.flatMap((score) => [
          {
            name: nameOf(score),
            points: pointsOf(score, weights),
            max_points: 1,
            message: saidOf(score),
          },
          // A run adds no points to the question: the message shows those of the step.
          ...runsOf(score).map(({ name, said }) => ({ name, message: said })),
        ]),
      });
    case 'gradescope':
      return json({
        // Rows of runs have no score of their own.
        ...((scores.length === 0 || scores.some(({ runs }) => runs)) && { score: points }),
        output: notes,
        visibility: 'visible',
        tests: scores.flatMap((score) => [
          {
            name: nameOf(score),
            score: pointsOf(score, weights),
            max_score: 1,
            status: statusOf(score.final),
            output: saidOf(score),
          },
          ...runsOf(score).map(({ name, met, said }) => ({ name, status: statusOf(met), output: said })),
        ]),
        ...leaderboardOf(scores),
      });
    case 'classroom50':
      return json({
        schema: 'classroom50/result/v1',
        classroom: submission.classroom ?? ELSEWHERE,
        assignment: submission.assignment ?? ELSEWHERE,
        assignment_type: submission.assignment_type ?? 'individual',
        owner: submission.owner ?? submission.username ?? seen(graded?.student ?? row.file),
        submission: submission.submission_tag ?? `submit/${ELSEWHERE}`,
        commit: submission.commit_url ?? ELSEWHERE,
        release: submission.release_url ?? ELSEWHERE,
        review: submission.review_url ?? submission.commit_url ?? ELSEWHERE,
        datetime: moment(row),
        score: scores.reduce((sum, score) => sum + whole(score, weights), 0),
        'max-score': 100 * scores.length,
        tests: scores.flatMap((score) => [
          {
            'test-name': nameOf(score),
            passed: score.final,
            score: whole(score, weights),
            'max-score': 100,
          },
          ...runsOf(score).map(({ name, met, said }) => ({
            'test-name': name,
            passed: met,
            score: 0,
            'max-score': 0,
            output: said,
          })),
        ]),
      });
    case 'junit':
      return junit(row, scores, notes);
  }
}

function statusOf(met: boolean): string {
  return met ? 'passed' : 'failed';
}

/** The runs of a policy: the name of each, and its result in a line. */
function runsOf(score: Score): (Pick<RunScore, 'name' | 'met'> & { said: string })[] {
  return (score.runs ?? []).map(({ name, ran, met, points, amplification }) => {
    const held = met ? 'all conditions hold' : 'a condition does not hold';
    const said = [score.tries === 0 ? 'not answered' : ran ? held : 'not run to its end'];
    if (points) said.push(`${rounded(points.you)} of ${points.most} points`);
    if (amplification !== null) said.push(`write amplification ${rounded(amplification)}`);
    return { name: `${nameOf(score)} ${name}`, met, said: said.join(', ') };
  });
}

/** Gradescope ranks students by it: write amplification of policies, and their points. */
function leaderboardOf(scores: readonly Score[]): { leaderboard?: object[] } {
  const judged = scores.filter(({ runs }) => runs);
  const leaderboard = judged.flatMap((score) => {
    const { runs = [] } = score;
    const of = judged.length > 1 ? ` ${nameOf(score)}` : '';
    const mean = meanAmplification(runs);
    const points = runs.flatMap((run) => (run.points ? [run.points.you] : []));
    return [
      ...(mean === null ? [] : [{ name: `WA${of}`, value: rounded(mean), order: 'asc' }]),
      ...(points.length === 0
        ? []
        : [{ name: `Points${of}`, value: rounded(points.reduce((sum, each) => sum + each)), order: 'desc' }]),
    ];
  });
  return leaderboard.length > 0 ? { leaderboard } : {};
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
  const graded = row.is === 'graded' ? row : null;
  const tests = scores.flatMap((score) => [
    { part: score.part, name: score.step, met: score.final, said: saidOf(score) },
    ...runsOf(score).map((run) => ({ ...run, part: score.part })),
  ]);
  const cases = tests.map(({ part, name, met, said }) => {
    const at = `  <testcase classname="${escaped(part)}" name="${escaped(name)}" time="0"`;
    if (met) return `${at}/>`;
    return `${at}><failure type="wrong" message="${escaped(said)}"/></testcase>`;
  });
  const properties = scores
    .flatMap(runsOf)
    .map(({ name, said }) => `    <property name="${escaped(name)}" value="${escaped(said)}"/>`);
  if (!graded)
    cases.push(
      `  <testcase classname="file" name="${escaped(seen(row.file))}" time="0"><error type="${row.is}" message="${escaped(notes)}"/></testcase>`,
    );
  const suite = [
    ['name', seen(graded?.student ?? row.file)],
    ['timestamp', moment(row).replace('Z', '')],
    ['hostname', 'localhost'],
    ['tests', cases.length],
    ['failures', tests.filter(({ met }) => !met).length],
    ['errors', graded ? 0 : 1],
    ['time', graded?.seconds ?? 0],
  ];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite ${suite.map(([name, value]) => `${name}="${escaped(String(value))}"`).join(' ')}>`,
    ...(properties.length > 0 ? ['  <properties>', ...properties, '  </properties>'] : ['  <properties/>']),
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
