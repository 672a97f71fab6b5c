/**
 * What takes no part in a merge or a cleaning steps back: the pages of its blocks fade. A veil over each of these blocks does it, one
 * thing, so that the pages under it stay as they are; their labels are written once more on it, for they are to be read.
 */
import type { Colors, ColorToken } from '../../base/tokens';
import { blocksOfWork } from '../../model/cost';
import type { Frame } from '../../protocol/generated/Frame';
import { wantedOf } from './moment';
import { momentEvents } from './story';

/** How much is left of a page that takes no part. */
const FADED = 0.6;

/** The blocks that the work under way is about; `null`: there is none, and nothing fades. */
export function takingPart(frame: Frame, pagesPerBlock: number): ReadonlySet<number> | null {
  const { merge, reclaim, gc, inner, wear } = frame;
  if (!(merge ?? reclaim ?? gc ?? inner ?? wear)) return null;
  const { must, may } = wantedOf(frame, pagesPerBlock);
  // While a victim is chosen all that could be take part.
  const choice = momentEvents(frame).flatMap((event) => ('candidates' in event ? event.candidates : []));
  return new Set([...must, ...may, ...blocksOfWork(frame, pagesPerBlock), ...choice.map(({ id }) => id)]);
}

type Channels = [number, number, number];

/** Of `#1561c4`, of `#fff` as the build shortens it, and of `rgb(21, 97, 196)`, which forced colours are. */
function channels(color: string): Channels {
  const digits = /^#([0-9a-f]+)$/i.exec(color)?.[1];
  const size = digits && digits.length < 6 ? 1 : 2;
  const part = (at: number) => digits?.slice(at * size, (at + 1) * size).repeat(3 - size);
  const found = digits
    ? [0, 1, 2].map((at) => Number.parseInt(part(at) ?? '', 16))
    : (color.match(/[\d.]+/g)?.map(Number) ?? []);
  const [r = 0, g = 0, b = 0] = found;
  return [r, g, b];
}

/** Relative luminance, WCAG 2. */
function luminance(color: Channels): number {
  const [r = 0, g = 0, b = 0] = color.map((each) => {
    const c = each / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

export interface Faded {
  /** Of the veil. */
  ground: string;
  alpha: number;
  /** The colour in which a label is read best on a faded page of this colour, and how well: the contrast. */
  label: (page: ColorToken) => { color: string; contrast: number };
}

export function faded(colors: Colors): Faded {
  const ground = channels(colors.stage);
  const label: Faded['label'] = (page) => {
    const mixed = channels(colors[page]).map((each, i) => each * FADED + (ground[i] ?? 0) * (1 - FADED));
    const below = luminance(mixed as Channels) + 0.05;
    const each = (['ink', 'on-data'] as const).map((name) => {
      const above = luminance(channels(colors[name])) + 0.05;
      return { color: colors[name], contrast: Math.max(above, below) / Math.min(above, below) };
    });
    return each.reduce((a, b) => (b.contrast > a.contrast ? b : a));
  };
  return { ground: colors.stage, alpha: 1 - FADED, label };
}
