/** The check of a policy's step: the solution is right on every run, each wrong one is not, and everything can be computed. */
import type { Scope } from '../language/evaluate';
import type { Fault } from '../language/fault';
import type { Inline } from '../language/lesson';
import type { Stations } from '../play/walk';
import { faultsOf, type Judges, judge, missedOf, type PolicyStep } from './judge';

const REMEDY = 'correct it, or the conditions of the policy';

/** `see`: what is read beside a run; without a hint the text that is revealed. */
export async function checkPolicy(
  lesson: Parameters<typeof judge>[0],
  stations: Stations,
  step: PolicyStep,
  judges: Judges,
  signal: AbortSignal,
  see: (scope: Scope, hint: Inline[] | null) => void,
): Promise<{ faults: Fault[]; evaluated: number }> {
  const faults: Fault[] = [];
  let evaluated = 0;
  const where = `step "${step.id}", policy`;
  const { solution, wrong } = step.policy;
  const entries = [{ number: 0, code: solution }, ...wrong.map((code, at) => ({ number: at + 1, code }))];
  for (const { number, code } of entries) {
    const solves = number === 0;
    const verdict = await judge(lesson, stations, step, code.text, judges, { signal });
    const { failure, runs } = verdict;
    const missed = missedOf(verdict);
    const fault = (message: string, remedy: string, further = 0) =>
      faults.push({ line: code.line + further, column: code.column, where, message, remedy });
    evaluated += runs.length;
    for (const run of runs) faults.push(...faultsOf(step, run));
    if (failure && (solves || runs.length === 0)) {
      const message = bare(failure.message);
      // Its text begins on the line after the mark of the block.
      fault(
        solves ? `the solution fails: ${message}` : `wrong policy ${number} fails: ${message}`,
        bare(failure.remedy),
        failure.line ?? 0,
      );
    } else if (solves && missed?.run.missed) {
      const { text } = missed.run.missed.is;
      fault(`the solution misses ${text} in run ${runs.indexOf(missed.run) + 1}`, REMEDY);
    } else if (!solves && verdict.right) fault(`wrong policy ${number} is right for the engine`, REMEDY);
    for (const { scope } of solves ? runs.slice(0, 1) : []) see(scope, null);
    if (missed) see(missed.run.scope, missed.hint);
  }
  return { faults, evaluated };
}

/** Sentences are joined with a full stop where they are shown. */
function bare(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
