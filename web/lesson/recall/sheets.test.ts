/** Exam questions whose key once did not follow from the sheet: solved by the rules that the sheet prints, and by nothing else. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { parseLesson } from '../language/parse';
import { freshVariant, keyOf } from '../play/grade';
import { nodeEngine } from '../play/node-engine';
import { scopeAt, walk } from '../play/walk';

const engine = nodeEngine();
afterAll(() => engine.close());

interface Sheet {
  ops: string[];
  /** Of the whole run. */
  amplification: number;
}

const VARIANTS = 12;

/** The keys of fresh variants of a question, and what its sheet says. */
async function* keysOf(bank: string, id: string): AsyncGenerator<{ key: unknown; sheet: Sheet }> {
  const file = join(import.meta.dirname, '..', '..', '..', 'lessons', 'teach', `${bank}.md`);
  const { lesson } = parseLesson(readFileSync(file, 'utf8'));
  const step = lesson?.steps.find((each) => each.id === id);
  if (!lesson || !step?.predict) throw new Error(`${bank} has no question ${id}`);
  const asked = { ...step, predict: step.predict };
  const stations = await walk(lesson, engine);
  for (let number = 1; number <= VARIANTS; number += 1) {
    const variant = await freshVariant(lesson, stations, asked, number, engine);
    if (!variant) throw new Error(`${id} has no variant ${number}`);
    const scope = scopeAt(lesson, stations, asked, variant.station, 'end', { draw: variant.drawn });
    const key = keyOf(asked.predict, scope);
    const { scenario, report } = scope.roots as unknown as {
      scenario: { workload: { ops?: string } };
      report: { write_amplification: number };
    };
    const sheet = {
      ops: scenario.workload.ops?.split(' ') ?? [],
      amplification: report.write_amplification,
    };
    yield { key: 'answer' in key ? key.answer : key.faults, sheet };
  }
}

/** "Copies of greedy GC" and "of FIFO GC": 20 pages written in order, 8 blocks of 4 pages. */
function copies(ops: readonly string[], fifo: boolean): number {
  const [room, blocks] = [4, 8];
  const there = Array.from({ length: blocks }, (_, block) =>
    block < 5 ? Array.from({ length: room }, (__, at) => block * room + at) : [],
  );
  const used = there.map(({ length }) => length);
  const free = [5, 6, 7];
  const closed = [0, 1, 2, 3];
  const since = new Map<number, number>();
  let [open, copied, time] = [4, 0, 0];
  const put = (page: number) => {
    if (used[open] === room) {
      closed.push(open);
      since.set(open, ++time);
      open = free.shift() ?? Number.NaN;
    }
    there[open]?.push(page);
    used[open] = (used[open] ?? 0) + 1;
  };
  const valid = (block: number) => there[block]?.length ?? 0;
  for (const page of ops.map((op) => Number(op.slice(1)))) {
    while (free.length < 2) {
      const order = fifo
        ? closed.filter((block) => valid(block) < room)
        : [...closed].sort(
            (a, b) =>
              valid(a) - valid(b) ||
              (since.get(a) ?? 0) - (since.get(b) ?? 0) ||
              closed.indexOf(a) - closed.indexOf(b),
          );
      const [victim = Number.NaN] = order;
      closed.splice(closed.indexOf(victim), 1);
      const pages = there[victim]?.splice(0) ?? [];
      copied += pages.length;
      pages.forEach(put);
      used[victim] = 0;
      free.push(victim);
    }
    const old = there.findIndex((pages) => pages.includes(page));
    there[old]?.splice(there[old].indexOf(page), 1);
    since.set(old, ++time);
    put(page);
  }
  return copied;
}

/** "A read behind writes" and "Reads first": one request at a time, all there at once. */
function lastRead(ops: readonly string[], readsFirst: boolean): number {
  const reads = ops.filter((op) => op.startsWith('r')).length;
  const last = ops.findLastIndex((op) => op.startsWith('r'));
  const writes = readsFirst ? 0 : ops.slice(0, last).filter((op) => op.startsWith('w')).length;
  return 45 * reads + 400 * writes;
}

/** "Merges of scattered writes": BAST, two log blocks of four pages. */
function merges(ops: readonly string[]): number {
  let merged = 0;
  /** The pages in each log block, the least recently written first. */
  let logs: { owner: number; used: number }[] = [];
  for (const op of ops) {
    const owner = Math.floor(Number(op.slice(1)) / 4);
    let own = logs.find((log) => log.owner === owner);
    if (own?.used === 4 || (!own && logs.length === 2)) {
      const gone = own ?? logs[0];
      logs = logs.filter((log) => log !== gone);
      merged += 1;
      own = undefined;
    }
    own ??= { owner, used: 0 };
    own.used += 1;
    logs = [...logs.filter((log) => log !== own), own];
  }
  return merged;
}

test.each<[string, string, (sheet: Sheet) => number]>([
  ['exam-gc', 'greedy_copies', ({ ops }) => copies(ops, false)],
  ['exam-gc', 'fifo_copies', ({ ops }) => copies(ops, true)],
  [
    'exam-gc',
    'lifetime',
    // With the write amplification as it is printed.
    ({ amplification }) => Math.round(3000 / Number(amplification.toFixed(2)) / 100) * 100,
  ],
  // Several: of one write there is nothing to ask.
  ['exam-device', 'log_writes', ({ ops }) => (ops.length > 1 ? 400 * ops.length : Number.NaN)],
  ['exam-device', 'noop_read', ({ ops }) => lastRead(ops, false)],
  ['exam-device', 'deadline_read', ({ ops }) => lastRead(ops, true)],
  ['exam-logs', 'owners', ({ ops }) => merges(ops)],
])('%s, %s: the key follows from the sheet', async (bank, id, solved) => {
  for await (const { key, sheet } of keysOf(bank, id)) expect(key, sheet.ops.join(' ')).toBe(solved(sheet));
});
