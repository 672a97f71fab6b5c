/**
 * The lecture that this window is part of: the store that views read, and the line to the other windows of the same
 * machine. A `BroadcastChannel` carries the messages of sync.ts; a Web Lock, held as long as the window lives, tells
 * the others of its end however it comes. The known state is kept in the tab's storage, so that a window loaded again
 * knows it even when it is the last one.
 */
import { createStore } from 'zustand/vanilla';
import type { Lesson } from '../../lesson/language/lesson';
import type { Progress } from '../../lesson/play/play';
import { lectureMode } from '../../state/lecture';
import {
  begin,
  type LectureAction,
  type LectureState,
  type LessonRef,
  perform,
  sameLesson,
} from './lecture-state';
import {
  change,
  hello,
  join,
  lose,
  type Message,
  type Place,
  type Replica,
  type Role,
  receive,
  type StageKey,
  type Stamp,
} from './sync';
import { readKept, readMessage, wired } from './wire';

interface Room {
  id: string | null;
  replica: Replica | null;
  /** The lesson of the lecture, once this window has read it. */
  lesson: Lesson | null;
  /** Presenter: sync is off, and this is what is looked at alone. */
  apart: LectureState | null;
}

export const lectureChannel = createStore<Room>()(() => ({
  id: null,
  replica: null,
  lesson: null,
  apart: null,
}));

const NAME = 'ftl-lab.lecture.';
let channel: BroadcastChannel | null = null;
let ended = new AbortController();
const keyListeners = new Set<(action: StageKey) => void>();

/** The lecture's state, as far as this window knows. */
export function lectureOf({ replica }: Room): LectureState | null {
  return replica?.lecture ?? null;
}

/** Whether windows can speak to each other here. */
export const hasChannels = () => typeof BroadcastChannel === 'function';

/** Takes part in a lecture from now on. Once: what is entered already is not entered again. */
export function enter(id: string, role: Role): void {
  if (lectureChannel.getState().id === id) return;
  leave();
  const me = crypto.randomUUID();
  const replica = join(me, role, keptTalk(id));
  lectureChannel.setState({ id, replica, apart: null });
  ended = new AbortController();
  // Without it this window is by itself; `openWindow` says so.
  channel = hasChannels() ? new BroadcastChannel(NAME + id) : null;
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const now = lectureChannel.getState().replica;
      const message = now && readMessage(data, now.stamp.clock);
      if (!message) return;
      if (message.type === 'key') for (const listener of keyListeners) listener(message.action);
      settle(receive(now, message));
    };
  addEventListener('pagehide', () => send([{ type: 'bye', from: me, role }]), { signal: ended.signal });
  // Out of the browser's own memory of pages: the others took this window for gone.
  addEventListener('pageshow', (event) => event.persisted && greet(), { signal: ended.signal });
  const { signal } = ended;
  void hold(NAME + me, signal).then(() => signal.aborted || greet());
}

/** Ends this window's part. */
export function leave(): void {
  const { id, replica } = lectureChannel.getState();
  if (replica) send([{ type: 'bye', from: replica.me, role: replica.role }]);
  ended.abort();
  channel?.close();
  channel = null;
  if (id !== null) keepTalk(id, null);
  lectureChannel.setState({ id: null, replica: null, lesson: null, apart: null });
}

/** Begins a lecture with this window as the projector's. Its name. */
export function start(lecture: LectureState): string {
  const id = crypto.randomUUID().slice(0, 8);
  enter(id, 'projector');
  put(lecture);
  lectureMode.setState({ on: true });
  const address = new URL(location.href);
  address.searchParams.set('lecture', id);
  history.replaceState(null, '', address);
  return id;
}

/**
 * The state in the address of a window, for when no window knows more: with a stamp below all others, so that a
 * lecture that comes later takes its place.
 */
export function assume(lesson: LessonRef, progress: Progress | null): void {
  const { replica } = lectureChannel.getState();
  if (!replica || replica.lecture) return;
  const stamp = { clock: 0, window: replica.me };
  const lecture = begin(lesson, null, { progress });
  settle({ replica: { ...replica, stamp, lecture }, send: [] });
  greet();
}

/** Does something in the lecture, here and in the other window. */
export function act(action: LectureAction): void {
  const { replica, lesson, apart } = lectureChannel.getState();
  if (!replica?.lecture) return;
  if (apart && MOVES.has(action.type)) {
    lectureChannel.setState({ apart: perform(apart, action, lesson) });
    return;
  }
  put(perform(replica.lecture, action, lesson));
}
/** The moves in the lesson: with sync off they stay in this window. */
const MOVES: ReadonlySet<LectureAction['type']> = new Set([
  'advance',
  'next',
  'previous',
  'go',
  'show',
  'answered',
  'chosen',
  'fresh',
  'tell',
  'own',
]);

/** Switches sync off (what is looked at from now on is this window's own) or on (back to what the projector shows). */
export function setSync(on: boolean): void {
  const lecture = lectureOf(lectureChannel.getState());
  lectureChannel.setState({ apart: on || !lecture ? null : { ...lecture, blank: false, question: false } });
}

/** With sync off: what is looked at here becomes what the projector shows. Sync stays off. */
export function showApart(): void {
  const { replica, apart } = lectureChannel.getState();
  if (replica?.lecture && apart)
    put({ ...replica.lecture, progress: apart.progress, blank: false, question: false });
}

/** The lesson of the lecture was read (or another one is to be read). */
export function setLesson(lesson: Lesson | null): void {
  lectureChannel.setState({ lesson });
}

/** A key for the projector's window. */
export function sendKey(action: StageKey): void {
  const { replica } = lectureChannel.getState();
  if (replica) send([{ type: 'key', from: replica.me, role: replica.role, action }]);
}

export function onKey(listener: (action: StageKey) => void): () => void {
  keyListeners.add(listener);
  return () => keyListeners.delete(listener);
}

/** Tells the presenter where the stage is. */
export function tellPlace(place: Place): void {
  const { replica } = lectureChannel.getState();
  if (replica) send([{ type: 'stands', from: replica.me, role: replica.role, place }]);
}

function put(lecture: LectureState): void {
  const { replica } = lectureChannel.getState();
  if (replica) settle(change(replica, lecture));
}

function settle({ replica, send: messages }: { replica: Replica; send: Message[] }): void {
  // First, because a window that learns of the end of the lecture leaves.
  send(messages);
  const { id, replica: before } = lectureChannel.getState();
  const was = before?.lecture?.lesson;
  // Another lesson: it is to be read first.
  const other = was && replica.lecture && !sameLesson(was, replica.lecture.lesson);
  lectureChannel.setState({ replica, ...(other && { lesson: null, apart: null }) });
  if (id === null || lectureChannel.getState().id !== id) return;
  if (replica.lecture && replica.stamp !== before?.stamp) {
    keepTalk(id, { stamp: replica.stamp, lecture: replica.lecture });
  }
  for (const window of Object.keys(replica.others)) {
    if (!before || !(window in before.others)) void watch(window);
  }
}

function send(messages: readonly Message[]): void {
  for (const message of messages) channel?.postMessage(wired(message));
}

function greet(): void {
  const { replica } = lectureChannel.getState();
  if (!replica) return;
  send([hello(replica)]);
  // A window that was there before may know less.
  if (replica.lecture)
    send([
      { type: 'talk', from: replica.me, role: replica.role, stamp: replica.stamp, lecture: replica.lecture },
    ]);
}

/** Resolves when the lock is held, which is then until `signal` or the end of the window. */
async function hold(name: string, signal: AbortSignal): Promise<void> {
  const { locks } = navigator;
  if (!locks) return;
  // In a task of its own: Chromium drops a request that the opening of a window comes upon.
  await new Promise((later) => setTimeout(later));
  if (signal.aborted) return;
  await new Promise<void>((held) => {
    const until = new Promise<void>((free) => signal.addEventListener('abort', () => free()));
    void locks
      .request(name, () => {
        held();
        return until;
      })
      .catch(() => held());
  });
}

/** Gets the lock of another window when that window has closed. */
async function watch(window: string): Promise<void> {
  const { signal } = ended;
  const gone = () => {
    const { replica } = lectureChannel.getState();
    if (replica && !signal.aborted) lectureChannel.setState({ replica: lose(replica, window) });
  };
  await navigator.locks?.request(NAME + window, { mode: 'shared', signal }, gone).catch(() => undefined);
}

function keptTalk(id: string): { stamp: Stamp; lecture: LectureState } | null {
  try {
    return readKept(JSON.parse(sessionStorage.getItem(NAME + id) ?? 'null'));
  } catch {
    // Closed storage, or cut: as on a first visit.
    return null;
  }
}

function keepTalk(id: string, kept: { stamp: Stamp; lecture: LectureState } | null): void {
  try {
    if (kept) sessionStorage.setItem(NAME + id, JSON.stringify(kept));
    else sessionStorage.removeItem(NAME + id);
  } catch {
    // Closed or full: then only the other window remembers.
  }
}
