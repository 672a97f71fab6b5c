/** The colours of a theme as `tokens.css` has them: for the tests. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const css = readFileSync(fileURLToPath(new URL('./tokens.css', import.meta.url)), 'utf8');

/** Light, with what the theme sets on top. Asking for a token that is no colour is an error. */
export function coloursOf(theme: string): (token: string) => string {
  const tokens = new Map<string, string>();
  for (const [, selector = '', body = ''] of css.matchAll(/([^{}]+)\{([^}]*)\}/g)) {
    if (!selector.includes(':root') && !selector.includes(`'${theme}'`)) continue;
    for (const [, token = '', value = ''] of body.matchAll(/--([a-z0-9-]+):\s*(#[0-9a-f]{6})/g))
      tokens.set(token, value);
  }
  return (token) => {
    const value = tokens.get(token);
    if (!value) throw new Error(`tokens.css has no colour --${token}`);
    return value;
  };
}
