/** Says a sentence of `model/sentences/sentences.ts` in the page's language. */
import { message } from '../i18n/first';
import type { Said } from '../model/sentences/sentences';

export function say(sentence: Said): string {
  const words = message(sentence.key);
  if (!words) throw new Error(`no message ${sentence.key}`);
  return words(sentence.values);
}
