/**
 * The actions of the page's keys, and the keys that the page comes with. A person's changes are kept with the
 * preferences; `key-map.ts` has the current map, which the listeners, the help and the announcements read.
 *
 * A chord is written as `aria-keyshortcuts` wants it: `G`, `Shift+ArrowRight`, `Control+K` (on a Mac also the command
 * key). Shift is not part of a typed character: on many layouts `?` and `+` need it.
 */
import type { LabState } from '../lab/lab';

/** An element that takes letters or arrows keeps them: neither a key of the page nor one of a lecture. */
export const TAKES_TEXT =
  'input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]';
export const TAKES_ARROWS =
  'input, [role=grid], [role=slider], [role=radiogroup], [role=tablist], [role=listbox], [role=menu], [role=separator]';

/** The page's own keys. Those in `LAB_ACTIONS` need only the store. */
export const DEFAULT_KEYS = {
  palette: ['Control+K'],
  play: ['Space'],
  step: ['ArrowRight'],
  step_back: ['ArrowLeft'],
  next_request: ['Shift+ArrowRight'],
  previous_request: ['Shift+ArrowLeft'],
  start: ['Home'],
  end: ['End'],
  run_to: ['G'],
  breakpoints: ['B'],
  next_hit: ['J'],
  previous_hit: ['K'],
  next_gc: ['C'],
  next_full_merge: ['M'],
  next_erase: ['E'],
  next_cmt_miss: ['N'],
  faster: ['Plus'],
  slower: ['-'],
  grain: ['D'],
  scenario: [],
  trace: [],
  compare: [],
  round: ['F'],
  original: ['O'],
  share: [],
  lessons: [],
  validation: [],
  glossary: [],
  sweep: [],
  theme: ['T'],
  settings: [],
  help: ['?'],
  model: [],
} satisfies Record<string, string[]>;

export type KeyAction = keyof typeof DEFAULT_KEYS;
/** Every action has its keys, or none. */
export type KeyMap = Record<KeyAction, readonly string[]>;

export const ACTIONS = Object.keys(DEFAULT_KEYS) as KeyAction[];

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
  original: (lab) => void lab.told(lab.compare(null)),
  faster: (lab) => lab.setSpeed(lab.speed * 2),
  slower: (lab) => lab.setSpeed(lab.speed / 2),
  // Side by side the same key leads to where they differ next.
  grain: (lab) =>
    lab.comparing
      ? void lab.diverge('next')
      : lab.setGrain(lab.grain === 'request' ? 'action' : lab.grain === 'action' ? 'operation' : 'request'),
};
