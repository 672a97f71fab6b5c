/** A policy in an address: `#/policy/<task>/<checksum>.<deflated code>`. */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';

/** Characters of a link, at most. */
const MOST = 60_000;
/** Bytes of a policy: of a file, and of what a link unpacks to. */
export const MOST_CODE = 200_000;

/** Under which a link's code is known. */
export function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of strToU8(text)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}

/** `null`: too long for a link. */
export function packPolicy(code: string): string | null {
  const bytes = Array.from(deflateSync(strToU8(code), { level: 9 }), (byte) => String.fromCharCode(byte));
  const body = btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return body.length > MOST ? null : `${checksum(code)}.${body}`;
}

/** The code of a link; `null` if it was cut or altered. */
export function unpackPolicy(packed: string): string | null {
  const [sum, body = ''] = packed.slice(0, MOST + 9).split('.');
  try {
    const letters = atob(body.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = inflateSync(
      Uint8Array.from(letters, (letter) => letter.charCodeAt(0)),
      { out: new Uint8Array(MOST_CODE) },
    );
    const text = strFromU8(bytes);
    return checksum(text) === sum ? text : null;
  } catch {
    return null;
  }
}
