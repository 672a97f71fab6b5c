/**
 * Messages and kept states of a lecture, looked at before they are believed: every page of this origin can send them, also one of another
 * version. A message that is not understood is left out; the windows agree again with the next one.
 */
import * as v from 'valibot';
import { THEMES } from '../../base/tokens';
import { isProgress } from '../../lesson/play/play';
import { type LectureState, SIZES } from './lecture-state';
import type { Message, Stamp } from './sync';

/** Of the messages. Another one is of another version of the page. */
const VERSION = 1;
/**
 * A clock counts the changes of a lecture, some thousands. One that is further ahead than this is made up: taken over, it would
 * outlive every later change.
 */
const MOST_AHEAD = 1_000_000;

const Name = v.pipe(v.string(), v.maxLength(1000));
const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const LessonRef = v.union([v.object({ slug: Name }), v.object({ name: Name, text: v.string() })]);
const Hands = v.array(Count);

/** `looseObject`: a newer page may add to it. */
const Lecture = v.looseObject({
  lesson: LessonRef,
  lessons: v.array(LessonRef),
  progress: v.nullable(v.custom<NonNullable<LectureState['progress']>>(isProgress)),
  blank: v.boolean(),
  question: v.boolean(),
  arrows: v.picklist(['lesson', 'stage']),
  filter: v.object({
    contrast: v.pipe(v.number(), v.minValue(1), v.maxValue(2)),
    gamma: v.pipe(v.number(), v.minValue(0.4), v.maxValue(2.5)),
  }),
  theme: v.picklist(THEMES),
  size: v.picklist(SIZES),
  timer: v.object({ since: v.nullable(v.number()), before: v.number() }),
  // The state of an older page has none.
  votes: v.optional(
    v.record(Name, v.object({ hands: Hands, before: v.nullable(Hands), shown: v.boolean() })),
    {},
  ),
  over: v.boolean(),
});

const Stamped = v.object({ stamp: v.object({ clock: Count, window: Name }), lecture: Lecture });
const from = {
  version: v.optional(v.literal(VERSION), VERSION),
  from: Name,
  role: v.picklist(['projector', 'presenter']),
};
const Place = v.object({
  source: v.string(),
  position: v.object({ request: Count, event: Count }),
  requests: Count,
  playing: v.boolean(),
  asking: v.boolean(),
  watch: v.nullable(v.picklist(['ahead', 'running'])),
});
const Wire = v.variant('type', [
  v.object({ ...from, type: v.literal('hello') }),
  v.object({ ...from, type: v.literal('bye') }),
  v.object({ ...from, type: v.literal('talk'), ...Stamped.entries }),
  v.object({ ...from, type: v.literal('key'), action: Name }),
  v.object({ ...from, type: v.literal('stands'), place: Place }),
]);

/** As it is sent. */
export const wired = (message: Message) => ({ version: VERSION, ...message });

/** A message, or `null` for one that no window of this version sends. `clock`: this window's. */
export function readMessage(data: unknown, clock: number): Message | null {
  const read = v.safeParse(Wire, data);
  if (!read.success) return null;
  const { version: _, ...message } = read.output;
  if (message.type === 'talk' && message.stamp.clock > clock + MOST_AHEAD) return null;
  return message as Message;
}

/** The state of a lecture that the tab kept; `null` for anything else. */
export function readKept(data: unknown): { stamp: Stamp; lecture: LectureState } | null {
  const read = v.safeParse(Stamped, data);
  if (!read.success || read.output.stamp.clock > MOST_AHEAD) return null;
  return read.output as { stamp: Stamp; lecture: LectureState };
}
