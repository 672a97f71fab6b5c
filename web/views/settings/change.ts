/** Changing the map of keys, and the preferences as a file. */
import * as v from 'valibot';
import { THEMES } from '../../base/tokens';
import type { KeyChoice } from '../../state/keys/key-map';
import { ACTIONS, DEFAULT_KEYS, type KeyAction } from '../../state/keys/keys';
import type { Preferences } from '../../state/preferences';

type Keys = KeyChoice['keys'];

/** The keys of an action, single letters too where they are switched off. */
export function chordsOf(keys: Keys, action: KeyAction): readonly string[] {
  return keys[action] ?? DEFAULT_KEYS[action];
}

/** Keys that these keep for themselves: leaving, confirming and walking on are theirs everywhere. */
const KEPT = /(^|\+)(Tab|Escape|Enter|Backspace|Delete|Dead|Process|Unidentified)$/;
const MODIFIER = /^(Control|Alt|Shift|Meta|AltGraph|CapsLock|NumLock|Fn)$/;

export type Fit = 'free' | 'kept' | 'modifier' | { taken: KeyAction };

/** Whether a chord can be given to `action`. */
export function fitOf(keys: Keys, chord: string, action: KeyAction): Fit {
  if (MODIFIER.test(chord.split('+').at(-1) ?? '')) return 'modifier';
  if (KEPT.test(chord)) return 'kept';
  const taken = ACTIONS.find((each) => each !== action && chordsOf(keys, each).includes(chord));
  return taken ? { taken } : 'free';
}

/** With the chord given to `action`, and taken from whichever had it. */
export function withChord(keys: Keys, chord: string, action: KeyAction): Keys {
  const without = ACTIONS.reduce((map, each) => withoutChord(map, chord, each), keys);
  return tidy({ ...without, [action]: [...chordsOf(without, action), chord] });
}

export function withoutChord(keys: Keys, chord: string, action: KeyAction): Keys {
  const chords = chordsOf(keys, action);
  if (!chords.includes(chord)) return keys;
  return tidy({ ...keys, [action]: chords.filter((each) => each !== chord) });
}

/** With the action's own keys as the page comes with them; they are taken from whichever has them now. */
export function withDefault(keys: Keys, action: KeyAction): Keys {
  const { [action]: _, ...rest } = keys;
  return DEFAULT_KEYS[action].reduce<Keys>((map, chord) => withChord(map, chord, action), {
    ...rest,
    [action]: [],
  });
}

/** Only what is otherwise than it comes. */
function tidy(keys: Keys): Keys {
  const other = ACTIONS.filter((action) => {
    const chords = keys[action];
    return chords && chords.join(' ') !== DEFAULT_KEYS[action].join(' ');
  });
  return Object.fromEntries(other.map((action) => [action, [...chordsOf(keys, action)]]));
}

/** The content of the file: the memory of the page, and nothing of a scenario or a lesson. */
export type Kept = Omit<Preferences, 'visit' | 'coreOnly' | 'cycles'>;

const Chord = v.pipe(v.string(), v.minLength(1), v.maxLength(40));
const File = v.strictObject({
  format: v.literal(1),
  theme: v.nullable(v.picklist(THEMES)),
  speed: v.pipe(v.number(), v.minValue(0.1), v.maxValue(100_000)),
  grain: v.picklist(['request', 'action', 'operation']),
  keys: v.record(v.picklist(ACTIONS), v.array(Chord)),
  characterKeys: v.boolean(),
});

export function writePreferences({ theme, speed, grain, keys, characterKeys }: Kept): string {
  return `${JSON.stringify({ format: 1, theme, speed, grain, keys, characterKeys }, null, 2)}\n`;
}

/** Why a file was not taken: where in it, and what is wrong there. */
export type PreferencesFault =
  | { kind: 'not_json'; detail: string }
  | { kind: 'field'; at: string; detail: string }
  | { kind: 'twice'; chord: string; actions: [KeyAction, KeyAction] };

/** The whole file, checked before any part of it applies. */
export function readPreferences(text: string): Kept | PreferencesFault {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    return { kind: 'not_json', detail: String(error instanceof Error ? error.message : error) };
  }
  const parsed = v.safeParse(File, read);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    return { kind: 'field', at: v.getDotPath(issue) ?? '', detail: issue.message };
  }
  const { format: _, ...kept } = parsed.output;
  for (const action of ACTIONS) {
    for (const chord of chordsOf(kept.keys, action)) {
      const other = ACTIONS.find((each) => each !== action && chordsOf(kept.keys, each).includes(chord));
      if (other) return { kind: 'twice', chord, actions: [action, other] };
    }
  }
  return kept;
}
