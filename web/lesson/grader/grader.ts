/**
 * The grader inside the command line: `ftl-lab grade` runs this file in QuickJS, with the lessons of the course in it.
 * `npm run grader` bundles it (web/tools/jobs/grade.mjs).
 */
import './missing';
import { gradeHandedIn, type HandedIn } from '../assignment/handed-in';
import { challengesOf, engineOf, type Host, policiesOf } from './host';
import { modelsFrom } from './models';

/** The command that a text names, by what the host gives. JSON in and out, see `gradeHandedIn`. */
export async function grade(asked: string, host: Host): Promise<string> {
  modelsFrom(host);
  const engines = {
    client: engineOf(host),
    challenges: async () => challengesOf(host),
    policies: policiesOf(host),
  };
  const graded = await gradeHandedIn(JSON.parse(asked) as HandedIn, engines, (done) => host.told(done));
  return JSON.stringify(graded, (_, value) => (typeof value === 'string' ? wellFormed(value) : value));
}

/** A file may hold half of a character, which no file in UTF-8 can: it is written as Node writes it. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd');
}
