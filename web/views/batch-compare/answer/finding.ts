/** The finding of a comparison: which run is best, how near the next is, how sure that is, and what else sets them apart. */

import { count, decimal, duration, integer } from '../../../base/format';
import { firstOf, type Sentences, saidOf } from '../../../base/sentences';
import { m } from '../../../i18n/compiled/messages.js';
import { settled } from '../../../model/amplification';
import type { Preset } from '../../../model/plans/batch-compare';
import { costsOf } from '../../../model/plans/costs';
import { isUnsure } from '../../../model/plans/interval';
import type { Report } from '../../../protocol/generated/Report';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { type By, byOf } from '../about';
import { barName, insideOf, MULTIPLE, ranked, sharePast, spoken } from '../words';
import { gapOf, gapText, lackText, SHOWN } from './gaps';
import type { Gap } from './samples';

export interface Finding {
  title: string;
  more: string[];
}

interface Ranked {
  run: BatchComparison;
  report: Report;
  rank: number;
}

/** The runs that are done and have a rank, the best first. */
interface Found {
  preset: Preset;
  by: By;
  all: readonly Ranked[];
  best: Ranked;
  second: Ranked;
  /** Of three or more. */
  last: Ranked | null;
  /** How many are as good as the best, with it. */
  ties: number;
  /** `null` where there is none, and of runs that tie. */
  gap: Gap | null;
}

/** A fifth more or less is a difference that one notices. */
const NOTICED = 1.2;

/** The next write amplification that is not the same. */
const HIGHER = 1.01;

export function finding(runs: readonly BatchComparison[], preset: Preset): Finding | null {
  const by = byOf(runs, preset);
  const all = runs
    .flatMap((run): Ranked[] => {
      const rank = ranked(run, by);
      return run.stage.is === 'done' && rank !== undefined ? [{ run, report: run.stage.report, rank }] : [];
    })
    // On a tie the first is the best, as in `bestOf`.
    .sort((a, b) => a.rank - b.rank);
  const [best, second] = all;
  if (!best || !second) return null;
  const found: Found = {
    ...{ preset, by, all, best, second },
    last: all.length > 2 ? (all.at(-1) ?? null) : null,
    ties: all.filter(({ rank }) => rank === best.rank).length,
    gap: best.rank === second.rank ? null : gapOf(second.run, best.run, by),
  };
  return { title: firstOf(TITLES, found), more: saidOf(MORE, found) };
}

/** The first that is true. */
export const TITLES: Sentences<Found> = {
  batch_found_unsure: {
    when: ({ gap }) => gap?.by === 'seeds' && isUnsure(gap),
    say: (of) => m.batch_found_unsure({ best: within(of.best, of), second: within(of.second, of) }),
  },
  batch_found_ties: {
    when: ({ ties }) => ties > 2,
    say: (of) =>
      m.batch_found_ties({
        best: within(of.best, of),
        second: within(of.second, of),
        of: of.by,
        n: integer(of.ties),
      }),
  },
  batch_found_same: {
    when: ({ ties }) => ties === 2,
    say: (of) => m.batch_found_same({ ...names(of), of: of.by }),
  },
  batch_found_none: {
    when: ({ best }) => best.rank === 0,
    say: (of) => m.batch_found_none({ ...names(of), of: of.by, n: shown(of.second, of) }),
  },
  batch_found_near: {
    when: ({ best, second }) => second.rank < MULTIPLE * best.rank,
    say: (of) =>
      m.batch_found_near({ ...names(of), of: of.by, share: sharePast(of.second.rank / of.best.rank - 1) }),
  },
  batch_found_far: {
    when: () => true,
    say: (of) =>
      m.batch_found_far({ ...names(of), of: of.by, times: decimal(of.second.rank / of.best.rank, 1) }),
  },
};

/** All that are true. */
export const MORE: Sentences<Found> = {
  batch_that_is: {
    when: () => true,
    say: (of) => m.batch_that_is({ of: of.by, first: shown(of.best, of), second: shown(of.second, of) }),
  },
  batch_gap: {
    when: ({ gap }) => gap !== null && !isUnsure(gap),
    say: ({ gap, by }) => (gap ? gapText(gap, by) : ''),
  },
  batch_gap_unsure: {
    when: ({ gap }) => gap !== null && isUnsure(gap),
    say: ({ gap, by }) => (gap ? gapText(gap, by) : ''),
  },
  batch_gap_none: {
    when: ({ ties, gap, second, best, by }) =>
      ties === 1 && gap === null && lackText(second.run, best.run, by).length > 0,
    say: ({ second, best, by }) => lackText(second.run, best.run, by).join(''),
  },
  batch_tail_longer: {
    when: (of) => tailsTell(of) && p99(of.second) > NOTICED * p99(of.best),
    say: (of) => m.batch_tail_longer({ ...tails(of), second: within(of.second, of) }),
  },
  batch_tail_shorter: {
    when: (of) => tailsTell(of) && p99(of.second) * NOTICED < p99(of.best),
    say: (of) => m.batch_tail_shorter({ ...tails(of), second: names(of).second }),
  },
  batch_last_none: {
    when: ({ last, best }) => last !== null && best.rank === 0 && last.rank > 0,
    say: (of) => m.batch_last_none({ ...last(of), n: of.last ? shown(of.last, of) : '' }),
  },
  batch_last: {
    // Not "1.0 times".
    when: ({ last, best }) => last !== null && best.rank > 0 && last.rank >= 1.05 * best.rank,
    say: (of) => m.batch_last({ ...last(of), times: decimal((of.last?.rank ?? 0) / of.best.rank, 1) }),
  },
  batch_channels: {
    when: (of) => {
      const [few, many] = channels(of);
      return few !== undefined && many !== undefined && many.wa > HIGHER * few.wa;
    },
    say: (of) => {
      const [few, many] = channels(of);
      return m.batch_channels({
        ...{ few: few?.name ?? '', many: many?.name ?? '' },
        ...{ low: decimal(few?.wa ?? 0), high: decimal(many?.wa ?? 0) },
      });
    },
  },
  batch_means: {
    when: ({ best }) => seeds(best) > 0,
    say: ({ best }) => m.batch_means({ n: integer(seeds(best)) }),
  },
};

function names({ best, second, preset }: Found) {
  return { best: spoken(best.run.variant, preset), second: spoken(second.run.variant, preset) };
}

function within({ run }: Ranked, { preset }: Found): string {
  return insideOf(run.variant, preset);
}

/** Counts are short. */
function shown({ rank }: Ranked, { by }: Found): string {
  return by === 'flash' ? count(rank) : SHOWN[by](rank);
}

function p99({ report }: Ranked): number {
  return report.response_us.p99;
}

/** A backlog says nothing of either. */
function tailsTell({ best, second }: Found): boolean {
  return [best, second].every(({ report }) => !report.overload && !report.waiting);
}

function tails(of: Found) {
  return { best: within(of.best, of), first: duration(p99(of.best)), other: duration(p99(of.second)) };
}

function last({ last, preset, by }: Found) {
  const report = last?.report;
  const copies = report && report.host.writes > 0 ? costsOf(report).copies / report.host.writes : null;
  return {
    of: by,
    last: last ? spoken(last.run.variant, preset) : '',
    copies: copies === null ? 'none' : copies < 10 ? decimal(copies, 1) : integer(copies),
  };
}

/** The runs with the fewest and the most channels, if that is what is varied. */
function channels({ all, preset }: Found): { name: string; wa: number }[] {
  if (preset !== 'channels') return [];
  const of = ({ run }: Ranked) => Number(run.variant.value);
  const by = all.toSorted((a, b) => of(a) - of(b));
  return [by[0], by.at(-1)].flatMap((each) => {
    const wa = each ? settled(each.report) : null;
    return each && wa !== null ? [{ name: barName(each.run.variant, preset), wa }] : [];
  });
}

function seeds({ run: { stage } }: Ranked): number {
  return stage.is === 'done' ? stage.seeds.length : 0;
}
