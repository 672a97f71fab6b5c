import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Report } from '../../protocol/generated/Report';
import { Overloaded } from './Overloaded';

afterEach(cleanup);

const TWICE = { arrivals_us: 1000, done_us: 2000, times: 2 };
const BURST = { requests: 1842, arrivals_us: 3.2e6, done_us: 50.1e6 };
const TIMES = { mean: 0, stddev: 0, p50: 0, p95: 0, p99: 0, max: 0 };
/** A run with these figures beside its times: p99 in microseconds. */
const run = (found: Pick<Report, 'overload' | 'waiting'> | object, response = 0, service = 0) => ({
  response_us: { ...TIMES, p99: response },
  service_us: { ...TIMES, p99: service },
  ...found,
});
const MORE = { arrivals_us: 1e6, done_us: 12.34e6, times: 12.34 };

test('an overload is said with both spans of time, and a closed loop is offered', () => {
  const onClosed = vi.fn();
  render(<Overloaded runs={[run({ overload: TWICE })]} onClosed={onClosed} />);
  expect(screen.getByRole('note').textContent).toContain(
    'the requests arrive within 1,000 µs, and the device takes 2,000 µs for them, 2.0 times as long.',
  );
  fireEvent.click(screen.getByRole('button', { name: 'Run as a closed loop' }));
  expect(onClosed).toHaveBeenCalledOnce();
});

test('of several runs the worst is said, and how many there are', () => {
  render(<Overloaded runs={[run({ overload: TWICE }), run({ waiting: BURST }), run({ overload: MORE })]} />);
  expect(screen.getByRole('note').textContent).toContain(
    'Overload in 2 of 3 runs: the requests arrive within 1,000.0 ms, and the device takes up to 12.3 s for them, 12 times as long.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});

test('nothing is said where no run is outpaced', () => {
  render(<Overloaded runs={[run({}), run({})]} />);
  expect(screen.queryByRole('note')).toBeNull();
});

test('a burst is said with its rate against that of the device', () => {
  render(<Overloaded runs={[run({ waiting: BURST }, 50e6, 2200)]} />);
  expect(screen.getByRole('note').textContent).toContain(
    'Requests come in bursts: p99 of the response time is 50.0 s, and p99 of the service time 2,200 µs. The longest wait: 1,842 requests arrive within 3,200.0 ms (576 a second), and the device takes 50.1 s for them (37 a second).',
  );
});

test('of several bursts the worst is said; one at a single time has no rate', () => {
  const at_once = { requests: 2, arrivals_us: 0, done_us: 1e6 };
  render(<Overloaded runs={[run({ waiting: BURST }, 5e5, 9), run({}), run({ waiting: at_once }, 1e6)]} />);
  expect(screen.getByRole('note').textContent).toContain(
    'Bursts in 2 of 3 runs: p99 of the response time is up to 1,000.0 ms, and p99 of the service time 0 µs. The longest wait: 2 requests arrive at the same time, and the device takes 1,000.0 ms for them (2 a second).',
  );
});
