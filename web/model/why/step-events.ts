/** Which events a step went through. Only the frames are read; nothing is folded here. */
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';

/** The events between two frames, the earlier one first; `null` when they are not one request's. */
export function eventsBetween(before: Frame, after: Frame): Event[] | null {
  const request = after.position.event === 0 ? after.position.request - 1 : after.position.request;
  if (before.position.request !== request) return null;
  const from = before.position.event - after.first_event;
  return from < 0 || from > after.in_window + 1 ? null : after.window.slice(from, after.in_window + 1);
}
