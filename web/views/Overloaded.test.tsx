import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Overloaded } from './Overloaded';

afterEach(cleanup);

const TWICE = { arrivals_us: 1000, done_us: 2000, times: 2 };
const MORE = { arrivals_us: 1e6, done_us: 12.34e6, times: 12.34 };

test('an overload is said with both spans of time, and a closed loop is offered', () => {
  const onClosed = vi.fn();
  render(<Overloaded runs={[TWICE]} onClosed={onClosed} />);
  expect(screen.getByRole('note').textContent).toContain(
    'the requests arrive within 1,000 µs, and the device takes 2,000 µs for them, 2.0 times as long.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Run as a closed loop' }));
  expect(onClosed).toHaveBeenCalledOnce();
});

test('of several runs the worst is said, and how many there are', () => {
  render(<Overloaded runs={[TWICE, undefined, MORE]} />);
  expect(screen.getByRole('note').textContent).toContain(
    'Overload in 2 of 3 runs: the requests arrive within 1,000.0 ms, and the device takes up to 12.3 s for them, 12 times as long.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test('nothing is said where no run is outpaced', () => {
  render(<Overloaded runs={[undefined, null]} />);
  expect(screen.queryByRole('note')).toBeNull();
});
