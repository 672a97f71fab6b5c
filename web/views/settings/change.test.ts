import { expect, test } from 'vitest';
import {
  chordsOf,
  fitOf,
  readPreferences,
  withChord,
  withDefault,
  withoutChord,
  writePreferences,
} from './change';

const PREFERENCES = {
  theme: 'dark',
  speed: 4,
  grain: 'request',
  keys: { step: ['L'] },
  characterKeys: false,
} as const;
const kept = { ...PREFERENCES, keys: { step: ['L'] } };

test('a key that is taken is named, and taken over as a whole', () => {
  expect(fitOf({}, 'C', 'step')).toEqual({ taken: 'next_gc' });
  const keys = withChord({}, 'C', 'step');
  expect(chordsOf(keys, 'step')).toEqual(['ArrowRight', 'C']);
  expect(chordsOf(keys, 'next_gc')).toEqual([]);
  expect(fitOf(keys, 'C', 'next_gc')).toEqual({ taken: 'step' });
});

test('a free key can be assigned; keys that confirm, leave or move the focus cannot', () => {
  expect(fitOf({}, 'L', 'step')).toBe('free');
  expect(fitOf({}, 'Control+J', 'step')).toBe('free');
  expect(fitOf({}, 'Escape', 'step')).toBe('kept');
  expect(fitOf({}, 'Shift+Tab', 'step')).toBe('kept');
  expect(fitOf({}, 'Shift', 'step')).toBe('modifier');
});

test('one action is reset, and gets its keys back from whichever took them', () => {
  const keys = withChord(withChord({}, 'C', 'step'), 'L', 'help');
  const reset = withDefault(keys, 'next_gc');
  expect(chordsOf(reset, 'next_gc')).toEqual(['C']);
  expect(chordsOf(reset, 'step')).toEqual(['ArrowRight']);
  expect(chordsOf(reset, 'help')).toEqual(['?', 'L']);
  // A key as it came is not kept.
  expect(Object.keys(reset)).toEqual(['help']);
  expect(withDefault(reset, 'help')).toEqual({});
});

test('a key is removed; the last one too', () => {
  expect(chordsOf(withoutChord({}, '?', 'help'), 'help')).toEqual([]);
  expect(withoutChord({}, 'L', 'help')).toEqual({});
});

test('preferences come back from the file as they went', () => {
  expect(readPreferences(writePreferences(kept))).toEqual(kept);
});

test('a file that is not sound is refused with the place', () => {
  const changed = (change: object) =>
    readPreferences(JSON.stringify({ format: 1, ...PREFERENCES, ...change }));
  expect(readPreferences('{')).toMatchObject({ kind: 'not_json' });
  expect(changed({ theme: 'pink' })).toMatchObject({ kind: 'field', at: 'theme' });
  expect(changed({ keys: { fly: ['F'] } })).toMatchObject({ kind: 'field', at: 'keys.fly' });
  expect(changed({ keys: { step: [''] } })).toMatchObject({ kind: 'field', at: 'keys.step.0' });
  expect(changed({ more: 1 })).toMatchObject({ kind: 'field', at: 'more' });
  expect(changed({ keys: { step: ['C'] } })).toEqual({
    kind: 'twice',
    chord: 'C',
    actions: ['step', 'next_gc'],
  });
});
