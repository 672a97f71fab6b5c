/** All figures of Hu's dissertation, in its order; those of one trace for the one that is chosen. */
import type { Readings } from './experiment';
import type { Figure } from './figure';
import { isScheduled, queueFigures, schedulerFigure } from './hu-queue-figures';
import { isBuffered, ramFigures, recordedFigure, thresholdFigure } from './hu-ram-figures';
import { rangeFigures } from './hu-range-figures';
import { isShared, sharedFigures } from './hu-shared-figures';
import type { Trace } from './hu-traffic';
import { lifetimeFigure } from './lifetime-figures';

export function huFigures(trace: Trace, readings: Readings): Figure[] {
  const [byRam, ...destaging] = isBuffered(trace) ? ramFigures(trace, readings) : [];
  return [
    ...(byRam ? [byRam] : []),
    recordedFigure(readings),
    thresholdFigure(readings),
    ...destaging,
    ...(isShared(trace) ? sharedFigures(trace, readings) : []),
    ...rangeFigures(readings),
    lifetimeFigure(readings),
    ...queueFigures(readings),
    ...(isScheduled(trace) ? [schedulerFigure(trace, readings)] : []),
  ];
}
