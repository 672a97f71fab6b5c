import { expect, test } from 'vitest';
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import { characterOf, halfBackIn, paceOf, readsSetIn } from './trace-character';

/** Of Financial1's first 10,000 requests. */
const statistics = {
  page_bytes: 4096,
  mean_bytes: 5530,
  sequential_share: 0.05,
  requests: 10_000,
  trims: 0,
  pages_read: 10_105,
  pages_written: 12_406,
  written_footprint_pages: 3734,
  rewrites: 8672,
} as Statistics;
const hot = (pages: number) => [{ writes: 0.5, pages, of_space: 0.001 }];
const locality: TraceLocality = {
  stack: { first: 10, bins: [1, 2, 4, 1] },
  rewrite: { first: 1, bins: [1] },
  hot: hot(600),
  sizes: { read: [], write: [] },
  course: [],
  stretch: 100,
};

/** Its writes alone. */
const writes = { ...statistics, pages_read: 0 };

test('small requests in no order, as many pages read as written', () => {
  const { tries, ...words } = characterOf(statistics, locality);
  expect(words).toEqual({ size: 'small', order: 'scattered', op: 'both', trims: false, reuse: 'once' });
  expect(tries).toBe('blocks');
});

test('nothing is said about hot pages before they are counted', () => {
  expect(characterOf(writes, locality).reuse).toBe('few');
  expect(characterOf(writes, null).reuse).toBe('unknown');
  expect(characterOf(writes, { ...locality, hot: hot(800) }).reuse).toBe('rewritten');
  // More than half of the writes are to new pages: known without looking.
  expect(characterOf({ ...writes, rewrites: 6202 }, null).reuse).toBe('fresh');
});

test('a trace is of what its pages are, and not its requests: few large writes outweigh many small reads', () => {
  const of = (change: Partial<Statistics>) => characterOf({ ...statistics, ...change }, locality);
  // PostMark: 17% of the requests, 63% of the pages.
  const postmark = { pages_written: 2_181_870, pages_read: 1_278_390, write_ratio: 0.168 };
  expect(of(postmark)).toMatchObject({ op: 'both', tries: 'blocks' });
  expect(of({ pages_read: 3101 }).op).toBe('writes');
  expect(of({ pages_read: 3102 }).op).toBe('both');
  expect(of({ pages_read: 49_624 }).op).toBe('reads');
});

test('trims are named, and are no reads', () => {
  const of = (change: Partial<Statistics>) => characterOf({ ...writes, ...change }, locality);
  expect(of({ trims: 500 })).toMatchObject({ op: 'writes', trims: true });
  expect(of({ trims: 499 })).toMatchObject({ op: 'writes', trims: false });
  expect(of({ trims: 10_000, pages_written: 0 })).toMatchObject({ op: 'trims', trims: false });
});

test('large or sequential writes try merges, reads the mapping table', () => {
  const of = (change: Partial<Statistics>) => characterOf({ ...statistics, ...change }, locality);
  expect(of({ mean_bytes: 65_536 })).toMatchObject({ size: 'large', tries: 'merges' });
  expect(of({ sequential_share: 0.5 })).toMatchObject({ order: 'sequential', tries: 'merges' });
  expect(of({ sequential_share: 0.2 })).toMatchObject({ order: 'partly', tries: 'cleaning' });
  expect(of({ pages_written: 0 })).toMatchObject({ op: 'reads', reuse: 'once', tries: 'map' });
});

test('half of the accesses that come again have done so by a bin', () => {
  expect(halfBackIn(locality)).toBe(2);
  expect(halfBackIn({ ...locality, stack: { first: 3, bins: [] } })).toBeNull();
});

test('reads set in where they start to prevail, and not at all in an even trace', () => {
  const course = (reads: number[]) => reads.map((read) => ({ read, written: 10 - read, first: 0 }));
  expect(readsSetIn({ ...locality, course: course([1, 2, 1, 8, 9, 7]) })).toBe(3);
  expect(readsSetIn({ ...locality, course: course([5, 5, 5, 5, 5, 5]) })).toBeNull();
  expect(readsSetIn({ ...locality, course: course([1, 1, 1, 1, 1, 9]) })).toBeNull();
});

test('requests come too fast or too seldom for the unit of their times', () => {
  const of = (requests: number, duration_s: number | null) => paceOf({ ...statistics, requests, duration_s });
  expect(of(1001, 0.0009)).toBe('fast');
  expect(of(1001, 0)).toBe('fast');
  expect(of(1001, 0.0011)).toBeNull();
  expect(of(1001, 600_000)).toBeNull();
  expect(of(1001, 700_000)).toBe('slow');
  expect(of(5, 0)).toBeNull();
  expect(of(1001, null)).toBeNull();
});
