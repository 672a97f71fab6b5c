import { beforeEach, expect, test } from 'vitest';
import { inkStore, pathOf, strokesOf } from './ink';

const ink = () => inkStore.getState();
beforeEach(() => inkStore.setState({ tool: null, sheet: 'a', sheets: {} }));

test('strokes are taken back one by one, and a sheet is wiped alone', () => {
  ink().add([[0, 0]]);
  ink().add([[0.5, 0.5]]);
  ink().show('b');
  expect(strokesOf(ink())).toEqual([]);
  ink().add([[1, 1]]);
  ink().show('a');
  ink().undo();
  expect(strokesOf(ink())).toEqual([[[0, 0]]]);
  ink().clear();
  ink().undo();
  expect(strokesOf(ink())).toEqual([]);
  ink().show('b');
  expect(strokesOf(ink())).toEqual([[[1, 1]]]);
});

test('a tool taken again is put away', () => {
  ink().take('pen');
  ink().take('laser');
  expect(ink().tool).toBe('laser');
  ink().take('laser');
  expect(ink().tool).toBeNull();
});

test('a stroke begins and ends where the pen did, at any size of the window', () => {
  const path = pathOf(
    [
      [0, 0],
      [0.5, 0.25],
      [1, 1],
    ],
    200,
    100,
  );
  expect(path).toMatch(/^M0 0Q/);
  expect(path).toMatch(/L200 100$/);
  expect(pathOf([[0.5, 0.5]], 200, 100)).toBe('M100 50l0.1 0');
  expect(pathOf([], 200, 100)).toBe('');
});
