/** What the page remembers between visits: one small document in local storage, checked when read. */
import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { keep, kept } from '../base/keep';
import { systemTheme, THEMES, type Theme } from '../base/tokens';

const KEY = 'ftl-lab';

const Stored = v.object({
  /** `null`: as the system asks. */
  theme: v.fallback(v.nullable(v.picklist(THEMES)), null),
  /** Steps per second. */
  speed: v.fallback(v.pipe(v.number(), v.minValue(0.1), v.maxValue(100_000)), 2),
  grain: v.fallback(v.picklist(['request', 'action', 'operation']), 'action'),
});
type Stored = v.InferOutput<typeof Stored>;

export interface Preferences extends Stored {
  /** The theme a link asked for: for this visit, until the person chooses one. Not remembered. */
  visit: Theme | null;
}

export interface PreferenceState extends Preferences {
  set(change: Partial<Preferences>): void;
}

function load(): Stored {
  try {
    return v.parse(Stored, JSON.parse(kept(KEY) ?? '{}'));
  } catch {
    // Not ours: begin as on a first visit.
    return v.parse(Stored, {});
  }
}

export const preferences = createStore<PreferenceState>()((set, get) => ({
  ...load(),
  visit: null,
  set(change) {
    set(change.theme === undefined ? change : { visit: null, ...change });
    const { theme, speed, grain } = get();
    // Nothing to remember in a link's wish alone.
    if (Object.keys(change).some((key) => key !== 'visit'))
      keep(KEY, JSON.stringify({ theme, speed, grain }));
  },
}));

/** The theme to show. */
export function themeOf({ visit, theme }: Preferences): Theme {
  return visit ?? theme ?? systemTheme();
}

/** The theme after this one, for the key that cycles through them. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'light';
}
