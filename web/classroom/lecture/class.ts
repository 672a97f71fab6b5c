/** The class that was opened in this window, until the tab is closed. */
import { createStore } from 'zustand/vanilla';
import { preferences } from '../../state/preferences';
import type { Class } from './class-file';

const KEY = 'ftl-lab.class';

export const classStore = createStore<{ opened: Class | null }>()(() => ({ opened: kept() }));

/** Opens a class: its lessons are those to choose from, in its theme. */
export function setClass(opened: Class | null): void {
  classStore.setState({ opened });
  if (opened?.theme) preferences.getState().set({ visit: opened.theme });
  try {
    if (opened) sessionStorage.setItem(KEY, JSON.stringify(opened));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Closed or full: then the class holds until the page is loaded again.
  }
}

function kept(): Class | null {
  try {
    return JSON.parse(globalThis.sessionStorage?.getItem(KEY) ?? 'null');
  } catch {
    return null;
  }
}
