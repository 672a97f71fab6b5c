import { describe, expect, test } from 'vitest';
import type { Event } from '../protocol/generated/Event';
import { holdMs, mannerOf, motionMs } from './pacing';

const read: Event = { t: 'read', ppn: 3, logical: 3, kind: 'data', cause: 'merge' };
const copied: Event = {
  ...{ t: 'program', ppn: 8, logical: 3, kind: 'data', version: 1, from: 3, cause: 'merge' },
};
const written: Event = { ...copied, from: null, cause: 'host' };
const erase: Event = { t: 'erase', pbn: 1, cause: 'merge' };
const host: Event = { t: 'host_page', op: 'write', lpn: 3, version: 1, index: 0, pages: 1 };
const end: Event = { t: 'merge_end', kind: 'full', lbn: 0, data: 2, blocks: 1 };
const mapped: Event = { t: 'block_map_set', lbn: 0, pbn: 2 };
const pages: Event = { t: 'map_set', lpn: 3, ppn: 8 };

describe('motions take what the table says', () => {
  test.each([
    [
      'a copy: lift, flight, landing and the pause after it',
      [read, copied, { t: 'invalidate', ppn: 3 }],
      660,
    ],
    ['an erase: the wipe, and the block goes to the pool', [erase, pages], 840],
    ['the block map: its entry, then the block takes its place', [mapped], 480],
    ['the waiting page', [written, pages], 420],
    ['a request that comes up', [host], 240],
  ] as [string, Event[], number][])('%s', (_, events, ms) => {
    expect(motionMs(events)).toBe(ms);
  });
});

test('at the default speed Play stays at the parts of a merge as long as their motions, and less than its share at a plain write', () => {
  for (const part of [[read, copied], [erase], [end], [mapped]]) {
    const stays = holdMs(part, 2, 'action');
    expect(stays).toBeGreaterThanOrEqual(250);
    expect(stays).toBeGreaterThanOrEqual(motionMs(part));
  }
  const plain = holdMs([host, written, pages], 2, 'action');
  expect(plain).toBeLessThan(500);
  expect(plain).toBeGreaterThanOrEqual(motionMs([written]));
  // Other speeds stretch or squeeze both alike, a hall takes longer, a request its share.
  expect(holdMs([read, copied], 8, 'action')).toBe(holdMs([read, copied], 2, 'action') / 4);
  expect(holdMs([erase], 2, 'action', 1.5)).toBe(1.5 * holdMs([erase], 2, 'action'));
  expect(holdMs([read, copied, erase], 4, 'request')).toBe(250);
});

test('how a step is shown goes by the time until the next one', () => {
  const manners = [Number.POSITIVE_INFINITY, 600, 599, 250, 249, 60, 59].map((ms) => mannerOf(ms, 660));
  expect(manners).toEqual(['whole', 'whole', 'scaled', 'scaled', 'flash', 'flash', 'state']);
  // A part that needs less than there is has all of it.
  expect([mannerOf(440, 420), mannerOf(240, 200)]).toEqual(['whole', 'flash']);
});
