/**
 * The colours of `styles/tokens.css`, for what CSS cannot reach: the canvas. Read once per theme, not per frame.
 */
export const THEMES = ['light', 'dark', 'projector'] as const;
export type Theme = (typeof THEMES)[number];

/** Custom properties a canvas may want; `styles/tokens.css` says what each is for. */
const COLOR_TOKENS = [
  'bg',
  'panel',
  'ink',
  'dim',
  'line',
  'focus',
  'free',
  'free-line',
  'data',
  'log',
  'trans',
  'on',
  'stale',
  'stale-ink',
  'switch',
  'partial',
  'full',
  'gc',
  'read',
  'erase',
  'hot',
  'glow',
  'heat-low',
  'heat-mid',
  'heat-high',
  'heat-free',
  'heat-stale',
] as const;
export type ColorToken = (typeof COLOR_TOKENS)[number];
export type Colors = Record<ColorToken, string>;

/** The colours as they hold for `element` (a projector preview may differ from the page). */
export function readColors(element: Element = document.documentElement): Colors {
  const style = getComputedStyle(element);
  const colors = {} as Colors;
  for (const name of COLOR_TOKENS) colors[name] = style.getPropertyValue(`--${name}`).trim();
  return colors;
}

/** A length or number token in pixels, as the browser resolved it, e.g. `--cell`. */
export function readPixels(name: string, element: Element = document.documentElement): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue(`--${name}`)) || 0;
}

/** Calls `changed` when the page's theme changes. Returns what stops it. */
export function onTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

/** Puts a theme on the page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/** What the system asks for. */
export function systemTheme(): Theme {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
