/**
 * The keys of a lecture, in both of its windows. They go before those of the page (keys.ts) while a lecture is on, and
 * are not the person's to choose: they are what clickers send. Which clicker sends what: PageDown and PageUp most of
 * them, the arrows a few; `.` (some `B`) for a blank screen; F5 and Escape to begin and to end full screen.
 */
import { TAKES_ARROWS, TAKES_TEXT } from './keys';

export const LECTURE_KEYS = {
  next: ['PageDown', 'ArrowRight', 'ArrowDown', 'Space'],
  previous: ['PageUp', 'ArrowLeft', 'ArrowUp'],
  watch: ['W'],
  compare: ['V'],
  variant: ['D'],
  question: ['Q'],
  blank: ['.', 'B'],
  laser: ['L'],
  pen: ['P'],
  undo_stroke: ['Z'],
  clear_strokes: ['X'],
  full_screen: ['F', 'F5'],
  put_away: ['Escape'],
  sync: ['S'],
  timer: ['T'],
  larger: ['+', '='],
  smaller: ['-'],
  notes: ['N'],
  help: ['?'],
  controls: ['A'],
} as const satisfies Record<string, readonly string[]>;

export type LectureKey = keyof typeof LECTURE_KEYS;
export const LECTURE_ACTIONS = Object.keys(LECTURE_KEYS) as LectureKey[];

type Press = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'target'>;

/** The meaning of a press in a lecture, if any. In a dialog nothing does, but F5 never loads the page again. */
export function lectureKeyOf(press: Press): LectureKey | null {
  const { key, code, target } = press;
  // Shift is not part of a typed mark: on many layouts `?` and `+` need it.
  const shift = press.shiftKey && !'+?'.includes(key);
  if (press.ctrlKey || press.altKey || press.metaKey || shift) return null;
  // Where the keyboard writes another script, a letter is recognised by its place.
  const latin = key > '\x7f' ? /^Key(.)$/.exec(code)?.[1] : undefined;
  const chord = latin ?? (key === ' ' ? 'Space' : key.length === 1 ? key.toUpperCase() : key);
  const found = LECTURE_ACTIONS.find((each) => (LECTURE_KEYS[each] as readonly string[]).includes(chord));
  if (found === undefined || chord === 'F5') return found ?? null;
  if (target === null || !(target instanceof Element)) return found;
  if (target.closest('[role=dialog], [role=alertdialog], [role=menu]')) return null;
  if ((chord.length === 1 || chord === 'Space') && target.closest(TAKES_TEXT)) return null;
  // It presses what has the focus.
  if (chord === 'Space' && target.closest('button, a, summary, input, select, [role=button]')) return null;
  if (chord.startsWith('Arrow') && target.closest(`${TAKES_ARROWS}, select, textarea`)) return null;
  return found;
}

/** Whether a press of `next` or `previous` came from an arrow, which may mean the stage instead. */
export function isArrow({ key }: Pick<KeyboardEvent, 'key'>): boolean {
  return key.startsWith('Arrow');
}

/** `aria-keyshortcuts` of an action. */
export function ariaLectureKeys(action: LectureKey): string {
  return LECTURE_KEYS[action].map((chord) => (chord === '+' ? 'Plus' : chord)).join(' ');
}

const SHOWN: Record<string, string> = {
  ArrowRight: '→',
  ArrowLeft: '←',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
};

/** The keys of an action as they are written on a keyboard. */
export function shownLectureKeys(action: LectureKey): readonly string[] {
  return LECTURE_KEYS[action].map((chord) => SHOWN[chord] ?? chord);
}
