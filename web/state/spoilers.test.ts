import { expect, test } from 'vitest';
import type { SlotState } from './lab/lab';
import { withoutSpoilers } from './spoilers';

test('while a question is open nothing says who leaves the buffer next; its pages stay, and so does the real state', () => {
  const buffer = { pages: 4, capacity: 4, next: 10, list: [{ lpn: 10 }] };
  const frame = { buffer };
  const slot = { current: { frame }, previous: { frame }, serial: 7 } as unknown as SlotState;
  const lab = (asking: boolean) => ({ slots: [slot, null] as [SlotState, null], asking });

  expect(withoutSpoilers(lab(false), 0)).toBe(slot);
  const covered = withoutSpoilers(lab(true), 0);
  expect(covered?.current.frame.buffer).toEqual({ ...buffer, next: null });
  expect(covered?.previous?.frame.buffer?.next).toBeNull();
  // A selector must not make a new one each time, and the drawing distinguishes the two.
  expect(withoutSpoilers(lab(true), 0)).toBe(covered);
  expect(covered?.serial).not.toBe(slot.serial);
  expect(slot.current.frame.buffer?.next).toBe(10);
  expect(withoutSpoilers(lab(true), 1)).toBeNull();
});
