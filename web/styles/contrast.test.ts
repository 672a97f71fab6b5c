import { expect, test } from 'vitest';
import { coloursOf } from './theme-colours';

/** Relative luminance, WCAG 2. */
function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT: [string, string][] = [
  ...['bg', 'panel'].flatMap((ground) =>
    ['ink', 'dim', 'focus', 'switch', 'partial', 'full', 'gc', 'erase', 'read'].map(
      (text): [string, string] => [text, ground],
    ),
  ),
  ['on', 'data'],
  ['on', 'log'],
  ['on', 'trans'],
  ['stale-ink', 'stale'],
  ['bg', 'ink'],
];

test.each(['light', 'dark', 'projector'])('in the %s theme text is readable on what it stands on', (name) => {
  const theme = coloursOf(name);
  const weak = TEXT.map(([text, ground]) => ({
    pair: `${text} on ${ground}`,
    ratio: contrast(theme(text), theme(ground)),
  })).filter(({ ratio }) => !(ratio >= 4.5));
  expect(weak).toEqual([]);
});

test.each(['light', 'dark', 'projector'])('in the %s theme controls stand out from their ground', (name) => {
  const theme = coloursOf(name);
  expect(contrast(theme('control'), theme('panel'))).toBeGreaterThanOrEqual(3);
});
