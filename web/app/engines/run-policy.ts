/** Policies in the page: the sandbox, its worker and its engine, loaded with the first that runs. */
import type { Counterexample } from '../../protocol/generated/Counterexample';
import type { PolicyAsked, RunPolicy } from '../../protocol/policy/run-policy';

/** Traces that a search tries: some seconds. */
const TRIES = 30_000;

async function taskOf(asked: PolicyAsked) {
  const [{ default: worker }, { engineBytes }, sandbox] = await Promise.all([
    import('virtual:policy-worker'),
    import('../../protocol/policy/engine-bytes'),
    import('../../protocol/policy/sandbox'),
  ]);
  return { sandbox, task: { ...asked, worker, engine: await engineBytes() } };
}

export const runPolicy: RunPolicy = async (asked) => {
  const { sandbox, task } = await taskOf(asked);
  return sandbox.runPolicy(task);
};

export async function breakPolicy(asked: PolicyAsked): Promise<Counterexample> {
  const { sandbox, task } = await taskOf(asked);
  return sandbox.breakPolicy(task, TRIES);
}
