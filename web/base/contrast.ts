/** How far apart two colours are, and which colour a label takes on a page that is faded. */
import type { Colors, ColorToken } from './tokens';

/** How much is left of a page that takes no part in what goes on. */
const FADED = 0.6;

type Channels = [number, number, number];

/** Reads `#1561c4`, `#fff` as the build shortens it, and `rgb(21, 97, 196)`, the form of forced colours. */
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

function ratio(a: Channels, b: Channels): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** The contrast of two colours, by WCAG 2. */
export function contrast(a: string, b: string): number {
  return ratio(channels(a), channels(b));
}

export interface Faded {
  /** The colour of the veil. */
  ground: string;
  alpha: number;
  /** The colour in which a label is read best on a faded page of this colour, and how well: the contrast. */
  label: (page: ColorToken) => { color: string; contrast: number };
}

export function faded(colors: Colors): Faded {
  const ground = channels(colors.stage);
  const label: Faded['label'] = (page) => {
    const mixed = channels(colors[page]).map((each, i) => each * FADED + (ground[i] ?? 0) * (1 - FADED));
    const each = (['ink', 'on-data'] as const).map((name) => ({
      color: colors[name],
      contrast: ratio(channels(colors[name]), mixed as Channels),
    }));
    return each.reduce((a, b) => (b.contrast > a.contrast ? b : a));
  };
  return { ground: colors.stage, alpha: 1 - FADED, label };
}
