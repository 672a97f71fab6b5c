/**
 * When each sentence about runs is true, and the figures in it: worked out from what was counted, and not by the code that shows it.
 */
import type { Report } from '../../protocol/generated/Report';
import type { Drawn, Ran } from './comparison.fixture';
import type { Facts, Figures } from './facts.fixture';

export type By = 'flash' | 'host' | 'owed';

/** The figure that is shown of a run: with the programs that its buffer owes, if they are a hundredth; `null` for 0/0. */
function amplification({
  write_amplification: so_far,
  write_amplification_drained: drained,
}: Report): number | null {
  if (so_far === null || drained === undefined) return so_far;
  return Math.abs(drained - so_far) > 0.01 * so_far ? drained : so_far;
}

/** By what runs are ranked: response times where a preset is about them or no block is erased; with what buffers owe, if that is a hundredth. */
export function rankedBy({ preset, ran }: Drawn): By {
  if (['schedulers', 'channels', 'depths'].includes(preset)) return 'host';
  const owes = ran.some(({ report, seeds }) => {
    // Over seeds it is the mean of ratios, which no ratio of means is.
    const each = (seeds.length > 0 ? seeds : [report]).map(
      ({ flash, host }) => flash.programs.total / host.writes,
    );
    const so_far = each.reduce((sum, ratio) => sum + ratio, 0) / each.length;
    const all = amplification(report);
    return all !== null && Math.abs(all - so_far) > 0.01 * so_far;
  });
  if (owes) return 'owed';
  return ran.every(({ report }) => report.flash.erases.total === 0) ? 'host' : 'flash';
}

function rank({ report }: Ran, by: By): number {
  if (by === 'flash') return report.flash.erases.total;
  return by === 'host' ? report.response_us.mean : (amplification(report) ?? Number.NaN);
}

export interface Found {
  drawn: Drawn;
  by: By;
  /** The best first; in a tie the one that was first. */
  order: readonly Ran[];
  values: readonly number[];
}

export function foundOf(drawn: Drawn): Found {
  const by = rankedBy(drawn);
  const ranked = drawn.ran.filter((each) => !Number.isNaN(rank(each, by)));
  const order = ranked.toSorted((a, b) => rank(a, by) - rank(b, by));
  return { drawn, by, order, values: order.map((each) => rank(each, by)) };
}

/** Of five differences, pair by pair: the mean less and plus its half width at 95% (t(4) = 2.776). */
function overSeeds({ order: [best, second], by }: Found): [number, number] | null {
  if (!best || !second || best.seeds.length !== 5) return null;
  const value = (report: Report, ran: Ran) => rank({ ...ran, report }, by);
  const gaps = second.seeds.map((report, i) => value(report, second) - value(best.seeds[i] as Report, best));
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / 5;
  const half = 2.776445105 * Math.sqrt(gaps.reduce((sum, gap) => sum + (gap - mean) ** 2, 0) / 4 / 5);
  return Number.isNaN(half) ? null : [mean - half, mean + half];
}

const chance = (found: Found) => {
  const gap = overSeeds(found);
  return gap !== null && gap[0] <= 0 && gap[1] >= 0;
};
const equal = ({ values }: Found) => values.filter((value) => value === values[0]).length;
const second = ({ values }: Found) => values[1] ?? 0;
const best = ({ values }: Found) => values[0] ?? 0;
const alone = (found: Found) => equal(found) === 1 && !chance(found);

/** Exactly one of these is the title. */
export const TITLE: Facts<Found> = {
  batch_found_unsure: (of) => (equal(of) === 1 && chance(of) ? {} : null),
  batch_found_ties: (of) => (equal(of) >= 3 ? { of: of.by, n: equal(of) } : null),
  batch_found_same: (of) => (equal(of) === 2 ? { of: of.by } : null),
  batch_found_none: (of) => (alone(of) && best(of) === 0 ? { of: of.by, n: second(of) } : null),
  batch_found_near: (of) =>
    alone(of) && best(of) > 0 && second(of) < 1.5 * best(of)
      ? { of: of.by, share: second(of) / best(of) - 1 }
      : null,
  batch_found_far: (of) =>
    alone(of) && best(of) > 0 && second(of) >= 1.5 * best(of)
      ? { of: of.by, times: second(of) / best(of) }
      : null,
};

const calm = ({ order }: Found) =>
  order.slice(0, 2).every(({ report }) => !report.overload && !report.waiting);
const tail = ({ order }: Found, i: number) => order[i]?.report.response_us.p99 ?? 0;
const worst = ({ values }: Found) => (values.length > 2 ? (values.at(-1) ?? 0) : 0);
const copied = ({ order }: Found) => {
  const { host, flash } = (order.at(-1) as Ran).report;
  const { gc, merge, wear } = flash.programs;
  return host.writes > 0 ? (gc + merge + wear) / host.writes : 'none';
};

export const MORE: Facts<Found> = {
  batch_that_is: (of) => ({ of: of.by, first: best(of), second: second(of) }),
  batch_tail_longer: (of) =>
    calm(of) && tail(of, 1) > 1.2 * tail(of, 0) ? { first: tail(of, 0), other: tail(of, 1) } : null,
  batch_tail_shorter: (of) =>
    calm(of) && 1.2 * tail(of, 1) < tail(of, 0) ? { first: tail(of, 0), other: tail(of, 1) } : null,
  batch_last_none: (of) =>
    best(of) === 0 && worst(of) > 0 ? { of: of.by, n: worst(of), copies: copied(of) } : null,
  batch_last: (of) =>
    best(of) > 0 && worst(of) >= 1.05 * best(of)
      ? { of: of.by, times: worst(of) / best(of), copies: copied(of) }
      : null,
  batch_channels: (of) => {
    if (of.drawn.preset !== 'channels') return null;
    const on = of.order.toSorted((a, b) => Number(a.value) - Number(b.value));
    const [few, many] = [on[0], on.at(-1)].map((each) => each && amplification(each.report));
    return few && many && many > 1.01 * few ? { low: few, high: many } : null;
  },
  batch_means: ({ order }) => (order[0]?.seeds.length ? { n: order[0].seeds.length } : null),
};

/** Sentences about the interval of the difference: the interval in them must bear them out. How often it holds is tested where it is made. */
export const GAPS: Facts<Found & { low: number; high: number }> = {
  batch_gap: ({ low, high }) => (low > 0 || high < 0 ? {} : null),
  batch_gap_unsure: ({ low, high }) => (low <= 0 && high >= 0 ? {} : null),
};

export interface Compared {
  mine: Report;
  theirs: Report;
  ftl: string;
  by: By;
}

const figure = ({ by }: Compared, report: Report) => {
  if (by === 'flash') return report.flash.erases.total;
  return by === 'host' ? report.response_us.mean : (amplification(report) ?? Number.NaN);
};
/** Of the run, and that of the one it is compared to; erases, where one of them has no other. */
const both = (of: Compared): [own: number, base: number, by: By] => {
  const [own, base] = [figure(of, of.mine), figure(of, of.theirs)];
  if (!Number.isNaN(own) && !Number.isNaN(base)) return [own, base, of.by];
  return [of.mine.flash.erases.total, of.theirs.flash.erases.total, 'flash'];
};
const when = (
  of: Compared,
  holds: (own: number, base: number) => boolean,
  say: (own: number, base: number) => Figures,
) => {
  const [own, base, by] = both(of);
  return holds(own, base) ? { of: by, ...say(own, base) } : null;
};

/** Exactly one of these begins what is said of a run. */
export const HEAD: Facts<Compared> = {
  batch_cause_same: (of) =>
    when(
      of,
      (own, base) => own === base,
      () => ({}),
    ),
  batch_cause_alone: (of) =>
    when(
      of,
      (own, base) => base === 0 && own > 0 && both(of)[2] === 'flash',
      (own) => ({ of: '', shown: own }),
    ),
  batch_cause_only: (of) =>
    when(
      of,
      (own, base) => base === 0 && own > 0 && both(of)[2] !== 'flash',
      (n) => ({ n }),
    ),
  batch_cause_times: (of) =>
    when(
      of,
      (own, base) => base > 0 && own >= 1.5 * base,
      (own, base) => ({ times: own / base }),
    ),
  batch_cause_more: (of) =>
    when(
      of,
      (own, base) => own > base && own < 1.5 * base,
      (own, base) => ({ share: own / base - 1 }),
    ),
  batch_cause_fewer: (of) =>
    when(
      of,
      (own, base) => own < base,
      (own, base) => ({ share: 1 - own / base }),
    ),
};

/** Those whose blocks are cleaned one by one merge nothing, though their victims are counted so. */
const merging = ({ ftl }: Compared) => ftl !== 'page' && ftl !== 'dftl';
const some = (n: number | undefined): Figures | null => (n ? { shown: n } : null);

/** The most blocks that at least a fifth of the victims took, and their share. */
function tailOf({ merges: { full_merge_blocks: pairs } }: Report): { blocks: number; share: number } | null {
  const all = pairs.reduce((sum, [, victims]) => sum + victims, 0);
  const from = (blocks: number) =>
    pairs.filter(([n]) => n >= blocks).reduce((sum, [, victims]) => sum + victims, 0) / all;
  const blocks = pairs.map(([n]) => n).filter((n) => from(n) >= 0.2);
  return blocks.length > 0 ? { blocks: Math.max(...blocks), share: from(Math.max(...blocks)) } : null;
}

const full = (of: Compared) => (merging(of) ? of.mine.merges.full : 0);
const many = (of: Compared) => (tailOf(of.mine)?.blocks ?? 0) > 1;

export const REASONS: Facts<Compared> = {
  batch_erases: (of) => (both(of)[2] === 'flash' ? null : some(of.mine.flash.erases.total)),
  batch_full: (of) => (many(of) ? null : some(full(of))),
  batch_full_tail: (of) => (full(of) > 0 && many(of) ? { ...tailOf(of.mine) } : null),
  batch_partial: (of) => (merging(of) ? some(of.mine.merges.partial) : null),
  batch_copies: ({ mine: { flash } }) => some(flash.programs.gc + flash.programs.merge + flash.programs.wear),
  batch_translation: ({ mine: { flash } }) =>
    some(flash.programs.translation + flash.programs.translation_gc),
  batch_flash_reads: ({ mine, theirs, by }) =>
    by === 'host' && mine.flash.reads.total !== theirs.flash.reads.total
      ? { shown: mine.flash.reads.total }
      : null,
  batch_hits: ({ mine: { buffer, host } }) =>
    buffer && host.writes > 0 ? { share: buffer.write_hits / host.writes } : null,
  batch_read_hits: ({ mine }) => some(mine.buffer?.read_hits),
  batch_destaged: ({ mine }) => some(mine.buffer?.destaged),
  batch_padded: ({ mine }) => some(mine.buffer?.padded),
  batch_unwritten: ({ mine }) => some(mine.buffer?.owed),
  batch_mean: (of) =>
    of.mine.parallel && both(of)[2] !== 'host' ? { mean: of.mine.response_us.mean } : null,
  batch_wait: ({ mine: { parallel } }) =>
    parallel && parallel.wait_us.mean > 0 ? { time: parallel.wait_us.mean } : null,
  batch_p99: ({ mine }) => (mine.parallel ? { time: mine.response_us.p99 } : null),
  batch_busy: ({ mine: { parallel } }) => (parallel ? { share: parallel.busy } : null),
};

/** The largest cost beside the data of the host. */
export const WHY: Facts<Ran> = {
  batch_why_none: ({ report, seeds }) => {
    const { total, host } = (seeds[0] ?? report).flash.programs;
    return total === host ? {} : null;
  },
  batch_why_extra: ({ report, seeds }) => {
    const { total, host } = (seeds[0] ?? report).flash.programs;
    return total === host ? null : {};
  },
};
