import { expect, test } from 'vitest';
import { LECTURE_ACTIONS, LECTURE_KEYS, lectureKeyOf } from './lecture-keys';

const press = (key: string, more: object = {}) =>
  lectureKeyOf({
    key,
    code: '',
    shiftKey: false,
    ctrlKey: false,
    altKey: false,
    metaKey: false,
    target: null,
    ...more,
  });

test('the keys of clickers are understood', () => {
  expect(['PageDown', 'PageUp', '.', 'b', 'B', 'F5', 'Escape'].map((key) => press(key))).toEqual([
    'next',
    'previous',
    'blank',
    'blank',
    'blank',
    'full_screen',
    'put_away',
  ]);
  expect(['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp'].map((key) => press(key))).toEqual([
    'next',
    'next',
    'previous',
    'previous',
  ]);
});

test('the browser and the lab keep their keys with Ctrl, Alt and Shift', () => {
  expect(press('F5', { ctrlKey: true })).toBeNull();
  expect(press('ArrowRight', { shiftKey: true })).toBeNull();
  expect(press('ArrowRight', { altKey: true })).toBeNull();
});

test('a letter is known by its place where the keyboard writes another script', () => {
  expect(press('ㅂ', { code: 'KeyQ' })).toBe('question');
});

test('no key means two things', () => {
  const all = LECTURE_ACTIONS.flatMap((action) => [...LECTURE_KEYS[action]]);
  expect(new Set(all).size).toBe(all.length);
});

test('Space goes on, plus and question mark are known however they are typed', () => {
  expect(press(' ')).toBe('next');
  expect([press('+', { shiftKey: true }), press('='), press('-'), press('?', { shiftKey: true })]).toEqual([
    'larger',
    'larger',
    'smaller',
    'help',
  ]);
});
