/** A run carried out on an engine, and what is read off it. */
import { numberAt, type ScenarioDocument, writeDocument } from '../../../model/scenario/document';
import { ask, type EngineClient, type JobOptions } from '../../../protocol/engine/engine-client';
import type { Summary } from '../../../protocol/generated/Summary';
import { Heat } from '../../../protocol/heat';
import { digits, type Job, type Reading, readingOf, SHARES } from './experiment';
import { costOf, SLOT, servicesFrom } from './service';
import { windowOf } from './window';

/** Rejects as {@link EngineClient.request} does. */
export async function measure(client: EngineClient, job: Job, options: JobOptions = {}): Promise<Reading> {
  const scenario = writeDocument(job.scenario);
  const { summary } = await ask(client, 'opened', { type: 'open', slot: SLOT, scenario }, options);
  const times =
    job.also === 'times' ? await responseTimes(client, job.scenario, summary.requests, options) : null;
  const course =
    job.parts === undefined ? null : await courseOf(client, summary.requests, job.parts, options);
  await client.request({ type: 'run', slot: SLOT, target: { to: 'end' } }, options);
  const { report } = await ask(client, 'report', { type: 'report', slot: SLOT });
  const reading = readingOf(report, summary.requests);
  if (times) {
    // The same sum, made in another way: the histogram that the report is from is not handed out.
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    if (Math.abs(mean / report.response_us.mean - 1) > 1e-6)
      throw new Error(
        `response times come to ${mean} µs on average, the report says ${report.response_us.mean}`,
      );
    times.sort();
    reading.times = SHARES.map((share) => digits((times[Math.ceil(share * times.length) - 1] ?? 0) / 1000));
  }
  if (job.window) reading.window = await windowOf(client, job.scenario, job.window);
  if (course) reading.course = course;
  if (job.also === 'wear') reading.wear = await wearOf(client, summary);
  return reading;
}

/**
 * The response time of each request, microseconds: requests are served one after another as they came, the next when the
 * one before is done (SPEC 2). Arrivals are evenly spaced, as those of generated workloads are; the scenario says
 * its times in figures.
 */
async function responseTimes(
  client: EngineClient,
  scenario: ScenarioDocument,
  requests: number,
  { signal, onProgress }: JobOptions,
): Promise<Float64Array> {
  const cost = costOf(scenario);
  const interval = 1000 * numberAt(scenario, 'workload.interarrival_ms', 0);
  const times = new Float64Array(requests);
  let [served, waiting] = [0, 0];
  while (served < times.length) {
    signal?.throwIfAborted();
    const services = await servicesFrom(client, served, cost);
    if (services.length === 0) break;
    for (const service of services) {
      const response = waiting + service;
      times[served] = response;
      served += 1;
      waiting = Math.max(0, response - interval);
    }
    onProgress?.({
      ...{ type: 'progress', done: false, doing: 'run', found: false, hit: null },
      ...{ requests: served, total: times.length },
    });
  }
  return times;
}

/** After each part of the requests: the data written so far, and its service time. */
async function courseOf(
  client: EngineClient,
  requests: number,
  parts: number,
  options: JobOptions,
): Promise<NonNullable<Reading['course']>> {
  const course: NonNullable<Reading['course']> = [];
  for (let part = 1; part <= parts; part += 1) {
    const request = Math.round((requests * part) / parts);
    const target = { to: 'position', position: { request, event: 0 } } as const;
    await client.request({ type: 'run', slot: SLOT, target }, options);
    const { report } = await ask(client, 'report', { type: 'report', slot: SLOT });
    course.push([request, report.host.writes, digits((report.service_us.mean * request) / 1e6)]);
  }
  return course;
}

async function wearOf(client: EngineClient, { blocks, pages_per_block }: Summary): Promise<number[]> {
  const { heat } = await client.frame(SLOT, { heat: true });
  const counts: number[] = [];
  const erased = heat && new Heat(heat, blocks, pages_per_block);
  for (let pbn = 0; erased && pbn < erased.blocks; pbn += 1) {
    const erases = erased.erases(pbn);
    counts[erases] = (counts[erases] ?? 0) + 1;
  }
  return Array.from(counts, (count) => count ?? 0);
}
