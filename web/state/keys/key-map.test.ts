import { expect, test } from 'vitest';
import { actionOf, ariaKeys, chordOf, keyMapOf, shownChord } from './key-map';
import { DEFAULT_KEYS } from './keys';

const press = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
});
const asItComes = keyMapOf({ keys: {}, characterKeys: true });

test('no two actions come with the same key', () => {
  const chords = Object.values(DEFAULT_KEYS).flat();
  expect(new Set(chords).size).toBe(chords.length);
});

test('Shift counts for arrows, and for what types a character it does not', () => {
  expect(chordOf(press('ArrowRight', { shiftKey: true }))).toBe('Shift+ArrowRight');
  expect(chordOf(press('?', { shiftKey: true }))).toBe('?');
  expect(chordOf(press('G', { shiftKey: true }))).toBe('G');
  expect(chordOf(press('+', { shiftKey: true }))).toBe('Plus');
  expect(chordOf(press(' '))).toBe('Space');
});

test('the command key of a Mac is its Control', () => {
  expect(actionOf(press('k', { metaKey: true }), asItComes)).toBe('palette');
  expect(actionOf(press('k', { ctrlKey: true }), asItComes)).toBe('palette');
  expect(actionOf(press('k'), asItComes)).toBe('previous_hit');
  expect(actionOf(press('k', { altKey: true }), asItComes)).toBeUndefined();
});

test('on a Korean keyboard a letter is known by its place', () => {
  expect(actionOf(press('ㅎ', { code: 'KeyG' }), asItComes)).toBe('run_to');
});

test('a changed key holds; single letters can be switched off, and the rest stays', () => {
  const changed = keyMapOf({ keys: { step: ['L', 'Shift+L'], help: [] }, characterKeys: true });
  expect(actionOf(press('l'), changed)).toBe('step');
  expect(actionOf(press('ArrowRight'), changed)).toBeUndefined();
  expect(actionOf(press('?'), changed)).toBeUndefined();
  const noLetters = keyMapOf({ keys: {}, characterKeys: false });
  expect(actionOf(press('g'), noLetters)).toBeUndefined();
  expect(actionOf(press('+'), noLetters)).toBeUndefined();
  expect(actionOf(press('ArrowRight'), noLetters)).toBe('step');
  expect(actionOf(press(' '), noLetters)).toBe('play');
});

test('chords as they are announced and shown', () => {
  expect(ariaKeys(['Control+K'])).toBe('Control+K Meta+K');
  expect(ariaKeys([])).toBeUndefined();
  expect(shownChord('Shift+ArrowRight')).toBe('Shift →');
  expect(shownChord('Plus')).toBe('+');
});
