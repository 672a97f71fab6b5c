/** The runs of a policy as grades have them: the visible one and the hidden ones, each with its points and write amplification. */
import type { Lesson } from '../language/lesson';
import { type PolicyStep, scoreOf, trialsOf, type Verdict } from './judge';

/** One of the runs that a policy is judged by. */
export interface RunScore {
  /** `visible`, `hidden 1`, `hidden 2`, … */
  name: string;
  /** Whether it was run to its end. */
  ran: boolean;
  /** Whether all conditions hold. */
  met: boolean;
  /** The sum of the step's points; `null`: it has none. */
  points: { you: number; most: number } | null;
  /** `null`: it was not run to its end, or nothing was written. */
  amplification: number | null;
}

/** Of the verdict on a policy, or, with `null`, of none that was handed in. A run that was not reached has no points. */
export function runScores(lesson: Lesson, step: PolicyStep, verdict: Verdict | null): RunScore[] {
  const { policy } = step;
  return trialsOf(lesson, step).map(({ hidden }, at): RunScore => {
    const run = verdict?.runs[at];
    return {
      name: hidden ? `hidden ${at}` : 'visible',
      ran: run !== undefined,
      met: run !== undefined && run.missed === null,
      points: policy.points.length > 0 ? scoreOf(policy, run?.points ?? []) : null,
      amplification: run?.mine.end.report.write_amplification ?? null,
    };
  });
}

/** The mean of the runs; `null` unless all have one. */
export function meanAmplification(runs: readonly RunScore[]): number | null {
  const all = runs.flatMap(({ amplification }) => (amplification === null ? [] : [amplification]));
  return all.length === runs.length && all.length > 0
    ? all.reduce((sum, each) => sum + each, 0) / all.length
    : null;
}
