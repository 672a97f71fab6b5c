import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

/** The colours of a theme: light, with what the theme sets on top. */
function themeOf(name: string): Map<string, string> {
  const tokens = new Map<string, string>();
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    if (!selector.includes(':root') && !selector.includes(`'${name}'`)) continue;
    for (const [, token = '', value = ''] of body.matchAll(/--([a-z-]+):\s*(#[0-9a-f]{6})/g))
      tokens.set(token, value);
  }
  return tokens;
}

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
  const theme = themeOf(name);
  const weak = TEXT.map(([text, ground]) => ({
    pair: `${text} on ${ground}`,
    ratio: contrast(theme.get(text) ?? '', theme.get(ground) ?? ''),
  })).filter(({ ratio }) => !(ratio >= 4.5));
  expect(weak).toEqual([]);
});

test.each(['light', 'dark', 'projector'])('in the %s theme controls stand out from their ground', (name) => {
  const theme = themeOf(name);
  expect(contrast(theme.get('control') ?? '', theme.get('panel') ?? '')).toBeGreaterThanOrEqual(3);
});
