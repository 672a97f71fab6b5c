/** Traces that are drawn, as the page reads them, and what their requests are by themselves. */
import fc from '../../base/property';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import type { ImportedTrace } from '../../protocol/traces/trace-import';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';

export const PAGE = 4096;
const SECTOR = 512;

export interface Request {
  time: number;
  op: 'read' | 'write' | 'trim';
  from: number;
  bytes: number;
}

/** Of few pages or many, in order or not, of a sector or of many pages; its requests are of one kind or of all. */
export const requests = fc
  .record({
    ops: fc.constantFrom<readonly Request['op'][]>(
      ...([
        ['write'],
        ['write'],
        ['read'],
        ['trim'],
        ['write', 'trim'],
        ['read', 'trim'],
        ['write', 'read'],
      ] as const),
      ['write', 'write', 'write', 'write', 'write', 'read'],
    ),
    pages: fc.constantFrom(6, 40, 400),
    most: fc.constantFrom(1, 8, 40, 300),
    whole: fc.boolean(),
    /** Of eight requests, how many start at the end of the one before. */
    on: fc.integer({ min: 0, max: 8 }),
    gap: fc.constantFrom(0, 0.4, 3, 50, 7e8),
    n: fc.integer({ min: 1, max: 90 }),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
    /** From half of it on, it only reads. */
    turns: fc.boolean(),
  })
  .map(({ ops, pages, most, whole, on, gap, n, seed, turns }) => {
    let state = seed;
    const below = (limit: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return Math.floor((state / 0x80000000) * limit);
    };
    const unit = whole ? PAGE : SECTOR;
    const ends = new Map<string, number>();
    return Array.from({ length: n }, (_, i): Request => {
      const op = turns && 2 * i >= n ? 'read' : (ops[below(ops.length)] as Request['op']);
      const length = unit * (1 + below(whole ? Math.ceil(most / 8) : most));
      const end = ends.get(op);
      const from = end !== undefined && below(8) < on ? end : unit * below((pages * PAGE) / unit);
      ends.set(op, from + length);
      return { time: Math.round(i * gap), op, from, bytes: length };
    });
  });

const engine = inlineEngine();

/** As the page imports it, from a table in bytes and microseconds. */
export async function imported(
  of: readonly Request[],
): Promise<{ read: ImportedTrace; locality: TraceLocality }> {
  const text = [
    'time,op,offset,size',
    ...of.map(({ time, op, from, bytes }) => `${time},${op},${from},${bytes}`),
  ];
  const options = {
    ...DEFAULT_OPTIONS,
    ...({ format: 'csv', time_unit: 'us', address_unit: 'bytes', size_unit: 'bytes' } as const),
    columns: { time: 1, op: 2, address: 3, size: 4, device: null },
  } satisfies typeof DEFAULT_OPTIONS;
  const read = await engine.importTrace(text.join('\n'), { name: 't', options }, PAGE);
  return { read, locality: await read.locality(PAGE) };
}

export interface Seen {
  requests: readonly Request[];
  /** Page accesses in turn; trims are of the pages that they cover whole. */
  accesses: readonly { op: Request['op']; page: number; part: boolean; request: number }[];
}

/** The pages that requests access, in turn. */
export function seenOf(requests: readonly Request[]): Seen {
  const accesses = requests.flatMap(({ op, from, bytes }, request) => {
    const [first, last] = [Math.floor(from / PAGE), Math.floor((from + bytes - 1) / PAGE)];
    return Array.from({ length: last - first + 1 }, (_, i) => {
      const page = first + i;
      return { op, page, request, part: page * PAGE < from || (page + 1) * PAGE > from + bytes };
    });
  });
  return { requests, accesses };
}

export const count = <T>(all: readonly T[], holds: (each: T) => boolean): number => all.filter(holds).length;

/** Of reads and writes of pages in turn: how many other pages came since the same one; `null` for the first, ever or since a trim of all of it. */
export function distances({ accesses }: Seen): (number | null)[] {
  const recent: number[] = [];
  return accesses.flatMap(({ op, page, part }) => {
    if (op === 'trim' && part) return [];
    const at = recent.indexOf(page);
    if (at !== -1) recent.splice(at, 1);
    if (op === 'trim') return [];
    recent.unshift(page);
    return [at === -1 ? null : at];
  });
}
