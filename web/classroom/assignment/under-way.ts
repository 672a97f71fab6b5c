/** Which assignment a student is at: lessons are closed meanwhile, in every tab of the browser. */
import { createStore } from 'zustand/vanilla';
import { keep, kept } from '../../base/keep';

export interface UnderWay {
  title: string;
  /** `packAssignment` */
  packed: string;
  student: string;
}

const KEY = 'ftl-lab.assignment';

export const underWay = createStore<{ at: UnderWay | null }>()(() => ({ at: read() }));

globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === KEY || key === null) underWay.setState({ at: read() });
});

export function setUnderWay(at: UnderWay | null): void {
  keep(KEY, at && JSON.stringify(at));
  underWay.setState({ at });
}

function read(): UnderWay | null {
  try {
    const { title, packed, student } = JSON.parse(kept(KEY) ?? 'null') as Record<string, unknown>;
    const texts = [title, packed, student];
    return texts.every((text) => typeof text === 'string') ? ({ title, packed, student } as UnderWay) : null;
  } catch {
    return null;
  }
}
