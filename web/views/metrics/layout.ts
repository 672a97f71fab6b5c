/** Write amplification along the run, from the counts of the timeline's bins; log blocks by what giving them back cost. */
import { max, min, sum } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { Lanes } from '../../protocol/generated/Lanes';

/** The window slides over a sixteenth of the run. */
const WINDOWS = 16;

export interface Sample {
  /** Host page writes of the run so far. */
  written: number;
  /** Programs for each host page write, over the window that ends here. */
  amplification: number;
}

/** One sample at the end of each bin that ends a whole window, as far as the run has been. */
export function samplesOf(lanes: Lanes): Sample[] {
  const bins = Math.ceil(lanes.requests / lanes.requests_per_bin);
  const width = Math.max(1, Math.round(bins / WINDOWS));
  const samples: Sample[] = [];
  let [written, host, programs] = [0, 0, 0];
  // Programs of the host, of GC and merging, of mappings: lanes know of no others, but behind a write buffer, where
  // not every write is a program.
  const all = (bin: number) =>
    lanes.programs
      ? at(lanes.programs, bin)
      : at(lanes.host, bin) + at(lanes.copies, bin) + at(lanes.translation, bin);
  for (let bin = 0; bin < lanes.filled; bin += 1) {
    written += at(lanes.host, bin);
    host += at(lanes.host, bin);
    programs += all(bin);
    if (bin >= width) {
      host -= at(lanes.host, bin - width);
      programs -= all(bin - width);
    }
    if (bin >= width - 1 && host > 0) samples.push({ written, amplification: programs / host });
  }
  return samples;
}

/** At most `rows` of the samples, evenly, the last among them: for a table. */
export function rowsOf(samples: readonly Sample[], rows: number): Sample[] {
  const step = Math.max(1, Math.ceil(samples.length / rows));
  return samples.filter((_, i) => (samples.length - 1 - i) % step === 0);
}

export interface Chart {
  /** The measured curve, as an SVG path. */
  path: string;
  /** Height of the predicted line. */
  predicted: number | null;
  across: { x: number; value: number }[];
  up: { y: number; value: number }[];
}

export interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** `whole`: host page writes of the whole run, as far as they are known: the axis does not move while it runs. */
export function chartOf(
  samples: readonly Sample[],
  predicted: number | null,
  whole: number,
  room: Room,
): Chart {
  // Below 1 only a write buffer brings it.
  const least = Math.min(min(samples, ({ amplification }) => amplification) ?? 1, 1);
  const most = Math.max(max(samples, ({ amplification }) => amplification) ?? 1, predicted ?? 1, 1.5);
  const x = scaleLinear([0, Math.max(1, whole)], [room.left, room.right]);
  const y = scaleLinear([least < 1 ? 0 : 1, most], [room.bottom, room.top]).nice(3);
  const points = samples.map(
    ({ written, amplification }) => `${x(written).toFixed(1)},${y(amplification).toFixed(1)}`,
  );
  return {
    path: points.length > 0 ? `M${points.join('L')}` : '',
    predicted: predicted === null ? null : y(predicted),
    across: [0, whole].map((value) => ({ x: x(value), value })),
    up: y.ticks(3).map((value) => ({ y: y(value), value })),
  };
}

/** Host page writes of the whole run: those so far, and as many again for each bin to come. */
export function wholeOf(lanes: Lanes): number {
  const written = sum(lanes.host.slice(0, lanes.filled));
  const requests = Math.min(lanes.requests, lanes.filled * lanes.requests_per_bin);
  return requests === 0 ? 0 : Math.round((written / requests) * lanes.requests);
}

function at(counts: readonly number[], bin: number): number {
  return counts[bin] ?? 0;
}

/** A bar of a histogram: this many of what has `from` to `to` of something. */
export interface Bar {
  from: number;
  to: number;
  count: number;
  /** Of all, 0 to 1. */
  share: number;
}

/** A histogram such as the one of data blocks per full merge (DFTL'09 Fig. 7): a bar for each value from 1, or for as many
 * values as keeps it within `most` bars. `pairs`: [value, how many have it], ascending. */
export function barsOf(pairs: readonly (readonly [number, number])[], most: number): Bar[] {
  const all = sum(pairs, ([, count]) => count);
  const last = max(pairs, ([value]) => value) ?? 0;
  const width = Math.max(1, Math.ceil(last / most));
  return Array.from({ length: Math.ceil(last / width) }, (_, bar) => {
    const [from, to] = [bar * width + 1, (bar + 1) * width];
    const count = sum(pairs, ([value, times]) => (value >= from && value <= to ? times : 0));
    return { from, to, count, share: all === 0 ? 0 : count / all };
  });
}
