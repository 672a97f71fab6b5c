import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ColorToken } from '../../../base/tokens';
import { FREE, INVALID, VALID } from '../../../protocol/cell';
import { HEAT_WORDS } from '../../../protocol/generated/constants';
import { Heat } from '../../../protocol/heat';
import { tileAt, tilingOf } from './geometry';
import { paintPages } from './picture';
import { cssOf, extentOf, figureOf, MODES, modesFor, Palette, pixelOf } from './scales';
import { barsOf, meanShare, sortedCurve, spectrumOf } from './spectrum';

const NONE = 0xffffffff;
/** Blocks of 5 pages: `[valid, erases, age, lbn, role | frontier << 8]`, and states. */
function heatOf(blocks: { words: number[]; states: string }[]): Heat {
  const pages = blocks.length * 5;
  const words = new Uint32Array(blocks.length * HEAT_WORDS + Math.ceil(pages / 4));
  const bytes = new Uint8Array(words.buffer, blocks.length * HEAT_WORDS * 4);
  blocks.forEach((block, pbn) => {
    words.set(block.words, pbn * HEAT_WORDS);
    bytes.set([...block.states].map(Number), pbn * 5);
  });
  return new Heat(words, blocks.length, 5);
}

const heat = heatOf([
  { words: [3, 7, 0, 0, 1 | (1 << 8)], states: '11120' },
  { words: [0, 2, NONE, NONE, 0], states: '00000' },
  { words: [1, 4, 900, 3, 2], states: '22221' },
]);

test('blocks are read as the engine wrote them', () => {
  expect(heat.block(0)).toEqual({
    pbn: 0,
    role: 'data',
    lbn: 0,
    valid: 3,
    free: 1,
    erases: 7,
    frontier: 'data',
  });
  expect(heat.block(2)).toMatchObject({ role: 'log', lbn: 3, frontier: null });
  expect([heat.age(0), heat.age(1), heat.age(2)]).toEqual([0, null, 900]);
  expect([heat.state(0), heat.state(3), heat.state(4)]).toEqual([VALID, INVALID, FREE]);
});

test.each(['light', 'dark', 'projector'])('in the %s theme the scale goes one way in lightness', (name) => {
  const palette = paletteOf(name);
  const light = [...palette.ramp].map(lightness);
  const steps = light.slice(1).map((value, index) => value - (light[index] ?? 0));
  const rising = (light.at(-1) ?? 0) > (light[0] ?? 0);
  // Rounding to whole colours may turn a step by a hair.
  expect(steps.filter((step) => (rising ? step < -0.004 : step > 0.004))).toEqual([]);
  expect(Math.abs((light.at(-1) ?? 0) - (light[0] ?? 0))).toBeGreaterThan(0.5);
});

test.each(['light', 'dark', 'projector'])(
  'in the %s theme free, invalid and valid differ in lightness, not in hue alone',
  (name) => {
    const palette = paletteOf(name);
    for (const role of [1, 2, 3]) {
      const [free, stale, valid] = [FREE, INVALID, VALID].map((s) => lightness(palette.state(role, s)));
      const order = [free ?? 0, stale ?? 0, valid ?? 0];
      const sorted = [...order].sort((a, b) => a - b);
      expect([sorted, [...sorted].reverse()]).toContainEqual(order);
      expect(Math.abs((free ?? 0) - (stale ?? 0))).toBeGreaterThan(0.1);
      expect(Math.abs((stale ?? 0) - (valid ?? 0))).toBeGreaterThan(0.1);
    }
  },
);

test('a mode paints pages where the tiling has them, and the gap between blocks', () => {
  const tiling = tilingOf(3, 5, 300, 100);
  const palette = paletteOf('light');
  for (const mode of MODES) {
    const pixels = new Uint32Array(tiling.width * tiling.height);
    paintPages(pixels, tiling, heat, palette.paint(mode, heat, 4), 1);
    let painted = 0;
    for (let pbn = 0; pbn < 3; pbn += 1) {
      const tile = tileAt(tiling, pbn);
      for (let page = 0; page < 5; page += 1) {
        const x = tile.x + (page % tiling.columns);
        const y = tile.y + 1 + Math.floor(page / tiling.columns);
        const pixel = pixels[y * tiling.width + x];
        expect(pixel).not.toBe(1);
        if (mode === 'state') {
          expect(pixel).toBe(palette.state(heat.role(pbn), heat.state(pbn * 5 + page)));
        }
        painted += 1;
      }
    }
    expect(pixels.filter((pixel) => pixel > 1)).toHaveLength(painted);
    // From afar there is no gap: a block has the colours of its pages.
    const first = tiling.width;
    paintPages(pixels, tiling, heat, palette.paint(mode, heat, 4), null);
    expect([pixels[0], pixels[first + tiling.columns]]).toEqual([
      pixels[first],
      pixels[first + tiling.columns - 1],
    ]);
  }
});

test('scales begin and end where the legend says', () => {
  const palette = paletteOf('light');
  const pixel = (mode: (typeof MODES)[number], pbn: number) => {
    const paint = palette.paint(mode, heat, 4);
    return paint.by === 'block' ? paint.pixel(pbn) : null;
  };
  expect(extentOf('valid', heat)).toEqual({ low: 0, high: 5 });
  expect(extentOf('erases', heat)).toEqual({ low: 2, high: 7 });
  expect(extentOf('age', heat)).toEqual({ low: 0, high: 900 });
  expect(pixel('erases', 1)).toBe(palette.ramp[0]);
  expect(pixel('erases', 0)).toBe(palette.ramp[255]);
  // The page written last is the warm end.
  expect(pixel('age', 0)).toBe(palette.ramp[255]);
  expect(pixel('age', 2)).toBe(palette.ramp[0]);
  expect(pixel('valid', 1)).toBe(palette.state(0, FREE));
  expect(pixel('owner', 0)).toBe(palette.owner(1, 0));
  expect(pixel('owner', 2)).toBe(palette.owner(2, 1));
  expect([figureOf('valid', heat, 1), figureOf('age', heat, 2), figureOf('owner', heat, 2)]).toEqual([
    null,
    900,
    null,
  ]);
});

test('hot, cold and erased blocks differ, where an FTL keeps them apart', () => {
  const [cold, hot] = [5, 6].map((role) => ({ words: [3, 7, 0, NONE, role], states: '11120' }));
  const apart = heatOf([
    ...(cold && hot ? [cold, hot] : []),
    { words: [0, 2, NONE, NONE, 0], states: '00000' },
  ]);
  const palette = paletteOf('light');
  const paint = palette.paint('hot', apart, 4);
  const pixels = [0, 1, 2].map((pbn) => (paint.by === 'block' ? paint.pixel(pbn) : null));
  expect(pixels).toEqual([palette.ramp[102], palette.ramp[255], palette.state(0, FREE)]);
  expect(modesFor('{"ftl":{"kind":"page","hot_cold":{"classifier":"recency"}}}')).toContain('hot');
  expect(modesFor('{"ftl":{"kind":"page","hot_cold":null}}')).not.toContain('hot');
  expect(modesFor('{"ftl":{"kind":"page"}}')).not.toContain('hot');
});

test('pixels are what canvas data has', () => {
  expect(pixelOf('#102030')).toBe(0xff302010);
  expect(pixelOf('rgb(16, 32, 48)')).toBe(0xff302010);
  expect(pixelOf('#fff')).toBe(0xffffffff);
  expect(cssOf(0xff302010)).toBe('rgb(16, 32, 48)');
});

test('the histogram counts used blocks, and the sorted curve is the histogram counted up', () => {
  const spectrum = spectrumOf(heat);
  expect(spectrum).toEqual({ counts: [0, 1, 0, 1, 0, 0], blocks: 2, erased: 1 });
  expect(sortedCurve(spectrum)).toEqual([
    { at: 0, valid: 0.2 },
    { at: 0.5, valid: 0.2 },
    { at: 0.5, valid: 0.6 },
    { at: 1, valid: 0.6 },
  ]);
  expect(meanShare(spectrum)).toBeCloseTo(0.4);
  expect(barsOf(spectrum, 3)).toEqual([
    { from: 0, to: 1, blocks: 1 },
    { from: 2, to: 3, blocks: 1 },
    { from: 4, to: 5, blocks: 0 },
  ]);
  const bare = spectrumOf(heatOf([{ words: [0, 0, NONE, NONE, 0], states: '00000' }]));
  expect([sortedCurve(bare), meanShare(bare)]).toEqual([[], 0]);
});

/** The colours of a theme: light, with what the theme sets on top. */
function paletteOf(name: string): Palette {
  const css = readFileSync(join(import.meta.dirname, '../../../styles/tokens.css'), 'utf8');
  const colors = {} as Record<ColorToken, string>;
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    if (!selector.includes(':root') && !selector.includes(`'${name}'`)) continue;
    for (const [, token = '', value = ''] of body.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g))
      colors[token as ColorToken] = value;
  }
  return new Palette(colors);
}

/** L of Lab, 0 to 1. */
function lightness(pixel: number): number {
  const [r = 0, g = 0, b = 0] = [pixel & 0xff, (pixel >>> 8) & 0xff, (pixel >>> 16) & 0xff].map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return (y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y) / 100;
}
