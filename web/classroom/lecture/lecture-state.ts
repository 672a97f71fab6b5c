/**
 * The state of a lecture, and the actions on it. Pure. Both windows hold a `Talk` of their own and apply the same
 * actions to it; `sync.ts` keeps the two alike.
 */
import type { Theme } from '../../base/tokens';
import type { Lesson } from '../../lesson/language/lesson';
import {
  askedOf,
  fromProgress,
  locked,
  type Play,
  type PlayAction,
  type Progress,
  reduce,
  told,
  toProgress,
} from '../../lesson/play/play';

/** A lesson of the course by its name, or one from disk with its text. */
export type LessonRef = { slug: string } | { name: string; text: string };

/** For washed-out projectors: 1 and 1 leave the picture as it is. */
export interface Filter {
  /** 1 to 2: how much further light and dark are drawn apart. */
  contrast: number;
  /** 0.4 to 2.5: above 1 darkens what is between black and white, below 1 lightens it. */
  gamma: number;
}
export const NO_FILTER: Filter = { contrast: 1, gamma: 1 };

/** How large the room's letters are, from small to large. */
export const SIZES = ['smaller', 'normal', 'larger'] as const;
export type Size = (typeof SIZES)[number];

/** A stopwatch: it runs since `since` (milliseconds since 1970), and had run `before` that. */
export interface Timer {
  since: number | null;
  before: number;
}

/** Hands that the speaker counted for each choice of a question. */
export interface Vote {
  hands: readonly number[];
  /** Of the vote before the discussion; `null`: this is the first. */
  before: readonly number[] | null;
  /** The room sees the bars. */
  shown: boolean;
}

const MOST_HANDS = 9999;

export interface LectureState {
  lesson: LessonRef;
  /** The lessons of the class, if it is one. */
  lessons: readonly LessonRef[];
  /** Step and answers; `null` at the start of a lesson. */
  progress: Progress | null;
  /** The projector shows nothing. */
  blank: boolean;
  /** The lesson was left for a question: the lab is free until the way back. */
  question: boolean;
  /** The action of a clicker's arrows: go from step to step of the lesson, or step the stage. */
  arrows: 'lesson' | 'stage';
  filter: Filter;
  /** The theme of the projector's window. */
  theme: Theme;
  /** The size of letters in the projector's window. */
  size: Size;
  timer: Timer;
  /** By step. */
  votes: { readonly [step: string]: Vote };
  /** The lecture has ended: both windows are ordinary ones again. */
  over: boolean;
}

export type LectureAction =
  | PlayAction
  /** As a clicker means it: shows what is still to be predicted, then goes on. */
  | { type: 'advance' }
  | { type: 'blank'; on: boolean }
  | { type: 'question'; on: boolean }
  | { type: 'arrows'; arrows: LectureState['arrows'] }
  | { type: 'filter'; filter: Filter }
  | { type: 'theme'; theme: Theme }
  | { type: 'size'; size: Size }
  | { type: 'timer'; do: 'start' | 'stop' | 'reset'; now: number }
  | { type: 'hands'; step: string; choice: number; hands: number }
  | { type: 'bars'; step: string; on: boolean }
  | { type: 'vote_again'; step: string }
  | { type: 'lesson'; lesson: LessonRef }
  | { type: 'end' };

/** A lecture at its begin. `now`: when its stopwatch starts, `null` for not yet. */
export function begin(lesson: LessonRef, now: number | null, more: Partial<LectureState> = {}): LectureState {
  return {
    lesson,
    lessons: [],
    progress: null,
    blank: false,
    question: false,
    arrows: 'lesson',
    filter: NO_FILTER,
    theme: 'projector',
    size: 'normal',
    timer: { since: now, before: 0 },
    votes: {},
    over: false,
    ...more,
  };
}

/** The vote on a step's question, perhaps not begun. */
export function voteOf(lecture: LectureState, step: string): Vote {
  // The state of an older page that was loaded again has none.
  return lecture.votes?.[step] ?? { hands: [], before: null, shown: false };
}

function withVote(lecture: LectureState, step: string, vote: Vote): LectureState {
  return { ...lecture, votes: { ...lecture.votes, [step]: vote } };
}

function counted(hands: number): number {
  return Number.isFinite(hands) ? Math.min(MOST_HANDS, Math.max(0, Math.round(hands))) : 0;
}

/** Where the lecture is in `lesson`. */
export function playOf(lesson: Lesson, lecture: LectureState): Play {
  return fromProgress(lesson, lecture.progress);
}

/** The next state. `lesson` is `null` while it is not read yet: then nothing moves in it. */
export function perform(lecture: LectureState, action: LectureAction, lesson: Lesson | null): LectureState {
  if (lecture.over) return lecture;
  switch (action.type) {
    case 'blank':
      return lecture.blank === action.on ? lecture : { ...lecture, blank: action.on };
    case 'question':
      return lecture.question === action.on ? lecture : { ...lecture, question: action.on, blank: false };
    case 'arrows':
      return { ...lecture, arrows: action.arrows };
    case 'filter':
      return { ...lecture, filter: within(action.filter) };
    case 'theme':
      return { ...lecture, theme: action.theme };
    case 'size':
      return lecture.size === action.size ? lecture : { ...lecture, size: action.size };
    case 'timer':
      return { ...lecture, timer: clock(lecture.timer, action.do, action.now) };
    case 'lesson':
      return { ...lecture, lesson: action.lesson, progress: null, votes: {}, blank: false, question: false };
    case 'hands': {
      const vote = voteOf(lecture, action.step);
      const hands = Array.from({ length: Math.max(vote.hands.length, action.choice + 1) }, (_, choice) =>
        choice === action.choice ? counted(action.hands) : (vote.hands[choice] ?? 0),
      );
      return withVote(lecture, action.step, { ...vote, hands });
    }
    case 'bars':
      return withVote(lecture, action.step, { ...voteOf(lecture, action.step), shown: action.on });
    case 'vote_again': {
      const { hands } = voteOf(lecture, action.step);
      return withVote(lecture, action.step, { hands: [], before: hands, shown: false });
    }
    case 'end':
      return { ...lecture, over: true };
    case 'advance':
    case 'next':
    case 'previous': {
      // The first press of a clicker brings the picture back, and moves nothing that no one saw.
      if (lecture.blank) return { ...lecture, blank: false };
      // A question is left on purpose, not by a press meant for the lesson.
      if (lecture.question || !lesson) return lecture;
      const play = playOf(lesson, lecture);
      return moved(lecture, lesson, play, meant(action.type, lesson, play));
    }
    case 'go':
      // To another step by name: whatever was before it is over.
      if (!lesson) return lecture;
      return moved({ ...lecture, blank: false, question: false }, lesson, playOf(lesson, lecture), action);
    case 'fresh':
    case 'own':
    case 'reset': {
      if (!lesson) return lecture;
      // Hands were raised for other values.
      const play = playOf(lesson, lecture);
      const next = moved(lecture, lesson, play, action);
      if (next === lecture) return lecture;
      const { [lesson.steps[play.step]?.id ?? '']: _, ...others } = lecture.votes ?? {};
      return { ...next, votes: action.type === 'reset' ? {} : others };
    }
    default:
      return lesson ? moved(lecture, lesson, playOf(lesson, lecture), action) : lecture;
  }
}

/** A clicker's press at a step: forward shows what is hidden before it goes on, back leaves a variant before the step. */
function meant(press: 'advance' | 'next' | 'previous', lesson: Lesson, play: Play): PlayAction {
  const step = lesson.steps[play.step];
  const asked = step && askedOf(play, step);
  const variant = asked !== undefined && asked.variant > 0;
  if (press === 'previous') return { type: variant ? 'own' : 'previous' };
  if (press === 'next' || !step || !asked) return { type: 'next' };
  if (variant && asked.verdict !== 'right' && !told(asked)) return { type: 'tell' };
  return { type: locked(play, step) ? 'show' : 'next' };
}

function moved(lecture: LectureState, lesson: Lesson, play: Play, action: PlayAction): LectureState {
  const next = reduce(lesson, play, action);
  return next.step === play.step && next.asked === play.asked && lecture.progress
    ? lecture
    : { ...lecture, progress: toProgress(lesson, next) };
}

function within({ contrast, gamma }: Filter): Filter {
  return {
    contrast: Math.min(2, Math.max(1, contrast)),
    gamma: Math.min(2.5, Math.max(0.4, gamma)),
  };
}

/** How long a timer has run, in milliseconds. */
export function elapsed({ since, before }: Timer, now: number): number {
  return before + (since === null ? 0 : Math.max(0, now - since));
}

/** The next size in a direction; at the end of the row the same one. */
export function resized(size: Size, by: 1 | -1): Size {
  return SIZES[SIZES.indexOf(size) + by] ?? size;
}

/**
 * Whole minutes behind what the lesson plans for, below 0: ahead of it. Steps are taken for equally long, and anywhere
 * within the time of the one at hand is on time.
 */
export function behind(ran: number, minutes: number, step: number, steps: number): number {
  const [due, over] = [(minutes * step) / steps, (minutes * (step + 1)) / steps];
  const at = ran / 60_000;
  return at < due ? Math.ceil(at - due) : Math.floor(Math.max(0, at - over));
}

function clock(timer: Timer, what: 'start' | 'stop' | 'reset', now: number): Timer {
  switch (what) {
    case 'start':
      return timer.since === null ? { ...timer, since: now } : timer;
    case 'stop':
      return { since: null, before: elapsed(timer, now) };
    case 'reset':
      return { since: timer.since === null ? null : now, before: 0 };
  }
}

export function sameLesson(a: LessonRef, b: LessonRef): boolean {
  if ('slug' in a || 'slug' in b) return 'slug' in a && 'slug' in b && a.slug === b.slug;
  return a.text === b.text;
}
