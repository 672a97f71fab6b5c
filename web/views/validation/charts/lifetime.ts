/** Runs for Hu's residual lifetime (dissertation, eq. 4.1 and Fig. 4.5), and for how evenly blocks wear. */
import type { Job } from './experiment';

const BLOCKS = 1024;
const PAGES = 64;
const FLASH = BLOCKS * PAGES;

/** Shares of the flash that hold data, Hu's P. */
export const RANGES = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];
/** Of the figure: a drive of 100 GB, of MLC flash. */
const DRIVE_TB = 0.1;
const CYCLES = 10_000;

export function rangeKey(range: number): string {
  return `hu/${range}`;
}

/** Random writes within the range, after it was filled and written over as often as it takes to forget that. */
export function rangeJob(range: number): Job {
  const data = Math.floor(BLOCKS * range) * PAGES;
  return {
    key: rangeKey(range),
    scenario: {
      format: 1,
      name: `Hu, range 0-${range * 100} %`,
      seed: 1,
      device: { blocks: BLOCKS, pages_per_block: PAGES },
      logical_pages: data,
      ftl: { kind: 'page', gc_policy: 'greedy' },
      precondition: [{ kind: 'sequential' }],
      warmup_requests: 4 * data,
      workload: { kind: 'uniform', requests: 8 * data },
    },
  };
}

/** Erases of a block for each time that as much is written as the drive holds. */
export function erasesPerFill({ erases, written }: { erases: number; written: number }): number {
  return (erases / BLOCKS) * (FLASH / written);
}

/** The same by the model: each round of erases makes room for the share of the flash that holds no data. */
export function modelErasesPerFill(range: number): number {
  return 1 / (1 - range);
}

/** Eq. 4.1: the share of its life that a drive has left; TB. */
export function residual(written: number, range: number): number {
  return 1 - written / (DRIVE_TB * (range + (1 - range) * CYCLES));
}

/** The same with erases as they were counted: the first fill erases nothing. */
export function residualBy(written: number, range: number, perFill: number): number {
  const fills = Math.max(0, written / DRIVE_TB - range);
  return 1 - (fills * perFill) / CYCLES;
}

/** Most erases that the least erased block may be behind; `null`: no wear leveling. */
export const LEVELING = [null, 16, 4] as const;

export function wearKey(threshold: (typeof LEVELING)[number]): string {
  return `wear/${threshold ?? 'off'}`;
}

/** Nineteen writes in twenty go to a twentieth of the pages; the rest of the data hardly moves. */
export function wearJob(threshold: (typeof LEVELING)[number]): Job {
  const data = 460 * PAGES;
  return {
    key: wearKey(threshold),
    also: 'wear',
    scenario: {
      format: 1,
      name: `Wear, leveling ${threshold ?? 'off'}`,
      seed: 1,
      device: { blocks: 512, pages_per_block: PAGES },
      logical_pages: data,
      ftl: {
        kind: 'page',
        gc_policy: 'greedy',
        ...(threshold !== null && { wear_leveling: { threshold } }),
      },
      precondition: [{ kind: 'sequential' }],
      workload: { kind: 'hot_cold', r: 0.95, f: 0.05, requests: 30 * data },
    },
  };
}
