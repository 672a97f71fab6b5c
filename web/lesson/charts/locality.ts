/**
 * Locality of a scenario's writes, as LAST's detector divides them: `small`, requests of less than `ftl.seq_threshold` bytes,
 * and `large`, the others. Of each the pages written, and how many of them were `soon` written again: among the `ftl.k` page
 * writes before. For the expressions of a chart.
 */
import { ask, type EngineClient } from '../../protocol/engine/engine-client';
import type { Value } from '../language/evaluate';
import { isMap } from '../language/variants';

/** Requests that are asked for at a time. */
const PART = 100_000;

/** Of the simulation in this slot. `null`: its FTL has no such threshold. */
export async function localityOf(
  client: EngineClient,
  slot: number,
  { scenario, pageBytes }: { scenario: Value; pageBytes: number },
  signal?: AbortSignal,
): Promise<Value> {
  const ftl =
    isMap(scenario) && isMap(scenario.ftl ?? null) ? (scenario.ftl as { [key: string]: Value }) : {};
  const { seq_threshold: threshold, k } = ftl;
  if (typeof threshold !== 'number' || typeof k !== 'number') return null;
  const tally = tallyOf(threshold, k, pageBytes);
  for (let [from, total] = [0, 1]; from < total; ) {
    signal?.throwIfAborted();
    const asked = { type: 'export', trace: null, slot, from, count: PART, page_bytes: pageBytes } as const;
    const { log, next, total: all } = await ask(client, 'exported', asked);
    for (const line of log.split('\n')) tally.take(line);
    if (next <= from) break;
    [from, total] = [next, all];
  }
  return tally.result();
}

/** Counts lines of a log of fio (`wasm-sim/crates/trace/src/iolog.rs`), which ends each request with its offset and length in bytes. */
export function tallyOf(threshold: number, k: number, pageBytes: number) {
  const small = { pages: 0, soon: 0 };
  const large = { pages: 0, soon: 0 };
  /** The number of the latest write of each page. */
  const latest = new Map<number, number>();
  let writes = 0;
  return {
    take(line: string): void {
      const [, at, length] = /\swrite (\d+) (\d+)$/.exec(line) ?? [];
      if (at === undefined || length === undefined) return;
      const first = Math.floor(Number(at) / pageBytes);
      const end = Math.ceil((Number(at) + Number(length)) / pageBytes);
      // The detector sees whole pages.
      const of = (end - first) * pageBytes < threshold ? small : large;
      for (let page = first; page < end; page += 1) {
        writes += 1;
        of.pages += 1;
        if (writes - (latest.get(page) ?? Number.NEGATIVE_INFINITY) <= k) of.soon += 1;
        latest.set(page, writes);
      }
    },
    result: () => ({ small: { ...small }, large: { ...large } }),
  };
}
