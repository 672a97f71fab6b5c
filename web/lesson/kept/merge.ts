/**
 * Progress that several tabs of the browser write. A tab puts in what it has changed itself since it last wrote, and nothing else: what
 * another tab answered meanwhile stays.
 */
import { type Answer, type Asked, further, type Progress } from '../play/play';

/** The progress that this tab wrote last, by key. */
export class LastSeen {
  private readonly last = new Map<string, Progress>();
  private readonly opening = new Set<string>();
  /** Drafts of other tabs between which and its own the person chose, by lesson and step. */
  private readonly settled = new Map<string, Map<string, string | undefined>>();

  /**
   * The lesson is opened: the next thing that this tab writes is what it begins with, no change. Only `unkept` is: what is in the
   * storage, where this tab has more that the storage did not take.
   */
  opened(key: string, unkept: Progress | null): void {
    this.last.delete(key);
    this.opening.delete(key);
    if (unkept) this.last.set(key, unkept);
    else this.opening.add(key);
  }

  merged(key: string, ours: Progress, there: Progress | null): Progress {
    const last = this.opening.has(key) ? ours : this.last.get(key);
    return mergeProgress(last ?? null, ours, there, this.settled.get(key));
  }

  /** `merged` is kept now: a draft that it lacks counts at the next merge, too. */
  wrote(key: string, ours: Progress, merged: Progress): void {
    const before = this.last.get(key)?.asked;
    const asked = Object.entries(ours.asked).map(([step, { draft, ...rest }]) => {
      const kept = merged.asked[step]?.draft === draft ? draft : before?.[step]?.draft;
      return [step, { ...rest, ...(kept !== undefined && { draft: kept }) }] as const;
    });
    this.opening.delete(key);
    this.last.set(key, { ...ours, asked: Object.fromEntries(asked) });
  }

  /** The lesson that is open takes from another tab what is further (`elsewhere` of play.ts): no change of its own. */
  heard(key: string, there: Progress): void {
    const last = this.last.get(key);
    if (last) this.last.set(key, { ...last, asked: further(last.asked, there.asked) });
  }

  /** The person chose between what is typed here and `there`: the next merge takes what is here. */
  settle(key: string, step: string, there: Progress | null): void {
    const drafts = this.settled.get(key) ?? new Map<string, string | undefined>();
    this.settled.set(key, drafts.set(step, there?.asked[step]?.draft));
  }

  forget(key: string): void {
    this.opening.delete(key);
    this.settled.delete(key);
    this.last.delete(key);
  }
}

/**
 * @param last what this tab read or wrote last
 * @param ours what it has now
 * @param there what is kept now
 * @param settled drafts of `there`, by step, in whose place ours may come
 */
function mergeProgress(
  last: Progress | null,
  ours: Progress,
  there: Progress | null,
  settled: ReadonlyMap<string, string | undefined> = new Map(),
): Progress {
  // Nothing is there: what is on the screen is not forgotten.
  if (!there) return ours;
  const { said, recalled } = {
    said: ours.said === last?.said ? there.said : ours.said,
    recalled:
      ours.recalled || there.recalled
        ? mergeAsked(last?.recalled ?? {}, ours.recalled ?? {}, there.recalled ?? {})
        : undefined,
  };
  return {
    version: 1,
    step: ours.step,
    asked: mergeAsked(last?.asked ?? {}, ours.asked, there.asked, settled),
    ...(said && { said }),
    ...(recalled && { recalled }),
  };
}

function mergeAsked(
  last: Progress['asked'],
  ours: Progress['asked'],
  there: Progress['asked'],
  settled: ReadonlyMap<string, string | undefined> = new Map(),
): Progress['asked'] {
  const steps = new Set([...Object.keys(there), ...Object.keys(ours)]);
  const merged = [...steps].flatMap((step) => {
    const known = settled.has(step) ? settled.get(step) : last[step]?.draft;
    const asked = mergeQuestion(last[step], ours[step], there[step], known);
    return asked ? [[step, asked] as const] : [];
  });
  return Object.fromEntries(merged);
}

/** @param known the draft of `there` that ours may take the place of */
function mergeQuestion(
  last: Asked | undefined,
  ours: Asked | undefined,
  there: Asked | undefined,
  known: string | undefined,
): Asked | undefined {
  if (same(ours, last) || same(ours, there)) return there;
  if (!there || same(there, last)) return ours;
  // Started over here, answered there.
  if (!ours) return there;
  return both(last, ours, there, known);
}

/** Both tabs have answered or typed: what is later holds, and all answers count. */
function both(last: Asked | undefined, ours: Asked, there: Asked, known: string | undefined): Asked {
  const before = last?.tries ?? 0;
  // A tab that only typed says nothing about the answer.
  const { draft: _, ...answered } = ours.tries > before || there.tries <= before ? ours : there;
  // Typed in both tabs: what is kept stays until the person chose (`settle`).
  const draft = there.draft === known ? ours.draft : there.draft;
  const reason = ours.reason === last?.reason ? there.reason : ours.reason;
  const answers = ours.answers || there.answers ? union(ours.answers ?? [], there.answers ?? []) : undefined;
  const tries = answers?.length ?? Math.max(ours.tries, there.tries, ours.tries + there.tries - before);
  return {
    ...answered,
    known: ours.known || there.known,
    ...((ours.shown || there.shown) && { shown: true }),
    tries,
    ...(answers && { answers }),
    ...(reason !== undefined && { reason }),
    ...(draft !== undefined && { draft }),
  };
}

/** In the order in which they were given. */
function union(ours: readonly Answer[], there: readonly Answer[]): Answer[] {
  const news = ours.filter((answer) => !there.some((other) => same(other, answer)));
  return [...there, ...news].sort((a, b) => a.s - b.s);
}

function same(a: unknown, b: unknown): boolean {
  return inOrder(a) === inOrder(b);
}

/** As JSON, whichever of its fields was set first. */
function inOrder(value: unknown): string | undefined {
  return JSON.stringify(value, (_, part) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
