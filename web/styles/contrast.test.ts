import { expect, test } from 'vitest';
import { contrast, faded } from '../base/contrast';
import type { Colors } from '../base/tokens';
import { coloursOf } from './theme-colours';

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

test.each(['light', 'dark', 'projector'])('labels of pages that step back are still read: %s', (theme) => {
  const colour = coloursOf(theme);
  const names = ['stage', 'ink', 'on-data', 'valid', 'log', 'trans'] as const;
  const { label } = faded(Object.fromEntries(names.map((name) => [name, colour(name)])) as Colors);
  for (const page of ['valid', 'log', 'trans'] as const)
    expect(label(page).contrast, page).toBeGreaterThanOrEqual(4);
});

test('colours that the build shortens and that the system forces are read as well', () => {
  const short = { stage: '#fff', ink: '#000', 'on-data': '#fff', valid: '#1561c4' };
  expect(faded(short as Colors).label('valid').color).toBe('#000');
  const forced = { stage: 'rgb(0, 0, 0)', ink: 'rgb(255, 255, 255)', 'on-data': 'rgb(0, 0, 0)' };
  const { label } = faded({ ...forced, valid: 'rgb(0, 0, 40)' } as Colors);
  expect(label('valid').color).toBe('rgb(255, 255, 255)');
});
