/**
 * The colours of `styles/tokens.css`, for what CSS cannot reach: the canvas. Read once per theme, not per frame.
 */
import { kept, PREFERENCES } from './keep';

export const THEMES = ['light', 'dark', 'projector'] as const;
export type Theme = (typeof THEMES)[number];

/** Custom properties a canvas may want; `styles/tokens.css` says what each is for. */
const COLOR_TOKENS = [
  'bg',
  'surface',
  'sunken',
  'stage',
  'dot',
  'ink',
  'ink-2',
  'ink-3',
  'line',
  'line-2',
  'solid',
  'now',
  'now-soft',
  'now-edge',
  'on-now',
  'free',
  'free-line',
  'valid',
  'log',
  'trans',
  'on-data',
  'invalid',
  'invalid-hatch',
  'invalid-ink',
  'host',
  'switch',
  'switch-text',
  'partial',
  'full',
  'full-soft',
  'copy',
  'copy-soft',
  'read',
  'erase',
  'bad',
  'heat-low',
  'heat-mid',
  'heat-high',
  'heat-free',
  'heat-invalid',
] as const;
export type ColorToken = (typeof COLOR_TOKENS)[number];
export type Colors = Record<ColorToken, string>;

/** The colours as they hold for `element` (a projector preview may differ from the page). */
export function readColors(element: Element = document.documentElement): Colors {
  const style = getComputedStyle(element);
  const colors = {} as Colors;
  for (const name of COLOR_TOKENS) colors[name] = style.getPropertyValue(`--${name}`).trim();
  if (forced()?.matches) resolve(colors, element);
  return colors;
}

/** Whether the system has colours of its own that everything is to be drawn in. */
function forced(): MediaQueryList | undefined {
  return globalThis.matchMedia?.('(forced-colors: active)');
}

/** The system's colours have names that only the browser can say the figures of. */
function resolve(colors: Colors, element: Element): void {
  const probe = element.appendChild(document.createElement('i'));
  probe.style.setProperty('forced-color-adjust', 'none');
  for (const name of COLOR_TOKENS) {
    probe.style.color = colors[name];
    colors[name] = getComputedStyle(probe).color;
  }
  probe.remove();
}

/** A length or number token in pixels, as the browser resolved it, e.g. `--cell`. */
export function readPixels(name: string, element: Element = document.documentElement): number {
  return Number.parseFloat(getComputedStyle(element).getPropertyValue(`--${name}`)) || 0;
}

/** Calls `changed` when the page's theme changes, or its letters: their size, or their widths with the language. Returns what stops it. */
export function onTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  const attributeFilter = ['data-theme', 'data-lecture', 'data-room', 'lang'];
  observer.observe(document.documentElement, { attributes: true, attributeFilter });
  const media = forced();
  media?.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    media?.removeEventListener('change', changed);
  };
}

/** Puts a theme on the page. */
export function applyTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
}

/**
 * The theme of a visit that begins, for what is painted before the page is run: that of a link, otherwise the one chosen here
 * before (state/preferences.ts checks all that is kept), otherwise what the system asks for.
 */
export function firstTheme(hash = location.hash, chosen = kept(PREFERENCES)): Theme {
  // Not JSON, then it is not ours.
  const stored = /"theme":"(\w+)"/.exec(chosen ?? '')?.[1];
  return linkTheme(hash) ?? THEMES.find((theme) => theme === stored) ?? systemTheme();
}

/** The theme that an address asks for (`#/lab/bast?theme=projector`). */
export function linkTheme(hash: string): Theme | null {
  const wish = new URLSearchParams(hash.split('?')[1]).get('theme');
  return THEMES.find((theme) => theme === wish) ?? null;
}

/** The theme of the system. */
export function systemTheme(): Theme {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}
