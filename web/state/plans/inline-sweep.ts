/**
 * The start of tests of sweeps: a sweep on the real module in this very thread, which has no traces but those that
 * `services` give.
 */
import { inlineRun, inlineSweepServer } from '../../protocol/runs/inline-runs';
import { createSweep, type SweepServices, type SweepStore } from './sweep';

export function inlineSweep(services: Partial<SweepServices> = {}): SweepStore {
  return createSweep({
    server: () => inlineSweepServer(new Map()),
    startRun: inlineRun,
    importTrace: () => Promise.reject(new Error('no trace here')),
    bundled: async () => null,
    ofLab: () => null,
    now: () => 0,
    workers: 2,
    ...services,
  });
}
