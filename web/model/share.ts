/**
 * A scenario and a position in a link: `<version>.<checksum>.<deflated JSON, base64url>`.
 *
 * Chat programs cut links at about 2,000 characters; without a checksum a cut link would silently open
 * something else. Each version has one upgrader to the next, so that a link in old slides keeps opening.
 */
import { deflateSync, inflateSync, strFromU8, strToU8 } from 'fflate';
import type { Position } from '../protocol/generated/Position';
import { type Json, parseDocument, type ScenarioDocument } from './document';

const VERSION = 1;
/** Of index n: from version n to n + 1. Index 0 is not used. */
const UPGRADERS: ((payload: Json) => Json)[] = [(payload) => payload];

export interface Shared {
  scenario: ScenarioDocument;
  position: Position;
}

export type ShareError = 'cut' | 'newer' | 'not_a_link';

export function encodeShare({ scenario, position }: Shared): string {
  const json = JSON.stringify({ s: scenario, p: [position.request, position.event] });
  const bytes = deflateSync(strToU8(json), { level: 9 });
  return `${VERSION}.${checksum(bytes)}.${toBase64Url(bytes)}`;
}

export function decodeShare(payload: string): Shared | ShareError {
  const [version, sum, body] = payload.split('.');
  if (!version || !sum || body === undefined || !/^\d+$/.test(version)) return 'not_a_link';
  if (Number(version) > VERSION) return 'newer';
  try {
    const bytes = fromBase64Url(body);
    if (checksum(bytes) !== sum) return 'cut';
    let value = JSON.parse(strFromU8(inflateSync(bytes))) as Json;
    for (let v = Number(version); v < VERSION; v += 1) value = UPGRADERS[v]?.(value) ?? value;
    const { s, p } = value as { s: ScenarioDocument; p: [number, number] };
    const scenario = parseDocument(JSON.stringify(s));
    if (!scenario) return 'not_a_link';
    return { scenario, position: { request: p?.[0] ?? 0, event: p?.[1] ?? 0 } };
  } catch {
    return 'cut';
  }
}

/** Fletcher-32 over bytes, in base 36: enough to notice a cut or a mistyped link. */
function checksum(bytes: Uint8Array): string {
  let a = 1;
  let b = 0;
  for (const byte of bytes) {
    a = (a + byte) % 65521;
    b = (b + a) % 65521;
  }
  return (b * 65536 + a).toString(36);
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}
