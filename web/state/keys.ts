/**
 * The keys of the page, in one table: what listens, what the help lists and what the buttons announce
 * (`aria-keyshortcuts`) are all read from here.
 *
 * Single letters act only when nothing that takes text has the focus (WCAG 2.1.4).
 */
import type { LabState } from './lab';

/** What a key does, seen from the page. Those in `LAB_ACTIONS` need only the store. */
export type KeyAction =
  | 'play'
  | 'step'
  | 'step_back'
  | 'next_request'
  | 'previous_request'
  | 'start'
  | 'end'
  | 'run_to'
  | 'breakpoints'
  | 'next_hit'
  | 'previous_hit'
  | 'next_gc'
  | 'next_full_merge'
  | 'next_erase'
  | 'next_cmt_miss'
  | 'faster'
  | 'slower'
  | 'grain'
  | 'theme'
  | 'help';

export interface KeyBinding {
  action: KeyAction;
  /** `KeyboardEvent.key` in lower case; letters are matched without regard to Shift unless `shift` is set. */
  key: string;
  shift?: boolean;
  /** As `aria-keyshortcuts` wants it. */
  aria: string;
  /** As the help shows it. */
  shown: string;
}

export const KEYS: readonly KeyBinding[] = [
  { action: 'play', key: ' ', aria: 'Space', shown: 'Space' },
  { action: 'step', key: 'arrowright', aria: 'ArrowRight', shown: '→' },
  { action: 'step_back', key: 'arrowleft', aria: 'ArrowLeft', shown: '←' },
  { action: 'next_request', key: 'arrowright', shift: true, aria: 'Shift+ArrowRight', shown: 'Shift →' },
  { action: 'previous_request', key: 'arrowleft', shift: true, aria: 'Shift+ArrowLeft', shown: 'Shift ←' },
  { action: 'start', key: 'home', aria: 'Home', shown: 'Home' },
  { action: 'end', key: 'end', aria: 'End', shown: 'End' },
  { action: 'run_to', key: 'g', aria: 'G', shown: 'G' },
  { action: 'breakpoints', key: 'b', aria: 'B', shown: 'B' },
  { action: 'next_hit', key: 'j', aria: 'J', shown: 'J' },
  { action: 'previous_hit', key: 'k', aria: 'K', shown: 'K' },
  { action: 'next_gc', key: 'c', aria: 'C', shown: 'C' },
  { action: 'next_full_merge', key: 'm', aria: 'M', shown: 'M' },
  { action: 'next_erase', key: 'e', aria: 'E', shown: 'E' },
  { action: 'next_cmt_miss', key: 'n', aria: 'N', shown: 'N' },
  { action: 'faster', key: '+', aria: 'Plus', shown: '+' },
  { action: 'slower', key: '-', aria: 'Minus', shown: '-' },
  { action: 'grain', key: 'd', aria: 'D', shown: 'D' },
  { action: 'theme', key: 't', aria: 'T', shown: 'T' },
  { action: 'help', key: '?', aria: '?', shown: '?' },
];

/** The binding a key press means, if any. Presses with Ctrl, Alt or Meta belong to the browser. */
export function bindingOf(
  press: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey'>,
): KeyBinding | null {
  if (press.ctrlKey || press.altKey || press.metaKey) return null;
  const key = press.key.toLowerCase();
  // On many layouts `?` and `+` are typed with Shift: for them Shift says nothing.
  const shift = key.startsWith('arrow') && press.shiftKey;
  return KEYS.find((binding) => binding.key === key && (binding.shift ?? false) === shift) ?? null;
}

/** `aria-keyshortcuts` of an action. */
export function ariaKeys(action: KeyAction): string {
  return KEYS.find((binding) => binding.action === action)?.aria ?? '';
}

/** The actions that need nothing but the store. */
export const LAB_ACTIONS: Partial<Record<KeyAction, (lab: LabState) => void>> = {
  play: (lab) => (lab.playing ? lab.pause() : lab.play()),
  step: (lab) => void lab.step(),
  step_back: (lab) => void lab.step(true),
  next_request: (lab) => void lab.step(false, 'request'),
  previous_request: (lab) => void lab.step(true, 'request'),
  start: (lab) => void lab.run({ to: 'position', position: { request: 0, event: 0 } }),
  end: (lab) => void lab.run({ to: 'end' }),
  next_gc: (lab) => void lab.run({ to: 'next', until: 'gc', back: false }),
  next_full_merge: (lab) => void lab.run({ to: 'next', until: 'merge full', back: false }),
  next_erase: (lab) => void lab.run({ to: 'next', until: 'erase', back: false }),
  next_cmt_miss: (lab) => void lab.run({ to: 'next', until: 'cmt miss', back: false }),
  next_hit: (lab) => void lab.runToHit(false),
  previous_hit: (lab) => void lab.runToHit(true),
  faster: (lab) => lab.setSpeed(lab.speed * 2),
  slower: (lab) => lab.setSpeed(lab.speed / 2),
  grain: (lab) =>
    lab.setGrain(lab.grain === 'request' ? 'action' : lab.grain === 'action' ? 'operation' : 'request'),
};
