/**
 * A person's work in the lessons of a package: progress as it is saved, and each answer once. Starting a lesson over forgets neither
 * how often a question was answered nor that its result was shown.
 */
import { hashOf } from '../../lesson/address/packed';
import { asks, type Lesson } from '../../lesson/language/lesson';
import { standingOf } from '../../lesson/play/course';
import type { Progress } from '../../lesson/play/play';
import { type Interaction, interactionOf } from './interactions';
import { keyOf, NO_PAST, type Past, type Suspended, scored } from './suspended';

/** Characters of `cmi.core.lesson_location`, by the standard. */
const MOST_PLACE = 255;

export class Visit implements Suspended {
  readonly progress: Map<string, Progress>;
  past: ReadonlyMap<string, Past>;
  /** The lesson that was saved last. */
  last: string | null;
  /** The step that is shown, and since when, or since which answer. */
  private since: { place: string; at: number };
  /** Before a lesson was started over, until something is answered: a person may take it back. */
  private gone: { name: string; progress: Progress; past: ReadonlyMap<string, Past> } | null = null;

  constructor(
    private readonly lessons: ReadonlyMap<string, Lesson>,
    { progress, past }: Suspended,
    begun: number,
  ) {
    this.progress = new Map(progress);
    this.past = past;
    this.since = { place: '', at: begun };
    // The one that was saved last is the last one that is kept.
    this.last = [...progress.keys()].at(-1) ?? null;
  }

  /** Takes what was saved; the answers that are new in it. */
  take(name: string, progress: Progress, at: number): Interaction[] {
    const before = this.progress.get(name);
    this.progress.delete(name);
    this.progress.set(name, progress);
    this.last = name;
    const place = `${name}/${progress.step}`;
    const moved = this.since.place !== place;
    const answers = this.compare(name, before, progress, at);
    if (moved || answers.length > 0) this.since = { place, at };
    return answers;
  }

  clear(name: string): void {
    const before = this.progress.get(name);
    this.progress.delete(name);
    if (before) this.forget(name, before);
  }

  get done(): boolean {
    return [...this.lessons].every(
      ([name, lesson]) => standingOf(lesson, this.progress.get(name) ?? null).is === 'done',
    );
  }

  /** The percentage of questions that were answered correctly, in any variant, before their results were shown. It never falls. */
  get score(): number {
    const asking = [...this.lessons].flatMap(([name, { steps }]) =>
      steps
        .filter(asks)
        .map(({ id }) => ({ asked: this.progress.get(name)?.asked[id], key: keyOf(name, id) })),
    );
    const right = asking.filter(({ asked, key }) => scored(asked, this.past.get(key)));
    return asking.length === 0 ? 0 : Math.round((100 * right.length) / asking.length);
  }

  /** Where the person is: the step, in a package of several lessons behind the lesson's name. */
  get place(): string {
    const step = this.last === null ? '' : (this.progress.get(this.last)?.step ?? '');
    return (this.lessons.size > 1 && step !== '' ? `${this.last}/${step}` : step).slice(0, MOST_PLACE);
  }

  private compare(name: string, before: Progress | undefined, next: Progress, at: number): Interaction[] {
    if (this.gone?.name === name && same(this.gone.progress, next)) {
      this.past = this.gone.past;
      this.gone = null;
      return [];
    }
    const over = before !== undefined && startedOver(before, next);
    if (over) {
      this.gone = { name, progress: before, past: this.past };
      this.forget(name, before);
    } else if (Object.keys(next.asked).length > 0) this.gone = null;
    const steps = this.lessons.get(name)?.steps ?? [];
    return steps.flatMap((step) => {
      const asked = next.asked[step.id];
      const was = over ? undefined : before?.asked[step.id];
      const past = this.past.get(keyOf(name, step.id));
      const answered = asked && asked.verdict !== null && asked.tries > (was?.tries ?? 0);
      const shown = asked?.shown && !was?.shown && !past?.shown;
      if (!asked || !(answered || shown)) return [];
      const number = answered ? String((past?.tries ?? 0) + asked.tries) : 'shown';
      const took = this.since.place === keyOf(name, step.id) ? at - this.since.at : 0;
      return [interactionOf(step, asked, { id: `${plainName(name)}.${step.id}.${number}`, at, took })];
    });
  }

  /** Keeps of a lesson that is started over what counts. */
  private forget(name: string, { asked }: Progress): void {
    const past = new Map(this.past);
    for (const [id, now] of Object.entries(asked)) {
      const { tries, shown = false } = now;
      const earlier = past.get(keyOf(name, id)) ?? NO_PAST;
      if (tries > 0 || shown)
        past.set(keyOf(name, id), {
          tries: earlier.tries + tries,
          shown: earlier.shown || shown,
          right: scored(now, earlier),
        });
    }
    this.past = past;
  }
}

/** An identifier has no blanks and letters of ASCII only. Of a name with others the hash tells it from similar ones. */
function plainName(name: string): string {
  const plain = name.replace(/[^\w.-]+/g, '-').slice(0, 100);
  return plain === name ? name : `${plain}-${hashOf(name).slice(0, 8)}`;
}

function startedOver(before: Progress, next: Progress): boolean {
  return Object.entries(before.asked).some(([id, { tries, shown }]) => {
    const now = next.asked[id];
    return tries > (now?.tries ?? 0) || (shown === true && !now?.shown);
  });
}

function same(a: Progress, b: Progress): boolean {
  return a.step === b.step && JSON.stringify(a.asked) === JSON.stringify(b.asked);
}
