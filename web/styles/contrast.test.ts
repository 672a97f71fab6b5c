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

const across = (texts: string[], grounds: string[]) =>
  texts.flatMap((text) => grounds.map((ground): [string, string] => [text, ground]));

const TEXT = [
  ...across(['ink', 'ink-2', 'ink-3'], ['bg', 'surface', 'sunken', 'stage']),
  ...across(
    ['now-text', 'bad', 'good', 'partial', 'full', 'switch-text', 'copy', 'host', 'log', 'trans'],
    ['surface', 'bg', 'stage'],
  ),
  ...across(['on-data'], ['valid', 'log', 'trans']),
  ...across(['ink', 'ink-2'], ['now-soft', 'full-soft', 'copy-soft', 'good-soft', 'bad-soft']),
  ['invalid-ink', 'invalid'],
  ['on-solid', 'solid'],
  ['on-now', 'now'],
  ['now-text', 'now-soft'],
  ['full', 'full-soft'],
  ['partial', 'full-soft'],
  ['switch-text', 'full-soft'],
  ['copy', 'copy-soft'],
  ['good', 'good-soft'],
  ['bad', 'bad-soft'],
] as const;

const MARKS = across(
  [
    'host',
    'read',
    'copy',
    'switch',
    'partial',
    'full',
    'erase',
    'log',
    'trans',
    'valid',
    'now-edge',
    'control',
  ],
  ['surface', 'bg', 'stage'],
);

test.each(
  ['light', 'dark', 'projector'].flatMap((theme) => [
    [theme, 'text', 4.5, TEXT] as const,
    [theme, 'marks', 3, MARKS] as const,
  ]),
)('in the %s theme %s stand out from their ground (%s to 1)', (name, _, least, pairs) => {
  const theme = coloursOf(name);
  const weak = pairs
    .map(([mark, ground]) => ({
      pair: `${mark} on ${ground}`,
      ratio: contrast(theme(mark), theme(ground)),
    }))
    .filter(({ ratio }) => !(ratio >= least));
  expect(weak).toEqual([]);
});
