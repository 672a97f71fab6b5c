import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import Steadied from './Steadied';

afterEach(cleanup);

const STEADY = { reached: true, window: 3, passes: 2, before: 1.9739, amplification: 1.9415 };
const said = () => screen.getByRole('note').textContent;

test('the window is said with its write amplification and that of the one before', () => {
  render(<Steadied of={STEADY} />);
  expect(said()).toBe(
    'Steady in window 3: write amplification 1.94, 1.97 in the window before. All figures are of this window. Passes of the workload in a window: 2.',
  );
});

test('a workload that never settles is said to be so', () => {
  render(<Steadied of={{ ...STEADY, reached: false, window: 20, before: null }} />);
  expect(said()).toBe(
    'Not steady after 20 windows: write amplification 1.94 in the last one, – in the window before. All figures are of the last one. Passes of the workload in a window: 2.',
  );
});
