/** The page's memory between visits: one small document in local storage, checked when read. */
import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import { keep, kept, PREFERENCES } from '../base/keep';
import { linkTheme, systemTheme, THEMES, type Theme } from '../base/tokens';

export const Stored = v.object({
  /** `null`: as the system asks. */
  theme: v.fallback(v.nullable(v.picklist(THEMES)), null),
  /** Steps per second. */
  speed: v.fallback(v.pipe(v.number(), v.minValue(0.1), v.maxValue(100_000)), 2),
  grain: v.fallback(v.picklist(['request', 'action', 'operation']), 'action'),
  /** Keys other than those the page comes with, by action (keys.ts, key-map.ts). */
  keys: v.fallback(v.record(v.string(), v.array(v.string())), {}),
  /** Whether the steps of a lesson that are not core are left out. */
  coreOnly: v.fallback(v.boolean(), false),
  /** Erases that a block endures, for lifetimes. */
  cycles: v.fallback(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e9)), 3000),
  /** Whether single letters, digits and marks act. */
  characterKeys: v.fallback(v.boolean(), true),
});
export type Stored = v.InferOutput<typeof Stored>;

export interface Preferences extends Stored {
  /** The theme a link asked for: for this visit, until the person chooses one. Not remembered. */
  visit: Theme | null;
}

export interface PreferenceState extends Preferences {
  set(change: Partial<Preferences>): void;
}

function load(): Stored {
  try {
    return v.parse(Stored, JSON.parse(kept(PREFERENCES) ?? '{}'));
  } catch {
    // Not ours: begin as on a first visit.
    return v.parse(Stored, {});
  }
}

export const preferences = createStore<PreferenceState>()((set) => ({
  ...load(),
  visit: linkTheme(globalThis.location?.hash ?? ''),
  set(change) {
    set(change.theme === undefined ? change : { visit: null, ...change });
    const { visit: _, ...chosen } = change;
    // Nothing to remember in a link's wish alone. The choices of another tab stay.
    if (Object.keys(chosen).length > 0) keep(PREFERENCES, JSON.stringify({ ...load(), ...chosen }));
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
