/**
 * Runs a short scenario once to its end, in a hidden slot, for the lanes of the timeline and the figures at the end. The lab keeps its
 * position.
 */
import { isLarge } from '../../model/large';
import { ask, type EngineClient, EngineFailure } from '../../protocol/engine/engine-client';
import type { Lanes } from '../../protocol/generated/Lanes';
import type { Report } from '../../protocol/generated/Report';
import type { Summary } from '../../protocol/generated/Summary';

/** Beside the lab's and the one that it is compared with. */
const SLOT = 2;
/** More take longer than a person should wait for the next step. */
const MOST_REQUESTS = 2000;

export function isShort(summary: Summary): boolean {
  return summary.requests <= MOST_REQUESTS && !isLarge(summary);
}

export interface Foreseen {
  lanes: Lanes;
  report: Report;
}

export async function endOf(client: EngineClient, source: string, signal: AbortSignal): Promise<Foreseen> {
  const options = { signal };
  const { summary } = await ask(client, 'opened', { type: 'open', slot: SLOT, scenario: source }, options);
  try {
    const position = { request: summary.requests, event: 0 };
    await client.request({ type: 'run', slot: SLOT, target: { to: 'position', position } }, options);
  } catch (error) {
    // A request that cannot be served ends the run: what comes before it is known.
    if (!(error instanceof EngineFailure) || signal.aborted) throw error;
  }
  const { lanes } = await ask(client, 'lanes', { type: 'lanes', slot: SLOT });
  const { report } = await ask(client, 'report', { type: 'report', slot: SLOT });
  await client.request({ type: 'close', slot: SLOT });
  return { lanes, report };
}
