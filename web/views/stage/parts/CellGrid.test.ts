import { expect, test } from 'vitest';
import { moveActive } from './CellGrid';

test.each([
  ['ArrowRight', false, { block: 3, row: 2 }],
  ['ArrowLeft', false, { block: 1, row: 2 }],
  ['ArrowDown', false, { block: 2, row: 3 }],
  ['ArrowUp', false, { block: 2, row: 1 }],
  ['Home', false, { block: 0, row: 2 }],
  ['End', false, { block: 9, row: 2 }],
  ['Home', true, { block: 0, row: 0 }],
  ['End', true, { block: 9, row: 4 }],
  ['PageDown', false, { block: 2, row: 4 }],
  ['PageUp', false, { block: 2, row: 0 }],
])('%s (control: %s) moves the active cell', (key, control, to) => {
  expect(moveActive({ block: 2, row: 2 }, key, control, 10, 4)).toEqual(to);
});

test('the edges hold, and other keys are not the grid’s', () => {
  expect(moveActive({ block: 0, row: 0 }, 'ArrowLeft', false, 10, 4)).toEqual({ block: 0, row: 0 });
  expect(moveActive({ block: 9, row: 4 }, 'ArrowDown', false, 10, 4)).toEqual({ block: 9, row: 4 });
  expect(moveActive({ block: 0, row: 0 }, 'n', false, 10, 4)).toBeNull();
});
