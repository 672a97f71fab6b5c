/**
 * Colours of the heat map: what a mode shows, as a table of pixels for pages or a colour for each block. All come from
 * the token file, so the map follows the theme.
 */
import { interpolateLab, interpolateRgb, piecewise } from 'd3-interpolate';
import type { Colors } from '../../../base/tokens';
import { getAt, knownDocument } from '../../../model/scenario/document';
import { INVALID, VALID } from '../../../protocol/cell';
import { type Heat, ROLES } from '../../../protocol/heat';

export const MODES = ['state', 'valid', 'age', 'erases', 'owner', 'hot'] as const;
export type Mode = (typeof MODES)[number];

/** The modes that have something to show: hot and cold blocks are distinguished only where the FTL keeps pages so. */
export function modesFor(canonical: string): readonly Mode[] {
  return getAt(knownDocument(canonical) ?? {}, 'ftl.hot_cold')
    ? MODES
    : MODES.filter((mode) => mode !== 'hot');
}

/** Steps of the scale from low to high. */
const STEPS = 256;
/** Page states in the table of pixels: four a role, of which three are used. */
const STATES = 4;

/** How a mode paints: each page by the state it is in, or each block as a whole. */
export type Paint =
  | { by: 'page'; pixels: Uint32Array }
  /** The pixel of a block. */
  | { by: 'block'; pixel: (pbn: number) => number };

/** The ends of what a mode measures, for the legend; `null` of modes that do not measure. */
export interface Extent {
  low: number;
  high: number;
}

/** A pixel as canvas data has it in little-endian words: ABGR. `color` is anything opaque that CSS can say. */
export function pixelOf(color: string): number {
  // A minifier writes `#fff` and `red`: d3 reads them all, and answers `rgb(r, g, b)`.
  const [r = 0, g = 0, b = 0] = (interpolateRgb(color, color)(0).match(/\d+/g) ?? []).map(Number);
  return (0xff000000 | (b << 16) | (g << 8) | r) >>> 0;
}

export function cssOf(pixel: number): string {
  return `rgb(${pixel & 0xff}, ${(pixel >>> 8) & 0xff}, ${(pixel >>> 16) & 0xff})`;
}

/** The colours of a theme, made once: scales cost more than a frame may. */
export class Palette {
  readonly ramp: Uint32Array;
  readonly background: number;
  private readonly free: number;
  private readonly states: Uint32Array;
  /** By role, then from the first LBN to the last. */
  private readonly owners: Uint32Array[];

  constructor(colors: Colors) {
    this.background = pixelOf(colors.bg);
    this.free = pixelOf(colors['heat-free']);
    this.ramp = rampOf(colors['heat-low'], colors['heat-mid'], colors['heat-high']);
    const hues = [
      colors['heat-free'],
      colors.valid,
      colors.log,
      colors.trans,
      colors.full,
      colors.valid,
      colors['heat-high'],
      colors.switch,
      colors.log,
      colors.trans,
      colors['heat-high'],
      colors.log,
      colors.log,
      colors.log,
    ];
    this.states = new Uint32Array(ROLES.length * STATES).fill(this.free);
    hues.forEach((hue, role) => {
      this.states[role * STATES + VALID] = pixelOf(role === 0 ? colors.valid : hue);
      this.states[role * STATES + INVALID] = pixelOf(colors['heat-invalid']);
    });
    // The part of a hue that differs from the ground on one side and from the next hue on the other.
    this.owners = hues.map((hue) => rampOf(interpolateLab(colors.surface, hue)(0.3), hue));
  }

  /** How a mode paints a device, and what the ends of its scale mean. `lbns`: logical blocks. */
  paint(mode: Mode, heat: Heat, lbns: number): Paint {
    const { low, high } = extentOf(mode, heat) ?? { low: 0, high: 1 };
    const span = Math.max(1, high - low);
    switch (mode) {
      case 'state':
        return { by: 'page', pixels: this.states };
      case 'valid':
        return {
          by: 'block',
          pixel: (pbn) => (heat.role(pbn) === 0 ? this.free : this.at(heat.valid(pbn) / span)),
        };
      case 'erases':
        return { by: 'block', pixel: (pbn) => this.at((heat.erases(pbn) - low) / span) };
      // The square root: most blocks are old, and what was written lately is to be distinguished.
      case 'age': {
        return {
          by: 'block',
          pixel: (pbn) => {
            const age = heat.age(pbn);
            return age === null ? this.free : this.at(1 - Math.sqrt(age / span));
          },
        };
      }
      case 'owner':
        return {
          by: 'block',
          pixel: (pbn) => {
            const lbn = heat.lbn(pbn);
            return this.owner(heat.role(pbn), lbn === null || lbns < 2 ? 1 : lbn / (lbns - 1));
          },
        };
      case 'hot':
        return {
          by: 'block',
          pixel: (pbn) => {
            const role = ROLES[heat.role(pbn)];
            return role === 'hot' || role === 'cold' ? this.hot(role === 'hot') : this.free;
          },
        };
    }
  }

  /** Hot at the upper end of the scale; cold clear of it, and of an erased block at the other end. */
  hot(hot: boolean): number {
    return this.at(hot ? 1 : 0.4);
  }

  /** The colour of a role, for the legend: of its last LBN, or with `share` 0 of its first. */
  owner(role: number, share = 1): number {
    const ramp = this.owners[role];
    return role === 0 || !ramp ? this.free : (ramp[Math.round(share * (STEPS - 1))] ?? this.free);
  }

  state(role: number, state: number): number {
    return this.states[role * STATES + state] ?? this.free;
  }

  private at(share: number): number {
    return this.ramp[Math.round(Math.max(0, Math.min(1, share)) * (STEPS - 1))] ?? this.free;
  }
}

/** The meaning of the ends of a mode's scale: pages, erases, programs since. */
export function extentOf(mode: Mode, heat: Heat): Extent | null {
  switch (mode) {
    case 'valid':
      return { low: 0, high: heat.pagesPerBlock };
    case 'erases': {
      let [low, high] = [Number.POSITIVE_INFINITY, 0];
      for (let pbn = 0; pbn < heat.blocks; pbn += 1) {
        const erases = heat.erases(pbn);
        if (erases < low) low = erases;
        if (erases > high) high = erases;
      }
      return { low, high };
    }
    case 'age': {
      let high = 0;
      for (let pbn = 0; pbn < heat.blocks; pbn += 1) high = Math.max(high, heat.age(pbn) ?? 0);
      return { low: 0, high };
    }
    default:
      return null;
  }
}

/** A mode's number for one block; `null` where it has none. */
export function figureOf(mode: Mode, heat: Heat, pbn: number): number | null {
  switch (mode) {
    case 'valid':
      return heat.role(pbn) === 0 ? null : heat.valid(pbn);
    case 'erases':
      return heat.erases(pbn);
    case 'age':
      return heat.age(pbn);
    default:
      return null;
  }
}

function rampOf(...colors: string[]): Uint32Array {
  const scale = piecewise(interpolateLab, colors);
  return Uint32Array.from({ length: STEPS }, (_, step) => pixelOf(scale(step / (STEPS - 1))));
}
