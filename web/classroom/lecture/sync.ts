/**
 * How the windows of a lecture stay alike. Pure: channel.ts carries the messages.
 *
 * Every window holds a copy of the whole lecture with a stamp, and sends both when it changes something. Of two copies
 * every window takes the one with the greater stamp. So messages may come in any order, twice or never: all windows
 * agree once two of them have exchanged a message. A window that comes again (first time, loaded again, found again)
 * says hello and receives the state. Its own state from before the reload counts by its stamp like any other.
 */
import type { Position } from '../../protocol/generated/Position';
import type { KeyAction } from '../../state/keys/keys';
import type { LectureKey } from '../../state/keys/lecture-keys';
import type { LectureState } from './lecture-state';

export type Role = 'projector' | 'presenter';

/** Lamport's clock and, between equals, the name of the window. */
export interface Stamp {
  clock: number;
  window: string;
}

/** Where the projector's stage is, for the presenter to read and to draw. */
export interface Place {
  /** The scenario on stage, as text. */
  source: string;
  position: Position;
  requests: number;
  playing: boolean;
  /** A question is open: the stage keeps to itself what would tell the answer. */
  asking: boolean;
  /** Whether the step has something to watch that the next press plays, or that it brings to its end. */
  watch: Watch;
}

export type Watch = 'ahead' | 'running' | null;

/**
 * The presenter's keys that work in the projector's window: keys of the lab, of the step, and of the drawings over
 * it.
 */
export type StageKey =
  | KeyAction
  | Extract<LectureKey, 'undo_stroke' | 'clear_strokes' | 'laser' | 'pen' | 'watch' | 'compare'>
  /** `next` as long as there is something to watch. */
  | 'watch_on';

interface From {
  from: string;
  role: Role;
}

export type Message = From &
  (
    | { type: 'hello' }
    | { type: 'talk'; stamp: Stamp; lecture: LectureState }
    /** The window goes. */
    | { type: 'bye' }
    /** A key pressed in the presenter's window, meant for the projector's. */
    | { type: 'key'; action: StageKey }
    | { type: 'stands'; place: Place }
  );

export interface Replica {
  me: string;
  role: Role;
  stamp: Stamp;
  lecture: LectureState | null;
  /** The other windows that were heard of and have not gone. */
  others: { readonly [window: string]: Role };
  /** The projector's last report about its stage. */
  place: Place | null;
}

export function join(
  me: string,
  role: Role,
  kept: { stamp: Stamp; lecture: LectureState } | null = null,
): Replica {
  const stamp = kept?.stamp ?? { clock: 0, window: '' };
  return { me, role, stamp, lecture: kept?.lecture ?? null, others: {}, place: null };
}

export function hello({ me, role }: Replica): Message {
  return { type: 'hello', from: me, role };
}

/** A change made in this window. */
export function change(replica: Replica, lecture: LectureState): { replica: Replica; send: Message[] } {
  if (lecture === replica.lecture) return { replica, send: [] };
  const stamp = { clock: replica.stamp.clock + 1, window: replica.me };
  const next = { ...replica, stamp, lecture };
  return { replica: next, send: told(next) };
}

/** The effect of a message on a window, and its answer. */
export function receive(replica: Replica, message: Message): { replica: Replica; send: Message[] } {
  if (message.from === replica.me) return { replica, send: [] };
  if (message.type === 'bye') return { replica: lose(replica, message.from), send: [] };
  const heard = meet(replica, message.from, message.role);
  switch (message.type) {
    case 'hello':
      return { replica: heard, send: told(heard) };
    case 'talk': {
      const order = compare(message.stamp, replica.stamp);
      if (order > 0)
        return { replica: { ...heard, stamp: message.stamp, lecture: message.lecture }, send: [] };
      // It knows less: it receives the state. Equals are silent, so this ends.
      return { replica: heard, send: order < 0 ? told(heard) : [] };
    }
    case 'stands':
      return { replica: { ...heard, place: message.place }, send: [] };
    case 'key':
      return { replica: heard, send: [] };
  }
}

/** A window has gone, with a word or without. */
export function lose(replica: Replica, window: string): Replica {
  if (!(window in replica.others)) return replica;
  const { [window]: role, ...others } = replica.others;
  return { ...replica, others, place: role === 'projector' ? null : replica.place };
}

/** Whether a window of this part is there, this one counted. */
export function present({ role, others }: Replica, wanted: Role): boolean {
  return role === wanted || Object.values(others).includes(wanted);
}

/** Greater than 0 where `a` is the younger. */
export function compare(a: Stamp, b: Stamp): number {
  if (a.clock !== b.clock) return a.clock - b.clock;
  return a.window === b.window ? 0 : a.window > b.window ? 1 : -1;
}

function meet(replica: Replica, window: string, role: Role): Replica {
  if (replica.others[window] === role) return replica;
  return { ...replica, others: { ...replica.others, [window]: role } };
}

function told({ me, role, stamp, lecture }: Replica): Message[] {
  return lecture ? [{ type: 'talk', from: me, role, stamp, lecture }] : [];
}
