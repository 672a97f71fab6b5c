/** Requests of a trace one by one: how long each was served, and how long it waited. */
import type { ScenarioDocument } from '../../../model/scenario/document';
import type { EngineClient } from '../../../protocol/engine/engine-client';
import { digits } from './experiment';
import { costOf, SLOT, servicesFrom } from './service';

/** Rejects as {@link EngineClient.request} does. */
export async function windowOf(
  client: EngineClient,
  scenario: ScenarioDocument,
  { from, to }: { from: number; to: number },
): Promise<{ service: number[]; wait: number[] }> {
  const cost = costOf(scenario);
  const all: number[] = [];
  while (all.length < to) {
    const services = await servicesFrom(client, all.length, cost);
    if (services.length === 0) throw new Error(`the trace ends before request ${to}`);
    all.push(...services);
  }
  const waits = waitsOf(all, await arrivalsOf(client, to));
  const ms = (times: number[]) => times.slice(from, to).map((us) => digits(us / 1000));
  return { service: ms(all), wait: ms(waits) };
}

/** First come, first served (SPEC 2). */
function waitsOf(services: readonly number[], arrivals: readonly number[]): number[] {
  let free = 0;
  return arrivals.map((arrival, at) => {
    const begun = Math.max(free, arrival);
    free = begun + (services[at] ?? 0);
    return begun - arrival;
  });
}

/** When the first `to` requests come, microseconds: a frame tells it of a few. */
async function arrivalsOf(client: EngineClient, to: number): Promise<number[]> {
  const arrivals: number[] = [];
  while (arrivals.length < to) {
    const request = arrivals.length;
    const target = { to: 'position', position: { request, event: 0 } } as const;
    await client.request({ type: 'run', slot: SLOT, target });
    const { frame } = await client.frame(SLOT, { fromBlock: 0, toBlock: 1 });
    const told = frame.queue.filter(({ index }) => index >= request).sort((a, b) => a.index - b.index);
    if (told.length === 0) throw new Error(`no frame tells of request ${request}`);
    arrivals.push(...told.map(({ time_ms }) => 1000 * (time_ms ?? 0)));
  }
  return arrivals.slice(0, to);
}
