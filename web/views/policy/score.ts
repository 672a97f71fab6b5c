/** A score: the policy's run and those of the built-in ones. */
import { keep, kept } from '../../base/keep';
import { type RivalId, rivalText, type Task, type TaskId } from '../../model/policy/tasks';
import { EngineFailure } from '../../protocol/engine/engine-client';
import type { Report } from '../../protocol/generated/Report';
import { runAll, type StartRun } from '../../protocol/runs/pool';

export interface Row {
  id: RivalId | 'yours' | 'best';
  /** Write amplification; `null` while it runs. */
  wa: number | null;
  erases: number | null;
  /** Mean response time, us. */
  response: number | null;
  /** Bytes of state; `null`: not counted. */
  state: number | null;
}

export interface Scored {
  task: TaskId;
  /** The policy that decides where this one does not. */
  own: RivalId;
  rows: readonly Row[];
}

export const rowOf = (
  id: Row['id'],
  { write_amplification: wa, flash, response_us }: Report,
  state: number | null,
): Row => ({
  id,
  wa: wa ?? null,
  erases: flash.erases.total,
  response: response_us.mean,
  state,
});

/** Under which the best score of a task is kept. */
const BEST = 'ftl-lab policy best ';

/** The best score of the runs before this one, which is kept if it is better. */
export function bestBefore(task: TaskId, row: Row): Row | null {
  const best = readRow(kept(BEST + task));
  if (row.wa !== null && (best?.wa ?? Number.POSITIVE_INFINITY) > row.wa)
    keep(BEST + task, JSON.stringify({ ...row, id: 'best' }));
  return best;
}

/** A row that was kept; `null` if that is none. */
function readRow(text: string | null): Row | null {
  try {
    const row = JSON.parse(text ?? 'null') as Row | null;
    return row?.id === 'best' && typeof row.wa === 'number' ? row : null;
  } catch {
    return null;
  }
}

/** The rows of a task's built-in policies: the same for every policy, so each task is run once. */
const known = new Map<TaskId, Promise<Row[]>>();

export function rivals(task: Task, start: StartRun): Promise<Row[]> {
  let rows = known.get(task.id);
  if (!rows) {
    rows = runRivals(task, start).catch((error) => {
      known.delete(task.id);
      throw error;
    });
    known.set(task.id, rows);
  }
  return rows;
}

async function runRivals(task: Task, start: StartRun): Promise<Row[]> {
  const rows: Row[] = [];
  const jobs = task.rivals.map(({ id }) => ({ scenario: rivalText(task, id) }));
  for await (const { index, outcome } of runAll(start, jobs)) {
    const rival = task.rivals[index];
    if (rival && outcome.report) rows[index] = rowOf(rival.id, outcome.report, null);
  }
  return rows.filter(Boolean);
}

/** The report of one scenario. */
export async function reportOf(scenario: string, start: StartRun, signal: AbortSignal): Promise<Report> {
  for await (const { outcome } of runAll(start, [{ scenario }], { signal })) {
    if (outcome.report) return outcome.report;
    throw new EngineFailure(outcome.failure);
  }
  throw new Error('a run has an outcome');
}
