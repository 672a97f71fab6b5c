/**
 * A scenario, a position and a view in a link: `<version>.<length>.<checksum>.<deflated JSON, base64url>`, the
 * length (of the whole, in characters) and the checksum in base 36.
 *
 * Chat programs cut links at about 2,000 characters; without a length and a checksum a cut link would silently open
 * something else. Each version has one upgrader to the next, so that old links in slides still open;
 * `fixtures/links-v<n>.json` holds links of every version, which must open for ever.
 */
import { deflateSync, strFromU8, strToU8 } from 'fflate';
import * as v from 'valibot';
import { THEMES } from '../../base/tokens';
import type { Options } from '../../protocol/generated/Options';
import { MOST_SEEDS } from '../plans/interval';
import { isDeep } from '../scenario/depth';
import { isObject, type Json } from '../scenario/document';
import { inflateUpTo } from './unpack';
import { wrapped, wrappedView } from './wrapped';

const VERSION = 3;
/** Of index n: from version n to n + 1. Index 0 is not used. */
const UPGRADERS: readonly ((payload: Json) => Json)[] = [
  (payload) => payload,
  // Version 1 knew a scenario and a position alone: everything else is optional in 2.
  (payload) => payload,
  // In version 2 a trace that goes beyond the device was wrapped by default.
  (payload) => {
    if (!isObject(payload)) return payload;
    const { s, v: view, ...rest } = payload;
    return { ...rest, s: wrapped(s) ?? null, ...(view !== undefined && { v: wrappedView(view) ?? null }) };
  },
];

/** The characters that the common chat programs let through. */
export const SAFE_CHARS = 2000;
/** More than this is for a file. */
export const MOST_CHARS = 32_000;
/** A scenario that fits into a link has a megabyte at most, and links nothing that repeats itself a hundred times. */
const MOST_BYTES = 8 * 1024 * 1024;

const Count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const Document = v.custom<{ [key: string]: Json }>((value) => isObject(value as Json), 'not a scenario');
const Name = v.pipe(v.string(), v.maxLength(500));

/** The facts about a trace in a link: enough to ask for the file and to know that it is the right one. */
export const TraceNamed = v.object({
  /** As the scenario's `workload.path` calls it. */
  name: Name,
  /** Bytes of the file. */
  bytes: Count,
  /** Of the trace as imported (`ImportSummary.hash`). */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  /** How it was read, if that is known; the engine checks it. */
  options: v.optional(v.custom<Partial<Options>>((value) => isObject(value as Json))),
});
export type TraceNamed = v.InferOutput<typeof TraceNamed>;

/** How the page looks at the simulation. */
export const ViewShared = v.object({
  grain: v.optional(v.picklist(['request', 'action', 'operation'])),
  /** The selected thing, and its number: ppn, pbn, lpn or lbn. */
  selection: v.optional(v.tuple([v.picklist(['page', 'block', 'lpn', 'lbn']), Count])),
  /** For a large device: the mode of the heat map, the block in its middle and the place in it, and the height of cells in pixels. */
  heat: v.optional(
    v.object({
      mode: Name,
      pbn: Count,
      x: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
      y: v.pipe(v.number(), v.minValue(0), v.maxValue(1)),
      cell: v.pipe(v.number(), v.minValue(0), v.maxValue(1000)),
    }),
  ),
  breakpoints: v.optional(v.pipe(v.array(Name), v.maxLength(100))),
  theme: v.optional(v.picklist(THEMES)),
  /** With how many seeds each run of a comparison is made. */
  seeds: v.optional(v.pipe(Count, v.minValue(1), v.maxValue(MOST_SEEDS))),
  /** Entries of a CMT that is compared with those of other sizes. */
  cmt: v.optional(v.pipe(Count, v.minValue(1))),
  /** The scenario of the other slot, while comparing; it is at the same request. */
  beside: v.optional(Document),
});
export type ViewShared = v.InferOutput<typeof ViewShared>;

export const Shared = v.object({
  scenario: Document,
  position: v.object({ request: Count, event: Count }),
  view: ViewShared,
  trace: v.optional(TraceNamed),
});
export type Shared = v.InferOutput<typeof Shared>;

export type LinkFault =
  | { kind: 'cut'; has: number; of: number }
  | { kind: 'altered' | 'not_a_link' }
  | { kind: 'too_long'; most: number }
  /** A position that no run has. */
  | { kind: 'beyond'; number: number }
  | { kind: 'newer'; version: number };

/** The link's payload. Longer than `MOST_CHARS` it will not open again: the caller says so instead of handing it out. */
export function encodeShare({ scenario, position, view, trace }: Shared): string {
  // Short keys at the top: the rest is found again by deflate.
  const json = JSON.stringify({ s: scenario, p: [position.request, position.event], v: view, t: trace });
  const body = toBase64Url(deflateSync(strToU8(json), { level: 9 }));
  const rest = `.${checksum(strToU8(body))}.${body}`;
  const without = `${VERSION}.`.length + rest.length;
  // The length counts its own digits.
  let length = without;
  while (length !== without + length.toString(36).length) length = without + length.toString(36).length;
  return `${VERSION}.${length.toString(36)}${rest}`;
}

export function decodeShare(payload: string): Shared | LinkFault {
  const parts = payload.split('.');
  const [head = ''] = parts;
  if (!/^[1-9]\d{0,3}$/.test(head) || parts.length < 2) return { kind: 'not_a_link' };
  const version = Number(head);
  if (version > VERSION) return { kind: 'newer', version };
  if (payload.length > MOST_CHARS) return { kind: 'too_long', most: MOST_CHARS };
  try {
    const body = version === 1 ? firstBody(parts) : bodyOf(payload, parts);
    if ('kind' in body) return body;
    const text = strFromU8(inflateUpTo(body, MOST_BYTES));
    if (isDeep(text)) return { kind: 'altered' };
    let value = JSON.parse(text) as Json;
    for (let at = version; at < VERSION; at += 1) value = UPGRADERS[at]?.(value) ?? value;
    const shared = fromPayload(value);
    return shared ? (beyond(shared) ?? shared) : { kind: 'altered' };
  } catch {
    return { kind: 'altered' };
  }
}

export function isFault(shared: Shared | LinkFault): shared is LinkFault {
  return 'kind' in shared;
}

/** The engine counts requests and events in 32 bits. */
const MOST_POSITION = 2 ** 32 - 1;

/** A position that no run has. */
export function beyond({ position: { request, event } }: Shared): LinkFault | undefined {
  const number = Math.max(request, event);
  return number > MOST_POSITION ? { kind: 'beyond', number } : undefined;
}

/** Version 1: `1.<checksum of the bytes>.<body>`; how long it was meant to be it did not say. */
function firstBody([, sum, body]: string[]): Uint8Array | LinkFault {
  const bytes = fromBase64Url(body ?? '');
  return checksum(bytes) === sum ? bytes : { kind: 'altered' };
}

function bodyOf(payload: string, [, digits, sum, body]: string[]): Uint8Array | LinkFault {
  // A cut within the digits of the length itself leaves no way to tell.
  const of = digits && /^[0-9a-z]{1,5}$/.test(digits) && sum !== undefined ? parseInt(digits, 36) : 0;
  if (payload.length < of) return { kind: 'cut', has: payload.length, of };
  // The text is summed, not its bytes: not even an unused bit of the last letter changes unnoticed.
  if (payload.length !== of || body === undefined || checksum(strToU8(body)) !== sum)
    return { kind: 'altered' };
  return fromBase64Url(body);
}

function fromPayload(value: Json): Shared | null {
  if (!isObject(value)) return null;
  const { s, p, v: view, t } = value;
  const [request = 0, event = 0] = Array.isArray(p) ? p : [];
  const read = v.safeParse(Shared, { scenario: s, position: { request, event }, view: view ?? {}, trace: t });
  if (!read.success) return null;
  return read.output;
}

/** Adler-32 in base 36: no single changed byte escapes it. */
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
