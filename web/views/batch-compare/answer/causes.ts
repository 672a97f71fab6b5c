/** How each run differs from the one that all are compared to, and where that comes from. */
import { count, decimal, duration, percent } from '../../../base/format';
import { firstOf, type Sentences, saidOf } from '../../../base/sentences';
import { m } from '../../../i18n/compiled/messages.js';
import type { Preset } from '../../../model/plans/batch-compare';
import { type Costs, costsOf } from '../../../model/plans/costs';
import type { Report } from '../../../protocol/generated/Report';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { type By, byOf } from '../about';
import { MULTIPLE, ranked, sharePast, variantName } from '../words';
import { SHOWN } from './gaps';

export interface Cause {
  name: string;
  said: string;
}

interface Compared {
  mine: Costs;
  /** Of both runs. */
  reports: { mine: Report; theirs: Report };
  by: By;
  /** That by which the two are compared: erases where a run has no such figure. */
  of: By;
  own: number;
  best: number;
}

/** For each run but the one it is compared to: how much more or less it costs, and where that comes from. */
export function causes(runs: readonly BatchComparison[], preset: Preset, against: BatchComparison): Cause[] {
  const by = byOf(runs, preset);
  return runs.flatMap((run) => {
    const compared = run === against ? null : comparedOf(run, against, by);
    if (!compared) return [];
    const parts = by === 'host' ? [ANSWERED, FLASH] : [FLASH, ANSWERED];
    const reasons = parts.flatMap((part) => saidOf(part, compared));
    const because = reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
    return [{ name: variantName(run.variant, preset), said: `${firstOf(COMPARED, compared)}${because}.` }];
  });
}

function comparedOf(run: BatchComparison, against: BatchComparison, by: By): Compared | null {
  const { stage, variant } = run;
  if (stage.is !== 'done' || against.stage.is !== 'done') return null;
  const reports = { mine: stage.report, theirs: against.stage.report };
  const [own, best] = [ranked(run, by), ranked(against, by)];
  const figures =
    own === undefined || best === undefined
      ? {
          of: 'flash' as const,
          own: reports.mine.flash.erases.total,
          best: reports.theirs.flash.erases.total,
        }
      : { of: by, own, best };
  return { mine: costsOf(stage.report, variant.ftl), reports, by, ...figures };
}

/** The first that is true. */
export const COMPARED: Sentences<Compared> = {
  batch_cause_same: {
    when: ({ own, best }) => own === best,
    say: ({ of }) => m.batch_cause_same({ of }),
  },
  batch_cause_alone: {
    when: ({ best, of }) => best === 0 && of === 'flash',
    say: ({ own }) => m.batch_cause_alone({ n: own, shown: count(own) }),
  },
  batch_cause_only: {
    when: ({ best }) => best === 0,
    say: ({ own, of }) => m.batch_cause_only({ of, n: SHOWN[of](own) }),
  },
  batch_cause_times: {
    when: ({ own, best }) => own >= MULTIPLE * best,
    say: ({ own, best, of }) => m.batch_cause_times({ of, times: decimal(own / best, 1) }),
  },
  batch_cause_more: {
    when: ({ own, best }) => own > best,
    say: ({ own, best, of }) => m.batch_cause_more({ of, share: sharePast(own / best - 1) }),
  },
  batch_cause_fewer: {
    when: () => true,
    say: ({ own, best, of }) => m.batch_cause_fewer({ of, share: sharePast(1 - own / best) }),
  },
};

/** Merges by kind, then pages that had to be moved or looked up, then what the buffer kept from flash. */
export const FLASH: Sentences<Compared> = {
  batch_erases: {
    when: ({ mine, of }) => of !== 'flash' && mine.erases > 0,
    say: ({ mine: { erases } }) => m.batch_erases({ n: erases, shown: count(erases) }),
  },
  batch_full: {
    when: ({ mine }) => mine.full > 0 && !(mine.tail && mine.tail.blocks > 1),
    say: ({ mine }) => merges(mine),
  },
  batch_full_tail: {
    when: ({ mine }) => mine.full > 0 && mine.tail !== null && mine.tail.blocks > 1,
    say: ({ mine }) =>
      m.batch_full_tail({
        merges: merges(mine),
        share: percent(mine.tail?.share ?? 0),
        blocks: mine.tail?.blocks ?? 0,
      }),
  },
  batch_partial: {
    when: ({ mine }) => mine.partial > 0,
    say: ({ mine: { partial } }) => m.batch_partial({ n: partial, shown: count(partial) }),
  },
  batch_copies: {
    when: ({ mine }) => mine.copies > 0,
    say: ({ mine: { copies } }) => m.batch_copies({ n: copies, shown: count(copies) }),
  },
  batch_translation: {
    when: ({ mine }) => mine.translation > 0,
    say: ({ mine: { translation } }) => m.batch_translation({ n: translation, shown: count(translation) }),
  },
  batch_flash_reads: {
    when: ({ reports: { mine, theirs }, by }) =>
      by === 'host' && mine.flash.reads.total !== theirs.flash.reads.total,
    say: ({ reports: { mine } }) =>
      m.batch_flash_reads({ n: mine.flash.reads.total, shown: count(mine.flash.reads.total) }),
  },
  batch_hits: {
    when: ({ mine }) => typeof mine.buffer?.hitRatio === 'number',
    say: ({ mine }) => m.batch_hits({ share: percent(mine.buffer?.hitRatio ?? 0, 1) }),
  },
  batch_read_hits: inBuffer('readHits', m.batch_read_hits),
  batch_destaged: inBuffer('destaged', m.batch_destaged),
  batch_padded: inBuffer('padded', m.batch_padded),
  batch_unwritten: inBuffer('unwritten', m.batch_unwritten),
};

/** On the way through queue and channels. */
export const ANSWERED: Sentences<Compared> = {
  batch_mean: {
    when: ({ mine, of }) => mine.host !== null && of !== 'host',
    say: ({ reports }) => m.batch_mean({ mean: duration(reports.mine.response_us.mean) }),
  },
  batch_wait: {
    when: ({ mine }) => mine.host !== null && mine.host.wait > 0,
    say: ({ mine }) => m.batch_wait({ time: duration(mine.host?.wait ?? 0) }),
  },
  batch_p99: {
    when: ({ mine }) => mine.host !== null,
    say: ({ mine }) => m.batch_p99({ time: duration(mine.host?.p99 ?? 0) }),
  },
  batch_busy: {
    when: ({ mine }) => mine.host !== null,
    say: ({ mine }) => m.batch_busy({ share: percent(mine.host?.busy ?? 0, 1) }),
  },
};

function merges({ full }: Costs): string {
  return m.batch_full({ n: full, shown: count(full) });
}

type Counted = 'readHits' | 'destaged' | 'padded' | 'unwritten';

function inBuffer(of: Counted, text: typeof m.batch_destaged) {
  const n = ({ mine }: Compared) => mine.buffer?.[of] ?? 0;
  return {
    when: (compared: Compared) => n(compared) > 0,
    say: (compared: Compared) => text({ n: n(compared), shown: count(n(compared)) }),
  };
}
