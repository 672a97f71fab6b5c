/** The programs of runs beside the data of the host, and the outcomes of changes. */
import { integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { ftlTitle } from '../../../i18n/ftl-names';
import type { Preset } from '../../../model/plans/batch-compare';
import { costsOf } from '../../../model/plans/costs';
import type { Change, Neighbour } from '../../../model/plans/neighbours';
import { cleans } from '../../../model/schemes';
import { type BatchComparison, ofOwnSeed } from '../../../state/plans/batch-compare';
import { amplificationText } from '../../metric-names';
import { type By, byOf } from '../about';
import { ranked } from '../words';
import { gapOf, gapText, SHOWN } from './gaps';

/** The largest part of the programs that the host did not ask for. */
export interface Extra {
  of: 'map' | 'gc' | 'merge';
  pages: number;
  share: number;
}

/** Of the scenario's own seed: a change is tried with that alone. */
function partOf(run: BatchComparison, of?: Extra['of']): Extra | null {
  const { stage, variant } = ofOwnSeed(run);
  if (stage.is !== 'done') return null;
  const { copies, translation } = costsOf(stage.report);
  const kind = of ?? (translation > copies ? 'map' : cleans(variant.ftl) ? 'gc' : 'merge');
  const pages = kind === 'map' ? translation : copies;
  return { of: kind, pages, share: pages / Math.max(1, stage.report.flash.programs.total) };
}

/** `null`: the run wrote nothing but the data of the host. */
export function extraOf(run: BatchComparison): Extra | null {
  const extra = partOf(run);
  return extra && extra.pages > 0 ? extra : null;
}

export function extraText({ variant }: BatchComparison, extra: Extra | null): string {
  const ftl = ftlTitle(variant.ftl);
  if (!extra) return m.batch_why_none({ ftl });
  return m.batch_why_extra({ ...extra, ftl, pages: integer(extra.pages), share: percent(extra.share, 1) });
}

/** The change as a phrase: "16 CMT entries". */
export function changeText(change: Change): string {
  if (change.of === 'policy') return m.batch_change_policy({ name: change.value.replaceAll('_', ' ') });
  const value = change.of === 'spare' ? percent(change.value, 1) : integer(change.value);
  return m.batch_change_to({ of: change.of, value, blocks: integer(change.blocks) });
}

/** The same cost with the change. */
export function withText(tried: BatchComparison, { of }: Extra, change: Change): string {
  const after = partOf(tried, of);
  return after ? m.batch_why_with({ change: changeText(change), share: percent(after.share, 1) }) : '';
}

export interface Tried {
  run: BatchComparison;
  name: string;
  said: string;
}

/** Changes by what they come to, the best first; those that were refused last. */
export function rankedTries(
  tries: readonly BatchComparison[],
  neighbours: readonly Neighbour[],
  before: BatchComparison,
  preset: Preset,
): Tried[] {
  const by = byOf([before, ...tries], preset);
  const rank = (run: BatchComparison) => ranked(run, by) ?? Number.POSITIVE_INFINITY;
  return tries
    .flatMap((run, i): Tried[] => {
      const neighbour = neighbours[i];
      if (!neighbour || (run.stage.is !== 'done' && run.stage.is !== 'failed')) return [];
      return [{ run, name: changeText(neighbour.change), said: outcomeText(run, before, by) }];
    })
    .sort((a, b) => rank(a.run) - rank(b.run) || 0);
}

function outcomeText(run: BatchComparison, before: BatchComparison, of: By): string {
  // The reason of a refusal is in the words of the engine.
  if (run.stage.is !== 'done') return '';
  const [after, was] = [ranked(run, of) ?? 0, ranked(ofOwnSeed(before), of) ?? 0];
  const gap = gapOf(run, before, of);
  return [
    m.batch_change_said({
      of,
      before: SHOWN[of](was),
      after: SHOWN[of](after),
      wa: amplificationText(run.stage.report),
    }),
    ...(gap && gap.mean !== 0 ? [gapText(gap, of)] : []),
  ].join(' ');
}
