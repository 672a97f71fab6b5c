/** Which message a text on the page is, and the values in it: read back from the English texts, so that a test sees what a reader sees. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Message = string | [{ match: Record<string, string> }];

export interface Recognised {
  key: string;
  /** The values, and the choices by which the text was selected: `of: 'flash'`. */
  values: Readonly<Record<string, string>>;
}

interface Template extends Recognised {
  pattern: RegExp;
  /** Letters of its own: of two that match, the one with more is meant. */
  letters: number;
}

/** The messages of an area, by their keys. */
export function messagesOf(area: string): Record<string, Message> {
  const file = join(import.meta.dirname, `../../i18n/messages/en/${area}.json`);
  const { $schema, ...messages } = JSON.parse(readFileSync(file, 'utf8'));
  return messages;
}

/** All texts of a message. */
export function textsOf(message: Message): string[] {
  return typeof message === 'string' ? [message] : Object.values(message[0].match);
}

function templatesOf(key: string, message: Message): Template[] {
  const choices = typeof message === 'string' ? { '': message } : message[0].match;
  return Object.entries(choices).map(([choice, text]) => {
    const chosen = choice.split(', ').map((part) => part.split('=') as [string, string]);
    const parts = text.split(/\{(\w+)\}/);
    const pattern = parts
      .map((part, i) => (i % 2 === 1 ? `(?<${part}>.+?)` : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
      .join('');
    const own = parts.filter((_, i) => i % 2 === 0).join('').length;
    return {
      key,
      pattern: new RegExp(`^${pattern}$`, 's'),
      values: Object.fromEntries(chosen.filter(([name]) => name && !name.endsWith('Plural'))),
      letters: own,
    };
  });
}

const areas = new Map<string, Record<string, Message>>();

/** The message, among these keys, that a text is; it fails where none is. */
export function recognised(text: string, keys: readonly string[]): Recognised {
  const found = keys.flatMap((key) => {
    const area = key.slice(0, key.indexOf('_'));
    const messages = areas.get(area) ?? messagesOf(area);
    areas.set(area, messages);
    const message = messages[key];
    if (message === undefined) throw new Error(`no message ${key}`);
    return templatesOf(key, message).flatMap((template) => {
      const match = template.pattern.exec(text);
      return match ? [{ ...template, values: { ...template.values, ...match.groups } }] : [];
    });
  });
  const [best] = found.sort((a, b) => b.letters - a.letters);
  if (!best) throw new Error(`no message of these is “${text}”: ${keys.join(', ')}`);
  return { key: best.key, values: best.values };
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  '%': 0.01,
  µs: 1,
  ms: 1e3,
  s: 1e6,
  B: 1,
  KiB: 1024,
  MiB: 1024 ** 2,
};

/** The number that a text shows, and half a unit of its last digit; a text with a unit in µs, bytes, or as a ratio. */
export function numberIn(text: string): { value: number; within: number } {
  const match = /^(−?)([\d,]+)(?:\.(\d+))?\s?(\D*)$/.exec(text);
  if (!match) throw new Error(`no number: “${text}”`);
  const [, sign, whole = '', decimals = '', unit = ''] = match;
  const times = UNITS[unit.trim()];
  if (times === undefined) throw new Error(`no unit: “${text}”`);
  const value = Number(`${whole.replaceAll(',', '')}.${decimals || '0'}`) * times;
  return { value: sign ? -value : value, within: 0.5 * 10 ** -decimals.length * times };
}

/** Whether a text shows this number, rounded as it is. */
export function shows(text: string | undefined, expected: number): boolean {
  if (text === undefined) return false;
  const { value, within } = numberIn(text);
  return Math.abs(value - expected) <= within * (1 + 1e-6) + 1e-9 * Math.abs(expected);
}
