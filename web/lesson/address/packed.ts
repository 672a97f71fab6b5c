/** A text in an address: its checksum and the text itself, deflated, base64url. */
import { deflateSync, strFromU8, strToU8 } from 'fflate';
import { inflateUpTo } from '../../model/saved/unpack';

/** Characters at most, as of other links. */
export const MAX_LINK = 32_000;

/** Bytes of the text at most: an assignment has some kilobytes. */
const MOST_TEXT = 2 * 1024 * 1024;

/** 64-bit FNV-1a of a text, in 16 hex digits. In two halves: whole numbers of 64 bits take ten times as long. */
export function hashOf(text: string): string {
  let [high, low] = [0xcbf29ce4, 0x84222325];
  for (const byte of strToU8(text)) {
    low = (low ^ byte) >>> 0;
    // The prime is 2^40 + 0x1b3.
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 2 ** 32) + ((low << 8) >>> 0)) % 2 ** 32;
    low = product % 2 ** 32;
  }
  return [high, low].map((half) => half.toString(16).padStart(8, '0')).join('');
}

export function pack(text: string): string {
  const bytes = Array.from(deflateSync(strToU8(text), { level: 9 }), (byte) => String.fromCharCode(byte));
  const body = btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return `${hashOf(text).slice(0, 8)}.${body}`;
}

/** `null` if it was cut or altered. */
export function unpack(packed: string): string | null {
  const [sum, body = ''] = packed.slice(0, MAX_LINK).split('.');
  try {
    const letters = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = strFromU8(inflateUpTo(bytes, MOST_TEXT));
    return hashOf(text).slice(0, 8) === sum ? text : null;
  } catch {
    return null;
  }
}
