import { expect, test } from 'vitest';
import { closedLoop } from './closed-loop';

test('as many requests are out as the device takes; nothing else changes', () => {
  const workload = { kind: 'uniform', requests: 9, interarrival_ms: 1 };
  expect(closedLoop({ format: 1, workload })).toEqual({ format: 1, workload, host: { outstanding: 1 } });
  const host = { channels: 4, queue_depth: 8, arrivals: 'poisson' };
  expect(closedLoop({ host })).toEqual({ host: { channels: 4, queue_depth: 8, outstanding: 8 } });
});

test('a scenario with a power cut has no queues', () => {
  expect(closedLoop({ power_cut: { after: 3 } })).toBeNull();
});
