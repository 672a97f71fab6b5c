/**
 * The grader inside the command line: `ftl-lab grade` runs this file in QuickJS, with the lessons of the course in it.
 * `npm run grader` bundles it (web/tools/jobs/grade.mjs).
 */
import './missing';
import type { Compared } from '../assignment/compare';
import type { Looked } from '../assignment/grade';
import { Grading, type HandedIn, type Named, shortened } from '../assignment/handed-in';
import type { Columns } from '../assignment/report';
import { challengesOf, engineOf, type Host, policiesOf } from './host';
import { modelsFrom } from './models';

/** The questions of the command line, in this order; `grade` of each file. Files go by their names among the others. */
type Question =
  /** Answered by the names of the files, or by the faults of the assignment. */
  | { ask: 'open'; asked: Omit<HandedIn, 'files'>; paths: string[] }
  /** A `Looked`. */
  | { ask: 'look'; file: Named }
  /** A `Plan`. */
  | { ask: 'plan'; looked: Looked[] }
  | { ask: 'warm' }
  /** A `Graded`. */
  | { ask: 'grade'; file: Named; compared: Compared; columns: Columns; alone: boolean };

let grading: Grading | null = null;

/** The answer to a question of the command line; JSON in and out. */
export async function answer(question: string, host: Host): Promise<string> {
  const answered = await answerTo(JSON.parse(question) as Question, host);
  return JSON.stringify(answered, (_, value) => (typeof value === 'string' ? wellFormed(value) : value));
}

async function answerTo(question: Question, host: Host): Promise<unknown> {
  if (question.ask === 'open') {
    modelsFrom(host);
    const opened = await Grading.open(question.asked, {
      client: engineOf(host),
      challenges: async () => challengesOf(host),
      policies: policiesOf(host),
    });
    if ('faults' in opened) return opened;
    grading = opened;
    return { names: shortened(question.paths) };
  }
  if (!grading) throw new Error('no assignment is open');
  switch (question.ask) {
    case 'look':
      return grading.look(question.file);
    case 'plan':
      return grading.plan(question.looked);
    case 'warm':
      return (await grading.warm()) ?? null;
    case 'grade': {
      const { file, compared, columns, alone } = question;
      return grading.grade(file, compared, columns, alone);
    }
  }
}

/** A file may hold half of a character, which no file in UTF-8 can: it is written as Node writes it. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
