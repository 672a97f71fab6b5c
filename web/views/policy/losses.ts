/** Where a policy loses: looked for in a worker of the pool, by the lab's own engine, from the choices alone. */
import type { Loss } from '../../protocol/generated/Loss';
import type { PolicyLosses } from '../../protocol/generated/PolicyLosses';
import type { PolicyOutcome } from '../../protocol/generated/PolicyOutcome';
import type { StartRun } from '../../protocol/runs/pool';

export async function lossesOf(
  scenario: string,
  start: StartRun,
  signal: AbortSignal,
  onTold: (at: { done: number; total: number }) => void,
): Promise<PolicyLosses> {
  const worker = await start();
  try {
    return JSON.parse(await worker.ask('losses', { scenario }, { signal, onTold })) as PolicyLosses;
  } finally {
    worker.close();
  }
}

/**
 * The scenarios to compare: the choices up to and with this one, or `all` of them, and the choices up to it. From there on the FTL
 * decides.
 */
export function sidesOf(
  scenario: Record<string, unknown>,
  choices: PolicyOutcome['choices'],
  { request, decision }: Loss,
  all: boolean,
): [mine: string, own: string] {
  const before = choices.filter(
    (one) => one.request < request || (one.request === request && one.decision < decision),
  );
  const until = all ? choices : choices.slice(0, before.length + 1);
  return [
    JSON.stringify({ ...scenario, interventions: until }),
    JSON.stringify({ ...scenario, interventions: before }),
  ];
}
