/** What the page remembers between visits: one small document in local storage, checked when read. */
import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { systemTheme, THEMES, type Theme } from '../base/tokens';

const KEY = 'ftl-lab';

const Stored = v.object({
  /** `null`: as the system asks. */
  theme: v.fallback(v.nullable(v.picklist(THEMES)), null),
  /** Steps per second. */
  speed: v.fallback(v.pipe(v.number(), v.minValue(0.1), v.maxValue(100_000)), 2),
  grain: v.fallback(v.picklist(['request', 'action', 'operation']), 'action'),
});
export type Preferences = v.InferOutput<typeof Stored>;

export interface PreferenceState extends Preferences {
  set(change: Partial<Preferences>): void;
}

function load(): Preferences {
  try {
    return v.parse(Stored, JSON.parse(globalThis.localStorage?.getItem(KEY) ?? '{}'));
  } catch {
    // Storage that is forbidden (an iframe) or not ours: begin as on a first visit.
    return v.parse(Stored, { theme: null, speed: 2, grain: 'action' });
  }
}

export const preferences = createStore<PreferenceState>()((set, get) => ({
  ...load(),
  set(change) {
    set(change);
    const { theme, speed, grain } = get();
    try {
      globalThis.localStorage?.setItem(KEY, JSON.stringify({ theme, speed, grain }));
    } catch {
      // Forbidden or full: the choice holds for this visit.
    }
  },
}));

/** The theme to show. */
export function themeOf({ theme }: Preferences): Theme {
  return theme ?? systemTheme();
}

/** The theme after this one, for the key that cycles through them. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'light';
}
