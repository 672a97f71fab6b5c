/**
 * Reading a zip by its directory: slices of the file, never all of it. (fflate's own streaming reader looks for
 * the end of an entry by its signature, which four bytes of a large trace may well spell by chance.)
 *
 * Source: PKWARE APPNOTE 6.3, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.16 (end). No zip64.
 */
import { Inflate } from 'fflate';
import { PACKED_SLICE } from './unpack';

export interface Entry {
  name: string;
  /** 0 stored, 8 deflated. */
  method: number;
  crc: number;
  /** Bytes as packed, and as unpacked. */
  packed: number;
  bytes: number;
  /** Where its local header is. */
  at: number;
}

export class ZipFault extends Error {
  constructor(
    /** `not_saved`: no zip, or not ours; `cut`: it ends too early; `broken`: it contradicts itself; `too_large`: see `isBomb`. */
    readonly kind: 'not_saved' | 'cut' | 'broken' | 'too_large',
    readonly detail: string,
  ) {
    super(`${kind}: ${detail}`);
  }
}

const LOCAL = 0x04034b50;
const DIRECTORY = 0x02014b50;
const END = 0x06054b50;
const END_BYTES = 22;
/** The longest comment behind the end: our files have none, other programs may add one. */
const MOST_COMMENT = 65_535;
const MOST_ENTRIES = 100;
const SLICE = 256 * 1024;
/** An entry up to this size may be packed as well as anything can be. */
const SMALL_BYTES = 64 * 1024 * 1024;
/** A trace as text is packed to a twentieth. */
export const MOST_RATIO = 100;

/** A small file that unpacks to so much that it fills the memory, or the disk. */
const isBomb = ({ bytes, packed }: Entry) => bytes > SMALL_BYTES && bytes > packed * MOST_RATIO;

/** The directory. Throws {@link ZipFault}. */
export async function entriesOf(file: Blob): Promise<Map<string, Entry>> {
  const head = await view(file, 0, 4);
  if (head.byteLength < 4 || head.getUint32(0, true) !== LOCAL) throw new ZipFault('not_saved', 'PK');
  const tail = await view(file, Math.max(0, file.size - END_BYTES - MOST_COMMENT), file.size);
  let at = tail.byteLength - END_BYTES;
  while (at >= 0 && tail.getUint32(at, true) !== END) at -= 1;
  if (at < 0) throw new ZipFault('cut', `${file.size} B`);
  const count = tail.getUint16(at + 10, true);
  const [bytes, from] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  if (count > MOST_ENTRIES || from + bytes > file.size) throw new ZipFault('broken', 'directory');
  const directory = await view(file, from, from + bytes);
  const entries = new Map<string, Entry>();
  let next = 0;
  for (let i = 0; i < count; i += 1) {
    if (next + 46 > bytes || directory.getUint32(next, true) !== DIRECTORY)
      throw new ZipFault('broken', 'directory');
    const u16 = (offset: number) => directory.getUint16(next + offset, true);
    const u32 = (offset: number) => directory.getUint32(next + offset, true);
    const nameBytes = u16(28);
    if (next + 46 + nameBytes > bytes) throw new ZipFault('broken', 'directory');
    const name = new TextDecoder().decode(
      new Uint8Array(directory.buffer, directory.byteOffset + next + 46, nameBytes),
    );
    const entry = { name, method: u16(10), crc: u32(16), packed: u32(20), bytes: u32(24), at: u32(42) };
    entries.set(name, entry);
    next += 46 + nameBytes + u16(30) + u16(32);
  }
  return entries;
}

/** Unpacks an entry piece by piece and checks its length and CRC. Throws {@link ZipFault}. */
export async function readEntry(
  file: Blob,
  entry: Entry,
  take: (chunk: Uint8Array) => void,
  most = Number.POSITIVE_INFINITY,
): Promise<void> {
  const broken = () => new ZipFault('broken', entry.name);
  if (entry.bytes > most) throw broken();
  if (isBomb(entry)) throw new ZipFault('too_large', entry.name);
  const header = await view(file, entry.at, entry.at + 30);
  if (header.byteLength < 30 || header.getUint32(0, true) !== LOCAL) throw broken();
  const from = entry.at + 30 + header.getUint16(26, true) + header.getUint16(28, true);
  const to = from + entry.packed;
  if (to > file.size) throw broken();
  let [bytes, crc] = [0, -1];
  const hear = (chunk: Uint8Array) => {
    bytes += chunk.byteLength;
    // A small file that claims little and unpacks to much.
    if (bytes > entry.bytes) throw broken();
    crc = crcOf(chunk, crc);
    take(chunk);
  };
  const inflate = new Inflate(hear);
  for (let at = from; at < to; at += SLICE) {
    const chunk = new Uint8Array(await file.slice(at, Math.min(to, at + SLICE)).arrayBuffer());
    if (entry.method === 0) hear(chunk);
    else if (entry.method === 8) push(inflate, chunk, at + SLICE >= to, broken);
    else throw broken();
  }
  if (bytes !== entry.bytes || ~crc >>> 0 !== entry.crc) throw broken();
}

export async function textOf(file: Blob, entry: Entry, most: number): Promise<string> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  await readEntry(file, entry, (chunk) => parts.push(chunk as Uint8Array<ArrayBuffer>), most);
  return new Blob(parts).text();
}

function push(inflate: Inflate, chunk: Uint8Array, last: boolean, broken: () => ZipFault): void {
  try {
    // In parts: how much comes out is looked at after each.
    for (let at = 0; at < chunk.length || at === 0; at += PACKED_SLICE)
      inflate.push(chunk.subarray(at, at + PACKED_SLICE), last && at + PACKED_SLICE >= chunk.length);
  } catch (error) {
    throw error instanceof ZipFault ? error : broken();
  }
}

async function view(file: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await file.slice(from, to).arrayBuffer());
}

/** CRC-32 by table (APPNOTE 4.4.7): `crc` is -1 at first, and inverted at last. */
const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function crcOf(bytes: Uint8Array, crc: number): number {
  let sum = crc;
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8);
  return sum;
}
