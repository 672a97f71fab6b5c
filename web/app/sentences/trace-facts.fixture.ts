/** When each sentence about a trace is true, and the figures in it: worked out from its requests, and not by the code that shows it. */
import { freePages, type TraceDevice } from '../../model/traces/trace-device';
import type { Report } from '../../protocol/generated/Report';
import type { Facts } from './facts.fixture';
import { count, distances, PAGE, type Seen } from './traces.fixture';

const share = (part: number, all: number) => (all === 0 ? 0 : part / all);

/** The words for a trace, by its pages and requests. */
export function headline({ requests, accesses }: Seen): string {
  const mean = share(
    requests.reduce((sum, { bytes }) => sum + bytes, 0),
    requests.length,
  );
  const size = mean <= 2 * PAGE ? 'Small' : mean < 16 * PAGE ? 'Medium-sized' : 'Large';
  const ends = new Map<string, number>();
  let on = 0;
  for (const { op, from, bytes } of requests) {
    if (ends.get(op) === from) on += 1;
    ends.set(op, from + bytes);
  }
  const sequential = on / requests.length;
  const order = sequential < 0.2 ? 'scattered' : sequential < 0.5 ? 'partly sequential' : 'sequential';
  const moved = accesses.filter(({ op }) => op !== 'trim');
  const written = moved.filter(({ op }) => op === 'write');
  const writes = share(written.length, moved.length);
  const op =
    moved.length === 0 ? 'trims' : writes >= 0.8 ? 'writes' : writes <= 0.2 ? 'reads' : 'reads and writes';
  const trims = count(requests, (each) => each.op === 'trim') >= 0.05 * requests.length && op !== 'trims';
  return `${size}, ${order} requests: ${op}${again(op, written, { requests, accesses })}${trims ? ', and trims' : ''}.`;
}

function again(op: string, written: Seen['accesses'], of: Seen): string {
  if (op === 'trims') return '';
  if (op !== 'writes') {
    const all = distances(of);
    return 2 * count(all, (each) => each === null) < all.length
      ? ', mostly of pages accessed before'
      : ', mostly of pages not accessed before';
  }
  const fresh = new Set(written.map(({ page }) => page)).size;
  if (2 * (written.length - fresh) < written.length) return ', mostly to pages not written before';
  return hottest(written) <= 0.2 * fresh
    ? ' that keep returning to a few pages'
    : ', mostly to pages written before';
}

/** The fewest pages that take half of the writes. */
function hottest(written: Seen['accesses']): number {
  const counts = new Map<number, number>();
  for (const { page } of written) counts.set(page, (counts.get(page) ?? 0) + 1);
  let sum = 0;
  const most = [...counts.values()].sort((a, b) => b - a);
  return (
    most.findIndex((n) => {
      sum += n;
      return 2 * sum >= written.length;
    }) + 1
  );
}

/** The kinds of a trace: what an FTL is asked by it. */
export const TRIES: Facts<Seen> = {
  trace_tries: (of) => {
    const said = headline(of);
    if (/: reads[,.]/.test(said)) return { what: 'map' };
    if (/ sequential/.test(said) && !/partly/.test(said)) return { what: 'merges' };
    if (said.startsWith('Large')) return { what: 'merges' };
    return { what: said.startsWith('Small, scattered') ? 'blocks' : 'cleaning' };
  },
};

const moving = ({ accesses }: Seen) => accesses.filter(({ op }) => op !== 'trim');
const writing = ({ accesses }: Seen) => accesses.filter(({ op }) => op === 'write');

/** Sizes of reads and writes, in doubling steps from a sector on: the step with most of them. */
function commonest({ requests }: Seen): { from: number; to: number; share: number } | null {
  const moved = requests.filter(({ op }) => op !== 'trim');
  const to = Array.from({ length: 20 }, (_, i) => 512 * 2 ** i);
  const within = (top: number) =>
    count(moved, ({ bytes }) => bytes <= top && bytes > (top === 512 ? 0 : top / 2));
  const most = Math.max(...to.map(within));
  const top = to.find((each) => within(each) === most) ?? 0;
  return moved.length === 0 ? null : { from: top === 512 ? 0 : top / 2, to: top, share: most / moved.length };
}

export const PANELS: Facts<Seen> = {
  trace_sizes_most: commonest,
  trace_sizes_none: (of) => (moving(of).length === 0 ? {} : null),
  trace_insight_no_writes: (of) => (writing(of).length === 0 ? {} : null),
  trace_hot_half: (of) => {
    const pages = hottest(writing(of));
    return writing(of).length > 0
      ? { pages, share: pages / new Set(writing(of).map(({ page }) => page)).size }
      : null;
  },
  trace_reuse_none: (of) => (repeats(of).length === 0 ? {} : null),
  trace_reuse_within: (of) => {
    const all = repeats(of).sort((a, b) => a - b);
    // In doubling steps: the first that half of them are below.
    const half = all[Math.ceil(all.length / 2) - 1];
    return half === undefined ? null : { n: 2 ** Math.ceil(Math.log2(half + 1)) };
  },
};

const repeats = (of: Seen) => distances(of).flatMap((each) => each ?? []);

/** From this request on most pages are read, where few were before. */
export function readsFrom({ accesses }: Seen, stretch: number, stretches: number): number[] {
  const reads = (holds: (request: number) => boolean) => {
    const part = accesses.filter(({ request, op }) => op !== 'trim' && holds(request));
    return share(
      count(part, ({ op }) => op === 'read'),
      part.length,
    );
  };
  return Array.from({ length: stretches }, (_, i) => i)
    .filter((i) => i >= 2 && i <= stretches - 2)
    .map((i) => i * stretch)
    .filter((at) => reads((request) => request < at) < 0.3 && reads((request) => request >= at) > 0.5);
}

export const PACE: Facts<Seen> = {
  trace_pace_fast: ({ requests }) => {
    const span = (requests.at(-1)?.time ?? 0) - (requests[0]?.time ?? 0);
    return requests.length >= 20 && span < requests.length - 1 ? { n: requests.length, time: span } : null;
  },
  trace_pace_slow: ({ requests }) => {
    const span = (requests.at(-1)?.time ?? 0) - (requests[0]?.time ?? 0);
    return requests.length >= 20 && span > 600e6 * (requests.length - 1)
      ? { hours: span / (requests.length - 1) / 3600e6 }
      : null;
  },
};

export const PARTS: Facts<Seen> = {
  trace_parts: (of) => {
    const parts = count(writing(of), ({ part }) => part);
    return parts > 0 ? { share: parts / writing(of).length } : null;
  },
  trace_parts_what: (of) => (writing(of).some(({ part }) => part) ? {} : null),
  metrics_trims_kept: kept,
};

/** Pages that trims cover in part, and the trims that cover none whole. */
function kept({ requests, accesses }: Seen, whole: (page: number, request: number) => boolean = () => false) {
  const trims = accesses
    .filter(({ op }) => op === 'trim')
    .map((each) => ({ ...each, part: each.part && !whole(each.page, each.request) }));
  const small = requests.flatMap(({ op }, i) =>
    op === 'trim' && trims.every(({ request, part }) => request !== i || part) ? [i] : [],
  );
  const pages = count(trims, ({ part }) => part);
  return pages > 0 ? { pages, requests: small.length } : null;
}

export interface Fitted extends Seen {
  device: TraceDevice;
}

/** Of the pages written, those that the device has. */
const taken = (of: Fitted) =>
  count(writing(of), ({ page }) => of.device.mapping !== 'drop' || page < of.device.logicalPages);
export const FIT: Facts<Fitted> = {
  trace_cleans: (of) => (taken(of) > freePages(of.device) ? {} : null),
  trace_never_cleans: (of) => (taken(of) <= freePages(of.device) ? { free: freePages(of.device) } : null),
  trace_times: (of) => {
    // A trim takes no page that it covers in part.
    const taken = of.accesses.filter(({ op, part }) => op !== 'trim' || !part);
    const left = of.device.mapping === 'drop' && taken.some(({ page }) => page >= of.device.logicalPages);
    return left ? null : { times: writing(of).length / of.device.logicalPages };
  },
};

export interface Ended extends Fitted {
  report: Report;
}

/** Page accesses that share a logical page with another page of the trace, or are left out. */
function displaced(
  { accesses: all, device: { mapping, logicalPages } }: Ended,
  of: 'wrap' | 'drop',
): { share: number } | null {
  if (mapping !== of) return null;
  // A trim is of the pages that it covers whole.
  const accesses = all.filter(({ op, part }) => op !== 'trim' || !part);
  const beyond = accesses.filter(({ page }) => page >= logicalPages);
  const pages = new Map<number, Set<number>>();
  for (const { page } of accesses) {
    const on = pages.get(page % logicalPages) ?? new Set();
    pages.set(page % logicalPages, on.add(page));
  }
  const shared = accesses.filter(({ page }) => (pages.get(page % logicalPages)?.size ?? 0) > 1);
  const n = of === 'drop' ? beyond.length : shared.length;
  return n > 0 ? { share: n / accesses.length } : null;
}

export const DISPLACED: Facts<Ended> = {
  metrics_aliased: (of) => displaced(of, 'wrap'),
  metrics_dropped: (of) => displaced(of, 'drop'),
};

/** Programs are of whole pages; the bytes are those that writes bring. */
export const AMPLIFIED: Facts<Ended> = {
  metrics_parts: (of) => {
    const bytes = of.requests.reduce((sum, { op, bytes }) => sum + (op === 'write' ? bytes : 0), 0);
    const programs = of.report.flash.programs.total;
    if (bytes === 0 || of.device.mapping === 'drop') return null;
    const [value, pages] = [(programs * PAGE) / bytes, programs / writing(of).length];
    if (Math.abs(value - pages) <= 0.01 * pages) return null;
    return { value, share: count(writing(of), ({ part }) => part) / writing(of).length };
  },
  metrics_trims_kept(of) {
    // Where the addresses end inside the last page of the device, a trim up to their end takes it too (SPEC 2.2).
    const ends = of.requests.map(({ from, bytes }) => from + bytes);
    const end = Math.max(...ends);
    const last = Math.floor((end - 1) / PAGE);
    const short = end % PAGE > 0 && last + 1 === of.device.logicalPages;
    return kept(of, (page, request) => short && page === last && ends[request] === end);
  },
};
