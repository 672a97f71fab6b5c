/** What sets the runs apart, in words. */
import { decimal, integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { ftlName } from '../../i18n/ftl-names';
import {
  type Costs,
  costsOf,
  leastOf,
  SETTLES_AFTER,
  timesWritten,
  waitsUntilSteady,
} from '../../model/costs';
import { numberAt } from '../../model/document';
import type { Preset, Variant } from '../../model/line-up';
import type { Base, LinedUp } from '../../state/line-up';

/** What a run is called beside its neighbours: by its FTL, or by what is varied. */
export function variantName({ ftl, value }: Variant, preset: Preset): string {
  const name = ftlName(ftl);
  if (typeof value === 'string') return `${name} ${value.replaceAll('_', ' ')}`;
  if (value === null) return name;
  switch (preset) {
    case 'log_blocks':
      return m.lineup_of_logs({ ftl: name, n: value, shown: integer(value) });
    case 'sram':
      return m.lineup_of_entries({ ftl: name, n: value, shown: integer(value) });
    default:
      return m.lineup_of_spare({ ftl: name, share: percent(value, 1) });
  }
}

export function costsOfRun({ stage }: LinedUp): Costs | null {
  return stage.is === 'done' ? costsOf(stage.report) : null;
}

/** A sentence for each run but the one that erased least: how much more it erased, and where that comes from. */
export function differences(runs: readonly LinedUp[], preset: Preset): string[] {
  const costs = runs.map(costsOfRun);
  const best = leastOf(costs);
  const least = costs[best];
  const bestRun = runs[best];
  if (!least || !bestRun) return [];
  return runs.flatMap(({ variant }, i) => {
    const mine = costs[i];
    if (!mine || i === best) return [];
    const names = { name: variantName(variant, preset), best: variantName(bestRun.variant, preset) };
    return [`${erased(mine, least, names)}${because(mine)}.`];
  });
}

function erased(mine: Costs, least: Costs, names: { name: string; best: string }): string {
  const figures = { ...names, erases: integer(mine.erases), least: integer(least.erases) };
  if (mine.erases === least.erases) return m.lineup_erased_same(figures);
  if (least.erases === 0) return m.lineup_erased_alone(figures);
  const times = mine.erases / least.erases;
  // Less than a tenth more is no multiple.
  if (times < 1.1) return m.lineup_erased_more({ ...figures, share: percent(times - 1, 1) });
  return m.lineup_erased({ ...figures, times: decimal(times, 1) });
}

/** Merges by kind, then what had to be moved. */
function because(costs: Costs): string {
  const { full, partial, tail, copies, translation } = costs;
  const reasons: string[] = [];
  if (full > 0) {
    const merges = m.lineup_full({ n: full, shown: integer(full) });
    reasons.push(
      tail && tail.blocks > 1
        ? m.lineup_full_tail({ merges, share: percent(tail.share), blocks: tail.blocks })
        : merges,
    );
  }
  if (partial > 0) reasons.push(m.lineup_partial({ n: partial, shown: integer(partial) }));
  if (copies > 0) reasons.push(m.lineup_copies({ n: copies, shown: integer(copies) }));
  if (translation > 0) reasons.push(m.lineup_translation({ n: translation, shown: integer(translation) }));
  return reasons.length === 0 ? '' : `: ${reasons.join(', ')}`;
}

/** A warning where the host wrote too little for the figures to have settled; `null` where it wrote enough, or nothing is done. */
export function unsteady(runs: readonly LinedUp[], { document }: Base): string | null {
  if (waitsUntilSteady(document)) return null;
  const written = runs.flatMap(({ stage, variant }) =>
    stage.is === 'done' ? [timesWritten(variant.scenario, stage.report)] : [],
  );
  const times = Math.min(...written);
  // As it is shown: a device made to be written so often may have some pages more.
  if (written.length === 0 || Math.round(times * 10) / 10 >= SETTLES_AFTER) return null;
  return m.lineup_unsteady({
    times: decimal(times, 1),
    pages: integer(numberAt(runs[0]?.variant.scenario ?? document, 'logical_pages', 0)),
    settles: SETTLES_AFTER,
  });
}
