/**
 * Where a person is in a lesson: which step, what was answered, what may be seen. Pure: the panel carries out
 * on the stage what the state says. A result is locked until it was predicted, or asked for with "show me". In an assignment
 * variants, attempts and what is closed follow its rules.
 */
import { asks, type Lesson, type Step } from '../language/lesson';

/** How a question or a task is. */
export interface Asked {
  /** 0 is the lesson's own question, 1 and up are fresh variants. */
  variant: number;
  /** The last answer to this variant: the number or the choice's index, the requests of a task, the code of a policy, the choices of a round,
   *  the settings of a design. */
  given: string | null;
  verdict: 'right' | 'wrong' | null;
  /** The result may be seen: answered rightly in any variant, or shown. */
  known: boolean;
  /** The result was shown before it was answered. */
  shown?: boolean;
  /** The variant whose answer a lecture has shown. */
  told?: number;
  tries: number;
  /** In an assignment: all that was answered. */
  answers?: readonly Answer[];
  /** With two choices: the person's reason, in their words. */
  reason?: string;
  /** An answer that is typed or set and not yet given. */
  draft?: string;
}

/** An answer in an assignment. */
export interface Answer {
  /** As `Asked.given`. */
  given: string;
  right: boolean;
  /** Seconds since the assignment was begun. */
  s: number;
}

export interface Play {
  /** Index of the step. */
  step: number;
  asked: { readonly [step: string]: Asked };
  /** Counts up when "next" was refused because the question is still open. */
  nudged: number;
  /** The lesson in a sentence, in the person's words. */
  said?: string;
  /** The two questions from earlier lessons, `web/lesson/recall`: by question. */
  recalled?: { readonly [question: string]: Asked };
}

/** Longest reason or sentence that is kept. */
export const MAX_SAID = 300;

export type PlayAction =
  | { type: 'next' | 'previous'; coreOnly?: boolean }
  | { type: 'go'; step: number }
  /** The engine's verdict on what was given, in an assignment with its time: `Answer.s`. */
  | { type: 'answered'; given: string; right: boolean; s?: number }
  /** Choices of a round that goes on. */
  | { type: 'chosen'; given: string }
  /** An answer that is typed or set and not yet given. */
  | { type: 'typed'; text: string }
  /** The answers of another tab. */
  | { type: 'elsewhere'; asked: { readonly [step: string]: Asked } }
  /** A fresh variant. */
  | { type: 'fresh' }
  /** Back from a variant to the lesson's own question. */
  | { type: 'own' }
  /** Show the result unpredicted. */
  | { type: 'show' }
  /** Show the answer of the variant at hand, in a lecture. */
  | { type: 'tell' }
  /** The reason for an answer; the lesson in a sentence. */
  | { type: 'reason' | 'said'; text: string }
  | { type: 'recalled'; asked: { readonly [question: string]: Asked } }
  | { type: 'reset' }
  /** Takes a reset back. */
  | { type: 'restore'; play: Play };

export const START: Play = { step: 0, asked: {}, nudged: 0 };
const UNASKED: Asked = { variant: 0, given: null, verdict: null, known: false, tries: 0 };

export function askedOf(play: Play, step: Step): Asked {
  return play.asked[step.id] ?? UNASKED;
}

/** Whether the step's result is still to be predicted. */
export function locked(play: Play, step: Step): boolean {
  return asks(step) && !askedOf(play, step).known;
}

/** Whether the answer of the variant at hand was shown. */
export function told({ variant, told }: Asked): boolean {
  return variant > 0 && variant === told;
}

/** Whether further answers are refused: in an assignment after a right one, and after the last attempt. */
export function settled({ rules }: Pick<Lesson, 'rules'>, asked: Asked): boolean {
  return rules !== null && (asked.verdict === 'right' || asked.tries >= (rules.attempts ?? Infinity));
}

/** The next state. Unfitting actions change nothing. */
export function reduce(lesson: Lesson, play: Play, action: PlayAction): Play {
  const step = lesson.steps[play.step];
  if (!step) return START;
  const put = (change: Partial<Asked>): Play => ({
    ...play,
    asked: { ...play.asked, [step.id]: { ...askedOf(play, step), ...change } },
  });
  const asked = askedOf(play, step);
  /** A question that has not been answered. */
  const putUndrafted = ({ variant }: Pick<Asked, 'variant'>): Play => {
    const { draft: _, ...rest } = asked;
    return {
      ...play,
      asked: { ...play.asked, [step.id]: { ...rest, variant, given: null, verdict: null } },
    };
  };
  switch (action.type) {
    case 'next':
      if (locked(play, step)) return { ...play, nudged: play.nudged + 1 };
      return goTo(lesson, play, neighbour(lesson, play.step, 1, action.coreOnly) ?? play.step);
    case 'previous':
      return goTo(lesson, play, neighbour(lesson, play.step, -1, action.coreOnly) ?? play.step);
    case 'go':
      return goTo(lesson, play, action.step);
    case 'answered':
      if (!asks(step) || settled(lesson, asked)) return play;
      // Pressed twice: in an assignment that is one answer.
      if (lesson.rules && asked.verdict === 'wrong' && asked.given === action.given) return play;
      return { ...play, asked: { ...play.asked, [step.id]: withAnswer(lesson, asked, action) } };
    case 'chosen':
      return step.challenge && !asked.known && !settled(lesson, asked)
        ? put({ given: action.given || null, verdict: null })
        : play;
    case 'typed':
      return asks(step) && !settled(lesson, asked) && asked.draft !== action.text
        ? put({ draft: action.text })
        : play;
    case 'elsewhere': {
      const asked = further(play.asked, action.asked);
      return asked === play.asked ? play : { ...play, asked };
    }
    case 'fresh':
      if (lesson.rules) return play;
      return step.predict?.variants ? putUndrafted({ variant: asked.variant + 1 }) : play;
    case 'own':
      return asked.variant === 0 || lesson.rules ? play : putUndrafted({ variant: 0 });
    case 'show':
      if (!asks(step) || lesson.rules) return play;
      return put({
        variant: 0,
        given: null,
        verdict: null,
        known: true,
        ...(!asked.known && { shown: true }),
      });
    case 'tell':
      return asked.variant > 0 && !lesson.rules && !told(asked)
        ? put({ given: null, verdict: null, told: asked.variant })
        : play;
    case 'reason':
      return step.predict ? put({ reason: action.text.slice(0, MAX_SAID) }) : play;
    case 'said':
      return { ...play, said: action.text.slice(0, MAX_SAID) };
    case 'recalled':
      return { ...play, recalled: action.asked };
    case 'reset':
      return lesson.rules ? play : START;
    case 'restore':
      return action.play;
  }
}

function withAnswer(
  lesson: Lesson,
  { draft: _, ...asked }: Asked,
  { given, right, s }: PlayAction & { type: 'answered' },
): Asked {
  const after: Asked = { ...asked, given, verdict: right ? 'right' : 'wrong', tries: asked.tries + 1 };
  return {
    ...after,
    known: asked.known || right || settled(lesson, after),
    ...(s !== undefined && { answers: [...(asked.answers ?? []), { given, right, s }] }),
  };
}

/** Of each question the state that is further; what is typed here stays. */
export function further(here: Play['asked'], there: Play['asked']): Play['asked'] {
  const news = Object.entries(there).flatMap(([step, { draft: _, ...asked }]) => {
    const own = here[step] ?? UNASKED;
    const draft = own.draft === undefined ? {} : { draft: own.draft };
    return asked.tries > own.tries || (asked.known && !own.known) ? [[step, { ...asked, ...draft }]] : [];
  });
  return news.length > 0 ? { ...here, ...Object.fromEntries(news) } : here;
}

/** The nearest step in a direction, or the nearest core step; `null` at the end. */
export function neighbour(lesson: Lesson, from: number, by: 1 | -1, coreOnly = false): number | null {
  for (let at = from + by; lesson.steps[at]; at += by) if (!coreOnly || !lesson.steps[at]?.more) return at;
  return null;
}

function goTo(lesson: Lesson, play: Play, wanted: number): Play {
  const step = Math.min(Math.max(wanted, 0), lesson.steps.length - 1);
  if (step === play.step || !Number.isInteger(step)) return play;
  return { ...play, step };
}

/** The state kept between visits. The step by name: a lesson may gain steps in between. */
export interface Progress {
  version: 1;
  step: string;
  asked: { readonly [step: string]: Asked };
  said?: string;
  recalled?: { readonly [question: string]: Asked };
}

export function toProgress(lesson: Lesson, { step, asked, said, recalled }: Play): Progress {
  const more = { ...(said && { said }), ...(recalled && { recalled }) };
  return { version: 1, step: lesson.steps[step]?.id ?? '', asked, ...more };
}

/** Takes up what was kept, as far as it fits the lesson: it may be from an older one, or from anybody. */
export function fromProgress(lesson: Lesson, kept: unknown): Play {
  if (!isRecord(kept) || kept.version !== 1) return startOf(lesson);
  const asked: Record<string, Asked> = { ...startOf(lesson).asked };
  for (const step of lesson.steps) {
    const was = isRecord(kept.asked) ? kept.asked[step.id] : null;
    if (isAsked(was) && asks(step)) {
      asked[step.id] = { ...was, variant: step.predict?.variants ? was.variant : 0 };
    }
  }
  const at = lesson.steps.findIndex((step) => step.id === kept.step);
  return {
    step: Math.max(at, 0),
    asked,
    nudged: 0,
    ...(isSaid(kept.said) && { said: kept.said }),
    ...(isAskedOf(kept.recalled) && { recalled: kept.recalled }),
  };
}

/** Whether it has the shape of what is kept; what of it fits a lesson `fromProgress` says. */
export function isProgress(value: unknown): value is Progress {
  return (
    isRecord(value) &&
    value.version === 1 &&
    typeof value.step === 'string' &&
    isAskedOf(value.asked) &&
    (value.said === undefined || isSaid(value.said)) &&
    (value.recalled === undefined || isAskedOf(value.recalled))
  );
}

function isSaid(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_SAID;
}

function isAskedOf(value: unknown): value is { [question: string]: Asked } {
  return isRecord(value) && Object.values(value).every(isAsked);
}

/** The beginning: in an assignment at its first step, with a variant of each question that has some. */
function startOf(lesson: Lesson): Play {
  if (!lesson.rules) return START;
  const varied = lesson.steps.filter(({ more, predict }) => !more && predict?.variants);
  const asked = Object.fromEntries(varied.map(({ id }) => [id, { ...UNASKED, variant: 1 }]));
  return { ...START, step: neighbour(lesson, -1, 1, true) ?? 0, asked };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isAsked(value: unknown): value is Asked {
  return (
    isRecord(value) &&
    Number.isInteger(value.variant) &&
    (value.variant as number) >= 0 &&
    (value.given === null || typeof value.given === 'string') &&
    (value.verdict === null || value.verdict === 'right' || value.verdict === 'wrong') &&
    typeof value.known === 'boolean' &&
    (value.shown === undefined || typeof value.shown === 'boolean') &&
    (value.told === undefined || Number.isInteger(value.told)) &&
    Number.isInteger(value.tries) &&
    (value.reason === undefined || isSaid(value.reason)) &&
    (value.draft === undefined || typeof value.draft === 'string') &&
    (value.answers === undefined || (Array.isArray(value.answers) && value.answers.every(isAnswer)))
  );
}

function isAnswer(value: unknown): value is Answer {
  return (
    isRecord(value) &&
    typeof value.given === 'string' &&
    typeof value.right === 'boolean' &&
    typeof value.s === 'number'
  );
}
