/**
 * Playing faster than one can follow: instead of single operations the stage shows where they were. Each page glows
 * by how often it was programmed since the picture before, each block by how often it was erased; the counters
 * continue from the moment when play became too fast. The engine counts (`tally` of a run), so nothing is missed
 * however far apart two pictures are.
 */
import { copiesOf, mergesOf } from '../../../model/metrics';
import type { Frame } from '../../../protocol/generated/Frame';
import { blockKey, pageKey } from '../scene/keys';
import { type Scene, type Sprite, sprite, Z } from '../scene/sprite';

/** The events since it became too fast to follow. */
export interface Tallied {
  programs: number;
  copies: number;
  erases: number;
  merges: number;
}

/** One picture of several. */
export interface Heated {
  /** The frame from which on everything is counted. */
  start: Frame;
  /** Programs of each page and erases of each block since the picture before. */
  programs: readonly number[];
  erases: readonly number[];
  /** The remaining glow: the same, faded from picture to picture. */
  glow: { programs: readonly number[]; erases: readonly number[] };
  counts: Tallied;
  /** Since the beginning: what the next picture's is compared with. */
  all: { programs: readonly number[]; erases: readonly number[] };
}

/** The rest of a glow in the next picture. */
const FADE = 0.7;
/** Fainter than this it is out. */
const OUT = 0.05;
/** This many times in one picture are as hot as can be. */
const HOTTEST = 8;

/** The picture of a frame after the one `before`; without one, of all since `start`. */
export function heated(before: Heated | null, frame: Frame, start: Frame): Heated | null {
  const { tally, report } = frame;
  const { report: then } = start;
  if (!tally) return null;
  // A count that began again shares nothing with the one before.
  const known = before?.start === start ? before : null;
  const since = (now: readonly number[], then: readonly number[] | undefined) =>
    now.map((count, i) => count - (then?.[i] ?? 0));
  const all = known?.all ?? start.tally;
  const programs = since(tally.programs, all?.programs);
  const erases = since(tally.erases, all?.erases);
  const glow = (now: readonly number[], then: readonly number[] | undefined) =>
    now.map((count, i) => {
      const left = (then?.[i] ?? 0) * FADE;
      return Math.max(count, left < OUT ? 0 : left);
    });
  return {
    start,
    programs,
    erases,
    glow: { programs: glow(programs, known?.glow.programs), erases: glow(erases, known?.glow.erases) },
    counts: {
      programs: report.flash.programs.total - then.flash.programs.total,
      copies: copiesOf(report) - copiesOf(then),
      erases: report.flash.erases.total - then.flash.erases.total,
      merges: mergesOf(report) - mergesOf(then),
    },
    all: tally,
  };
}

/** The glow of the pages and blocks that are seen. */
export function glowing({ glow }: Heated, scene: Scene): Sprite[] {
  const sprites: Sprite[] = [];
  const add = (counts: readonly number[], keyOf: (id: number) => string, tone: 'now' | 'erase') => {
    counts.forEach((count, id) => {
      const on = count > 0 ? scene.get(keyOf(id)) : undefined;
      if (!on) return;
      const level = Math.min(1, Math.log2(1 + count) / Math.log2(1 + HOTTEST));
      sprites.push(sprite(`heat:${on.key}`, on, Z.heat, { kind: 'heat', level, tone }));
    });
  };
  add(glow.programs, pageKey, 'now');
  add(glow.erases, blockKey, 'erase');
  return sprites;
}
