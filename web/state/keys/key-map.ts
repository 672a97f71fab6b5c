/** The keys that hold: those the page comes with, changed as the person likes. */
import { useStore } from 'zustand';
import { type Preferences, preferences } from '../preferences';
import { ACTIONS, DEFAULT_KEYS, type KeyAction, type KeyMap } from './keys';

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>;

/** The keys in the preferences. */
export type KeyChoice = Pick<Preferences, 'keys' | 'characterKeys'>;

/** Whether a chord is one character: a letter, a digit or a mark, which speech input may type by accident (WCAG 2.1.4). */
function isCharacter(chord: string): boolean {
  return chord.length === 1 || chord === 'Plus';
}

/** The chord of a press. */
export function chordOf({ key, code, shiftKey, ctrlKey, altKey, metaKey }: Press): string {
  // Where the keyboard writes another script, a letter is recognised by its place.
  const latin = key > '\x7f' && /^Key(.)$/.exec(code)?.[1];
  const name =
    latin || (key === ' ' ? 'Space' : key === '+' ? 'Plus' : key.length === 1 ? key.toUpperCase() : key);
  const parts = [name];
  if (shiftKey && !isCharacter(name)) parts.unshift('Shift');
  if (altKey) parts.unshift('Alt');
  if (ctrlKey || metaKey) parts.unshift('Control');
  return parts.join('+');
}

export function keyMapOf({ keys, characterKeys }: KeyChoice): KeyMap {
  const all: KeyMap = { ...DEFAULT_KEYS, ...keys };
  if (characterKeys) return all;
  const kept = ACTIONS.map((action) => [action, all[action].filter((chord) => !isCharacter(chord))]);
  return Object.fromEntries(kept) as KeyMap;
}

/** The meaning of a press, if any. */
export function actionOf(press: Press, map = keyMapOf(preferences.getState())): KeyAction | undefined {
  const chord = chordOf(press);
  return ACTIONS.find((action) => map[action].includes(chord));
}

/** `aria-keyshortcuts` of an action. */
export function ariaKeys(chords: readonly string[]): string | undefined {
  const both = chords.flatMap((chord) =>
    chord.startsWith('Control+') ? [chord, chord.replace('Control', 'Meta')] : [chord],
  );
  return both.join(' ') || undefined;
}

const SHOWN: Record<string, string> = {
  Control: /Mac|iP/.test(globalThis.navigator?.platform ?? '') ? '⌘' : 'Ctrl',
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Plus: '+',
};

/** A chord as the help and the buttons show it. */
export function shownChord(chord: string): string {
  return chord
    .split('+')
    .map((part) => SHOWN[part] ?? part)
    .join(' ');
}

/** The map that holds; the component renders again when it changes. */
export function useKeyMap(): KeyMap {
  const keys = useStore(preferences, (chosen) => chosen.keys);
  const characterKeys = useStore(preferences, (chosen) => chosen.characterKeys);
  return keyMapOf({ keys, characterKeys });
}
