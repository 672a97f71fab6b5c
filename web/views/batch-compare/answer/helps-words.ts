/** The programs of runs beside the data of the host, and the outcomes of changes. */
import { sum } from 'd3-array';
import { integer, percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { ftlTitle } from '../../../i18n/ftl-names';
import type { Preset } from '../../../model/plans/batch-compare';
import { costsOf } from '../../../model/plans/costs';
import { isUnsure } from '../../../model/plans/interval';
import type { Change, Neighbour } from '../../../model/plans/neighbours';
import { cleans } from '../../../model/schemes';
import type { Note } from '../../../protocol/generated/Note';
import type { Report } from '../../../protocol/generated/Report';
import { type BatchComparison, ofOwnSeed } from '../../../state/plans/batch-compare';
import { amplificationText } from '../../metric-names';
import { type By, byOf } from '../about';
import { ranked } from '../words';
import { gapOf, gapText, lackText, type Measure, perBlock, SHOWN } from './gaps';
import type { Gap } from './samples';

type Cost = 'map' | 'gc' | 'merge' | 'pad' | 'wear' | 'recovery';

/** The largest part of the programs that the host did not ask for. */
export interface Extra {
  of: Cost;
  pages: number;
  share: number;
}

/** All that is programmed beside the data of the host, by its cause (SPEC 1.3). */
function parts({ flash: { programs } }: Report, ftl: string): Record<Cost, number> {
  const copies = programs.gc + programs.merge;
  return {
    map: programs.translation + programs.translation_gc,
    gc: cleans(ftl) ? copies : 0,
    merge: cleans(ftl) ? 0 : copies,
    pad: programs.pad,
    wear: programs.wear,
    recovery: programs.recovery,
  };
}

/** Of the scenario's own seed: a change is tried with that alone. `null`: the run wrote nothing but the data of the host. */
export function extraOf(run: BatchComparison): Extra | null {
  const { stage, variant } = ofOwnSeed(run);
  if (stage.is !== 'done') return null;
  const all = Object.entries(parts(stage.report, variant.ftl)) as [Cost, number][];
  const [of, pages] = all.reduce((most, each) => (each[1] > most[1] ? each : most));
  return pages > 0 ? { of, pages, share: pages / stage.report.flash.programs.total } : null;
}

export function extraText({ variant }: BatchComparison, extra: Extra | null): string {
  const ftl = ftlTitle(variant.ftl);
  if (!extra) return m.batch_why_none({ ftl });
  return m.batch_why_extra({ ...extra, ftl, pages: integer(extra.pages), share: percent(extra.share, 1) });
}

/** The change as a phrase: "16 CMT entries". */
function changeText(change: Change): string {
  switch (change.of) {
    case 'policy':
      return m.batch_change_policy({ name: change.value.replaceAll('_', ' ') });
    case 'shift':
      return m.batch_change_shift({ bytes: integer(change.value) });
    case 'trims':
      return m.batch_change_trims({ as: change.value });
    case 'gc_frontier':
      return m.batch_change_gc_frontier();
    case 'hot_cold':
      return m.batch_change_hot_cold();
    default: {
      const value = change.of === 'spare' ? percent(change.value, 1) : integer(change.value);
      return m.batch_change_to({ of: change.of, n: change.value, value, blocks: integer(change.blocks) });
    }
  }
}

export interface Tried {
  run: BatchComparison;
  change: Change;
  name: string;
  /** Its figures; nothing of one that was refused. */
  said: string;
  /** Under which condition a drive has them, too; nothing where there is none. */
  condition: string;
  /** Nothing is erased in it, so it is no remedy. */
  unused: boolean;
}

/** Changes that were run, by what they came to. */
export interface Outcomes {
  /** Those that cost less than the run before, the best first. */
  helping: Tried[];
  /** Those that cost less, but perhaps not in other stretches of the workload. */
  unsure: Tried[];
  /** Those that do not, as far as figures show, the nearest to it first. */
  others: Tried[];
  refused: Tried[];
}

/** `flushes`: how often the host wants all that is written on the flash. */
export function outcomesOf(
  tries: readonly BatchComparison[],
  neighbours: readonly Neighbour[],
  before: BatchComparison,
  preset: Preset,
  flushes = 0,
): Outcomes {
  const by = byOf([before, ...tries], preset);
  const own = ofOwnSeed(before);
  const all = tries.flatMap((run, i) => {
    const change = neighbours[i]?.change;
    if (!change) return [];
    const measure: Measure = change.of === 'block' && by === 'flash' ? 'pages' : by;
    const condition =
      change.of === 'buffer' && flushes > 0 ? m.batch_change_flushes({ n: integer(flushes) }) : '';
    const unused = isUnused(run, before);
    return [
      { run, change, name: changeText(change), measure, condition, unused, cost: cost(run, before, by) },
    ];
  });
  const done = all.filter(({ run }) => run.stage.is === 'done').sort((a, b) => a.cost - b.cost || 0);
  const was = cost(before, before, by);
  const helps = ({ run, measure, cost }: (typeof all)[number]) =>
    cost < was && figure(run, measure) !== figure(own, measure);
  const [sure, unsure] = parted(
    done.filter(helps),
    ({ run, measure }) => !isUnsureOf(gapOf(run, before, measure)),
  );
  const said = (each: (typeof all)[number]) => ({ ...each, said: helpText(each, before) });
  return {
    helping: sure.sort((a, b) => Number(a.unused) - Number(b.unused)).map(said),
    unsure: unsure.map(said),
    others: done
      .filter((each) => !helps(each))
      .map((each) => ({ ...each, said: otherText(each.run, each.measure) })),
    refused: all.filter(({ run }) => run.stage.is === 'failed').map((each) => ({ ...each, said: '' })),
  };
}

/** How often a trace wants its writes on the flash, by its notes. */
export function flushesOf(notes: readonly Note[]): number {
  return sum(notes, (note) => (note.note === 'flushes' ? note.commands + note.forced : 0));
}

function isUnsureOf(gap: Gap | null): boolean {
  return gap !== null && gap.mean !== 0 && isUnsure(gap);
}

function parted<T>(all: readonly T[], first: (each: T) => boolean): [T[], T[]] {
  return [all.filter(first), all.filter((each) => !first(each))];
}

/** No block is erased any more: free blocks take all writes, which is no saving of a drive in use. */
function isUnused(run: BatchComparison, before: BatchComparison): boolean {
  const [was, is] = [ofOwnSeed(before), ofOwnSeed(run)].map(({ stage }) =>
    stage.is === 'done' ? stage.report.flash.erases.total : 0,
  );
  return run.stage.is === 'done' && is === 0 && was !== 0;
}

/** Of those that help: the ones that reduce a cost, that which leaves least of it first. More mappings in RAM are a remedy of their traffic alone. */
function remediesOf({ of, pages }: Extra, tries: readonly Tried[]): (Tried & { extra: Extra })[] {
  const candidates = tries.flatMap((tried) => {
    const { stage, variant } = tried.run;
    if (stage.is !== 'done' || (tried.change.of === 'cmt' && of !== 'map')) return [];
    const left = parts(stage.report, variant.ftl)[of];
    return left < pages
      ? [{ ...tried, extra: { of, pages: left, share: left / stage.report.flash.programs.total } }]
      : [];
  });
  return candidates.sort((a, b) => a.extra.pages - b.extra.pages);
}

/** After the changes of a run were tried: the one that reduces its largest cost, or that none does. */
export function remedyText(extra: Extra, outcomes: Outcomes): string {
  const remedies = remediesOf(extra, outcomes.helping);
  const remedy = remedies.find(({ unused }) => !unused);
  if (!remedy && remedies.length > 0) return m.batch_why_unused();
  if (!remedy)
    return remediesOf(extra, outcomes.unsure).length > 0 ? m.batch_why_unsure() : m.batch_why_no_remedy();
  const { pages, share } = remedy.extra;
  const said = m.batch_why_remedy({ change: remedy.name, pages: integer(pages), share: percent(share, 1) });
  return [said, ...(remedy.condition ? [remedy.condition] : [])].join(' ');
}

/** By what changes are ranked. Blocks of another size are not erased alike: pages are. */
function cost(run: BatchComparison, before: BatchComparison, by: By): number {
  const value = ranked(ofOwnSeed(run), by) ?? Number.POSITIVE_INFINITY;
  return by === 'flash' ? (value * perBlock(run)) / perBlock(before) : value;
}

function helpText(
  { run, measure, condition }: Pick<Tried, 'run' | 'condition'> & { measure: Measure },
  before: BatchComparison,
): string {
  const own = ofOwnSeed(before);
  if (run.stage.is !== 'done' || own.stage.is !== 'done') return '';
  const gap = gapOf(run, before, measure);
  const copies = [own, run].map(({ stage }) => (stage.is === 'done' ? costsOf(stage.report).copies : 0));
  return [
    m.batch_change_said({
      of: measure,
      before: figure(own, measure),
      after: figure(run, measure),
      wa_before: amplificationText(own.stage.report),
      wa: amplificationText(run.stage.report),
    }),
    ...(copies[0] !== copies[1]
      ? [m.batch_change_copies({ before: integer(copies[0] ?? 0), after: integer(copies[1] ?? 0) })]
      : []),
    ...(gap && gap.mean !== 0 ? [gapText(gap, measure)] : lackText(run, before, measure)),
    ...(isUnused(run, before) ? [m.batch_change_unused()] : []),
    ...(condition ? [condition] : []),
  ].join(' ');
}

function otherText(run: BatchComparison, measure: Measure): string {
  if (run.stage.is !== 'done') return '';
  return m.batch_change_other({
    of: measure,
    figure: figure(run, measure),
    wa: amplificationText(run.stage.report),
  });
}

function figure(run: BatchComparison, measure: Measure): string {
  const value = ranked(run, measure === 'pages' ? 'flash' : measure);
  if (value === undefined) return '–';
  return SHOWN[measure](measure === 'pages' ? value * perBlock(run) : value);
}
