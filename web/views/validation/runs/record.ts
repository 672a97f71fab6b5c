/** `npm run charts [-- KEYS]`: makes the runs of the charts and writes what is recorded of them. `web/tools/jobs/charts.mjs` runs it. */
import { openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundledEngine } from '../../../model/traces/bundled-engine';
import type { EngineClient } from '../../../protocol/engine/engine-client';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import { claimsText } from '../charts/hu-claims';
import { allJobs } from '../charts/sources';
import { RECORDED, short } from './experiment';
import { measure } from './measure';

const FILE = join(import.meta.dirname, 'recorded.json');

const TRACES = join(import.meta.dirname, '../../../../public/traces');

/** With the traces that ship with the page. */
function recordingEngine(): EngineClient {
  return bundledEngine(inlineEngine(), (file) => openAsBlob(join(TRACES, file)));
}

/** Makes the runs whose key begins with one of `wanted`, or all; `claims` makes none, and prints Hu's claims beside what is recorded. */
export async function main(wanted: readonly string[]): Promise<void> {
  if (wanted.includes('claims')) {
    console.log(claimsText((key) => RECORDED[key]));
    return;
  }
  // The engine's pauses do not keep Node running; this does.
  const awake = setInterval(() => undefined, 1000);
  const jobs = allJobs();
  const keys = new Set(jobs.map(({ key }) => key));
  keep((key) => keys.has(key), []);
  for (const job of jobs) {
    if (wanted.length > 0 && !wanted.some((start) => job.key.startsWith(start))) continue;
    const began = performance.now();
    const engine = recordingEngine();
    const reading = await measure(engine, job);
    engine.close();
    keep(() => true, [[job.key, short(reading)]]);
    console.log(`${job.key}: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  }
  clearInterval(awake);
}

/** Writes the file again after each run: two of these may be at work at once, and one that is stopped has lost nothing. */
function keep(stays: (key: string) => boolean, fresh: readonly [string, unknown][]): void {
  const kept = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, unknown>;
  const readings = new Map(Object.entries(kept).filter(([key]) => stays(key)));
  for (const [key, reading] of fresh) readings.set(key, reading);
  const lines = [...readings]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map((each) => each.map((part) => JSON.stringify(part)).join(': '));
  writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`);
}
