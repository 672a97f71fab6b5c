/** Says a sentence of `model/sentences.ts` in the page's language. */
import { m } from '../i18n/compiled/messages.js';
import type { Said } from '../model/sentences';

type Message = (values: Said['values']) => string;

export function say(sentence: Said): string {
  const message = (m as unknown as Record<string, Message | undefined>)[sentence.key];
  if (!message) throw new Error(`no message ${sentence.key}`);
  return message(sentence.values);
}
