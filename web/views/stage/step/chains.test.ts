import { expect, test } from 'vitest';
import type { Event } from '../../../protocol/generated/Event';
import type { Frame } from '../../../protocol/generated/Frame';
import { walkOf } from './frame-events';

function walk(...events: Event[]): Frame {
  return { window: events, in_window: events.length - 1 } as unknown as Frame;
}

function read(ppn: number): Event {
  return { t: 'chain_read', lpn: 1, ppn, place: 0, of: 3, state: 'free', from_end: true };
}

test('a walk is the list of blocks inspected since its start, without the current one', () => {
  const host: Event = { t: 'host_page', op: 'read', lpn: 1, version: 0, index: 0, pages: 1 };
  expect(walkOf(walk(host))).toEqual([]);
  expect(walkOf(walk(host, read(11)))).toEqual([]);
  expect(walkOf(walk(host, read(11), read(6), read(1)))).toEqual([6, 11]);
  // A write that starts over walks again.
  const end: Event = { t: 'merge_end', kind: 'switch', lbn: 0, data: 2, blocks: 0 };
  expect(walkOf(walk(host, read(11), end, read(6), read(1)))).toEqual([6]);
});
