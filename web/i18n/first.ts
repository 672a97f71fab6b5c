/**
 * The message of a key that only the run knows (views/say.ts), `undefined` for no key of one. Any may be wanted, so all are
 * loaded: in the built page web/tools/text/languages.mjs puts in place of this file a look into the texts of the first screen alone.
 */
import * as all from './compiled/messages/_index.js';

export type Message = (values: Record<string, string | number>) => string;

export function message(key: string): Message | undefined {
  return (all as unknown as Record<string, Message | undefined>)[key];
}
