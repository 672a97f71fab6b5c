/** Which assignment a student is at: lessons are closed meanwhile, in every tab of the browser. When it was left is kept. */
import { createStore } from 'zustand/vanilla';
import { keep, kept } from '../../base/keep';

export interface UnderWay {
  title: string;
  /** `packAssignment` */
  packed: string;
  student: string;
  /** Of the assignment and the student: `keyOf`. */
  key: string;
}

/** A time in which it was not under way: milliseconds since 1970. `to` is `null` until the student is back. */
export interface Absence {
  from: number;
  to: number | null;
}

const KEY = 'ftl-lab.assignment';
const LEFT = 'ftl-lab.left.';

export const underWay = createStore<{ at: UnderWay | null }>()(() => ({ at: read() }));

globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === KEY || key === null) underWay.setState({ at: read() });
});

export function setUnderWay(at: UnderWay | null, now: number): void {
  const before = underWay.getState().at;
  if (before && before.key !== at?.key)
    putAbsences(before.key, [...absencesOf(before.key), { from: now, to: null }]);
  if (at && before?.key !== at.key)
    putAbsences(
      at.key,
      absencesOf(at.key).map(({ from, to }) => ({ from, to: to ?? now })),
    );
  keep(KEY, at && JSON.stringify(at));
  underWay.setState({ at });
}

/** When a student left an assignment, or handed it in, and came back to it. */
export function absencesOf(key: string): readonly Absence[] {
  try {
    const there: unknown = JSON.parse(kept(LEFT + key) ?? 'null');
    return Array.isArray(there) && there.every(isAbsence) ? there : [];
  } catch {
    return [];
  }
}

function putAbsences(key: string, absences: readonly Absence[]): void {
  if (absences.length > 0) keep(LEFT + key, JSON.stringify(absences));
}

function isAbsence(value: unknown): value is Absence {
  if (typeof value !== 'object' || value === null) return false;
  const { from, to } = value as Record<string, unknown>;
  return typeof from === 'number' && (to === null || typeof to === 'number');
}

function read(): UnderWay | null {
  try {
    const { title, packed, student, key } = JSON.parse(kept(KEY) ?? 'null') as Record<string, unknown>;
    const texts = [title, packed, student, key];
    return texts.every((text) => typeof text === 'string')
      ? ({ title, packed, student, key } as UnderWay)
      : null;
  } catch {
    return null;
  }
}
