/** All runs of all charts, each once. */
import {
  BLOCK_SIZES,
  HOT_PAGES,
  HOT_WRITES,
  POOL_HOT_PAGES,
  POOLS,
  poolSpot,
  SKEW_SPARES,
  SPARES,
  sizeSpot,
  skewSpot,
  spotJob,
} from './desnoyers';
import { overheadJobs, speedJobs, sramJobs, WORKLOADS } from './dftl';
import type { Job } from './experiment';
import { mixJob, queueJobs, schedulerJobs, WRITE_SHARES } from './hu-queue';
import { bufferJobs } from './hu-ram';
import { courseJobs, MAPPINGS } from './hu-range';
import { SHARED_TRACES, sharedJobs } from './hu-shared';
import { LEVELING, RANGES, rangeJob, wearJob } from './lifetime';
import { MOMENTS, momentJob } from './moment';
import { rateJobs } from './rate';

export function allJobs(): Job[] {
  const spots = [
    ...BLOCK_SIZES.flatMap((size) => SPARES.map((sf) => sizeSpot(size, sf))),
    ...SKEW_SPARES.flatMap((sf) => HOT_PAGES.flatMap((f) => HOT_WRITES.map((r) => skewSpot(sf, r, f)))),
    ...POOL_HOT_PAGES.flatMap((f) => POOLS.flatMap((pool) => HOT_WRITES.map((r) => poolSpot(pool, r, f)))),
  ];
  const jobs = [
    ...WORKLOADS.flatMap((workload) => [overheadJobs, sramJobs, speedJobs].flatMap((of) => of(workload))),
    ...MOMENTS.map(momentJob),
    ...rateJobs(),
    ...spots.map(spotJob),
    ...RANGES.map(rangeJob),
    ...LEVELING.map(wearJob),
    ...MAPPINGS.flatMap(courseJobs),
    ...queueJobs(),
    ...WRITE_SHARES.map(mixJob),
    ...schedulerJobs(),
    ...bufferJobs(),
    ...SHARED_TRACES.flatMap(sharedJobs),
  ];
  return [...new Map(jobs.map((job) => [job.key, job])).values()];
}
