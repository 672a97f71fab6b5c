/** A trace as an FTL meets it, in a few words: the material of its sentence on the page. */
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';

export interface Character {
  size: 'small' | 'medium' | 'large';
  order: 'scattered' | 'partly' | 'sequential';
  /** By pages: a large request counts for more than a small one. */
  op: 'writes' | 'reads' | 'both' | 'trims';
  /** Whether they are worth a word beside pages that are read and written. */
  trims: boolean;
  /**
   * Of writes: half of them go to a `few` pages, most to pages `rewritten`, or to `fresh` ones. Otherwise of all page accesses: most
   * are of pages that come `again`, or `once`. `unknown` until someone has looked.
   */
  reuse: 'few' | 'rewritten' | 'fresh' | 'again' | 'once' | 'unknown';
  /**
   * The part of an FTL that it tries hardest: `blocks` are mapped or logged one by one, `cleaning`, `map`: the
   * mapping table, `merges` that are cheap.
   */
  tries: 'blocks' | 'cleaning' | 'map' | 'merges';
}

/** Sizes of the field: a request of up to two pages is small, one of a block of 16 pages large. */
const SMALL_PAGES = 2;
const LARGE_PAGES = 16;
/** A trace is of writes, or of reads, where four of five pages are. */
const MOST = 0.8;
/** Of the requests, from this share on. */
const SOME_TRIMS = 0.05;
const SCATTERED = 0.2;
const SEQUENTIAL = 0.5;
/** Pages are hot where so few of those written take half of the writes. */
const HOT = 0.2;

export function characterOf(statistics: Statistics, locality: TraceLocality | null): Character {
  const { page_bytes, mean_bytes, sequential_share, requests } = statistics;
  const size =
    mean_bytes <= SMALL_PAGES * page_bytes
      ? 'small'
      : mean_bytes < LARGE_PAGES * page_bytes
        ? 'medium'
        : 'large';
  const order =
    sequential_share < SCATTERED ? 'scattered' : sequential_share < SEQUENTIAL ? 'partly' : 'sequential';
  const op = opOf(statistics);
  const trims = op !== 'trims' && statistics.trims >= SOME_TRIMS * requests;
  const reuse = reuseOf(statistics, locality, op);
  return { size, order, op, trims, reuse, tries: triedBy({ size, order, op }) };
}

function opOf({ pages_written, pages_read }: Statistics): Character['op'] {
  const pages = pages_written + pages_read;
  if (pages === 0) return 'trims';
  if (pages_written >= MOST * pages) return 'writes';
  return pages_read >= MOST * pages ? 'reads' : 'both';
}

/** No drive serves requests this fast, and no recording is worth its while where one comes this seldom: seconds from one to the next. */
const FASTEST_S = 1e-6;
const SLOWEST_S = 600;
/** Fewer may well come at one moment. */
const SOME = 20;

/** Whether the requests come too fast or too slowly to be true, as where times are in another unit. */
export function paceOf({ requests, duration_s }: Statistics): 'fast' | 'slow' | null {
  if (duration_s === null || requests < SOME) return null;
  const gap = duration_s / (requests - 1);
  return gap < FASTEST_S ? 'fast' : gap > SLOWEST_S ? 'slow' : null;
}

function reuseOf(
  statistics: Statistics,
  locality: TraceLocality | null,
  op: Character['op'],
): Character['reuse'] {
  const { pages_written, written_footprint_pages, rewrites } = statistics;
  if (op === 'writes') {
    if (2 * rewrites < pages_written) return 'fresh';
    if (!locality) return 'unknown';
    const half = halfOf(locality);
    return half !== null && half <= HOT * written_footprint_pages ? 'few' : 'rewritten';
  }
  if (!locality || op === 'trims') return 'unknown';
  const again = locality.stack.bins.reduce((sum, bin) => sum + bin, 0);
  return again > locality.stack.first ? 'again' : 'once';
}

/** The fewest pages that take half of the page writes; `null` without writes. */
export function halfOf({ hot }: TraceLocality): number | null {
  return hot.find(({ writes }) => writes === 0.5)?.pages ?? null;
}

/** Large or sequential writes fill blocks in order; small ones in no order do not. Without many writes, finding pages is what is left. */
function triedBy({ size, order, op }: Pick<Character, 'size' | 'order' | 'op'>): Character['tries'] {
  if (op === 'reads') return 'map';
  if (order === 'sequential' || size === 'large') return 'merges';
  return order === 'scattered' && size === 'small' ? 'blocks' : 'cleaning';
}

/**
 * The bin of distances (`Distances`) by which half of the accesses that come again have done so: they came within 2^bin others; `null`
 * where none comes again.
 */
export function halfBackIn({ stack: { bins } }: TraceLocality): number | null {
  const all = bins.reduce((sum, bin) => sum + bin, 0);
  if (all === 0) return null;
  let sum = 0;
  return bins.findIndex((bin) => {
    sum += bin;
    return 2 * sum >= all;
  });
}

/** From which stretch on reads are most of the pages, where they were few before and stay; `null` where there is no such change. */
export function readsSetIn({ course }: TraceLocality): number | null {
  const share = (from: number, to: number) => {
    const part = course.slice(from, to);
    const read = part.reduce((sum, stretch) => sum + stretch.read, 0);
    const all = read + part.reduce((sum, stretch) => sum + stretch.written, 0);
    return all === 0 ? 0 : read / all;
  };
  let best: { at: number; change: number } | null = null;
  // Two stretches on either side at least: one could be chance.
  for (let at = 2; at <= course.length - 2; at += 1) {
    const [before, after] = [share(0, at), share(at, course.length)];
    if (before < 0.3 && after > 0.5 && after - before > (best?.change ?? 0))
      best = { at, change: after - before };
  }
  return best?.at ?? null;
}
