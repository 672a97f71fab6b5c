/**
 * How long a drive lasts under what a run counted (SPEC 6.7): which figures of the report the closed forms take. The command line takes
 * the same ones (`sim/src/lifetime`); the arithmetic is that of the crate `model`, in both.
 */
import { noFormula } from '../../base/save';
import type { Report } from '../../protocol/generated/Report';
import type { Steady } from '../../protocol/generated/Steady';
import type { Endurance } from '../../protocol/models';
import type { ScenarioDocument } from '../scenario/document';
import { shapeOf } from '../schemes';

/** How long a block lasts that is erased so often. */
interface Lasts {
  /** Its erases in one pass of what was counted. */
  erases: number;
  /** Passes until it is worn out. */
  passes: number;
  /** `null` without times. */
  erasesPerDay: number | null;
  years: number | null;
}

export interface Lasting {
  /** The mean block: wear is leveled perfectly. */
  mean: Lasts;
  /** The most erased block, if it stays as much above the mean as it was so far. */
  most: Lasts;
  /** Host bytes until the mean block is worn out (TBW), in 10^12 bytes. */
  terabytes: number;
  /** The same in times that the whole logical space is written, and those times a day. */
  driveWrites: number;
  driveWritesPerDay: number | null;
  /** The share of an erased block that pages of the host take up. */
  share: number;
  /** Hu's equation 4.1, for the same bytes. */
  hu: { passes: number; years: number | null; terabytes: number; share: number };
}

/** By which clock days are counted: until the last arrival; until all are served, where they outpace the drive; or why there are none. */
type Clock = 'arrivals' | 'served' | 'none' | 'at_once';

export interface Lifetime {
  cycles: number;
  /** The window that everything is of, where the workload is repeated until it is steady. */
  steady: Steady | null;
  erases: number;
  blocks: number;
  hostBytes: number;
  /** How long what was counted takes. */
  seconds: number | null;
  clock: Clock;
  writeAmplification: number | null;
  /** All programs for each that the host asked for, as drives count it (SMART). */
  smartWriteAmplification: number | null;
  lasting: Lasting | 'nothing_written' | 'nothing_erased';
}

/** Of a run, or of the mean over its seeds. `cycles` is at least 1. */
export function lifetimeOf(
  endurance: Endurance,
  report: Report,
  document: ScenarioDocument,
  cycles: number,
): Lifetime {
  const { flash, host, wear, arrivals_us, overload } = report;
  const { blocks, pagesPerBlock, pageBytes, logicalPages } = shapeOf(document);
  const span = overload ? overload.done_us : (arrivals_us ?? null);
  const seconds = span === null ? null : span / 1e6;
  const counted = [
    flash.erases.total,
    host.bytes_written,
    host.writes * pageBytes,
    seconds ?? Number.NaN,
    wear.max,
    wear.mean,
    blocks,
    pagesPerBlock * pageBytes,
    logicalPages * pageBytes,
  ];
  return {
    cycles,
    steady: report.steady ?? null,
    erases: flash.erases.total,
    blocks,
    hostBytes: host.bytes_written,
    seconds,
    clock: overload ? 'served' : seconds === null ? 'none' : seconds > 0 ? 'arrivals' : 'at_once',
    writeAmplification: report.write_amplification,
    smartWriteAmplification: flash.programs.host > 0 ? flash.programs.total / flash.programs.host : null,
    lasting: lastingOf(endurance(cycles, counted)),
  };
}

/** Above this share of programs into blocks that were free before, a run says little of a drive in use. */
const MOST_FRESH = 0.05;

/**
 * The share of programs that went to blocks which were free before the run and needed no erase; 0 where that is little. An erased block
 * takes up `share` of host pages, and for each of them as many programs as the write amplification says.
 */
export function freshOf({ writeAmplification, lasting }: Lifetime): number {
  if (typeof lasting === 'string' || writeAmplification === null) return 0;
  const fresh = 1 - 1 / (lasting.share * writeAmplification);
  return fresh > MOST_FRESH ? fresh : 0;
}

/** The row of `figures::endurance`. */
function lastingOf(row: ArrayLike<number>): Lifetime['lasting'] {
  if (row.length === 1) {
    if (row[0] === 0) throw new Error('a drive without blocks, or blocks that endure no erase');
    return row[0] === 1 ? 'nothing_written' : 'nothing_erased';
  }
  const at = (i: number) => row[i] ?? Number.NaN;
  const there = (i: number) => (Number.isFinite(at(i)) ? at(i) : null);
  const block = (i: number): Lasts => ({
    erases: at(i),
    passes: at(i + 1),
    erasesPerDay: there(i + 2),
    years: there(i + 3),
  });
  return {
    mean: block(0),
    most: block(4),
    terabytes: at(8),
    driveWrites: at(9),
    driveWritesPerDay: there(10),
    share: at(11),
    hu: { passes: at(12), years: there(13), terabytes: at(14), share: at(15) },
  };
}

/** A run by its name. */
export interface Named {
  name: string;
  /** With how many it was run. */
  seeds: number;
  lifetime: Lifetime;
}

export interface Filed extends Named {
  /** Of its scenario in canonical form, with the first seed. */
  scenarioHash: string | null;
  /** Of its trace. */
  traceHash: string | null;
}

/** The table that `ftl-lab lifetime --csv` prints. */
export function csvOf(runs: readonly Filed[]): string[][] {
  const counted: [string, (of: Lifetime) => number | null][] = [
    ['cycles', (of) => of.cycles],
    ['steady.window', (of) => of.steady?.window ?? null],
    ['erases', (of) => of.erases],
    ['blocks', (of) => of.blocks],
    ['host_bytes', (of) => of.hostBytes],
    ['seconds', (of) => of.seconds],
    ['write_amplification', (of) => of.writeAmplification],
    ['smart_write_amplification', (of) => of.smartWriteAmplification],
  ];
  const block = (
    name: string,
    of: (lasting: Lasting) => Lasts,
  ): [string, (of: Lasting) => number | null][] => [
    [`${name}.erases`, (all) => of(all).erases],
    [`${name}.passes`, (all) => of(all).passes],
    [`${name}.erases_per_day`, (all) => of(all).erasesPerDay],
    [`${name}.years`, (all) => of(all).years],
  ];
  const lasting: [string, (of: Lasting) => number | null][] = [
    ...block('mean_block', ({ mean }) => mean),
    ...block('most_erased_block', ({ most }) => most),
    ['terabytes_written', (of) => of.terabytes],
    ['drive_writes', (of) => of.driveWrites],
    ['drive_writes_per_day', (of) => of.driveWritesPerDay],
    ['host_share_of_erased', (of) => of.share],
    ['hu.passes', ({ hu }) => hu.passes],
    ['hu.years', ({ hu }) => hu.years],
    ['hu.terabytes_written', ({ hu }) => hu.terabytes],
    ['hu.host_share_of_erased', ({ hu }) => hu.share],
  ];
  const cell = (value: number | null) => (value === null ? '' : String(value));
  const heads = [...counted, ...lasting].map(([head]) => head);
  const rows = runs.map(({ name, scenarioHash, traceHash, seeds, lifetime }) => {
    const found = lifetime.lasting;
    return [
      noFormula(name),
      String(seeds),
      ...counted.map(([, of]) => cell(of(lifetime))),
      ...lasting.map(([, of]) => (typeof found === 'string' ? '' : cell(of(found)))),
      lifetime.clock,
      typeof found === 'string' ? found : '',
      scenarioHash ?? '',
      traceHash ?? '',
    ];
  });
  return [['run', 'seeds', ...heads, 'clock', 'why_not', 'scenario_hash', 'trace_hash'], ...rows];
}
