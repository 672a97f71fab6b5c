/** Unpacking the bytes of others: some kilobytes of them unpack to 1,032 times as much. That is refused before it is there. */
import { Inflate } from 'fflate';

/** Packed bytes given to the reader at a time: they unpack to 16 MB at most before it is looked at how many they are. */
export const PACKED_SLICE = 16 * 1024;

/** The unpacked bytes. Throws where that is more than `most` bytes, as soon as it is known, and where they are damaged. */
export function inflateUpTo(packed: Uint8Array, most: number): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  let ended = false;
  const inflate = new Inflate((chunk, last) => {
    bytes += chunk.byteLength;
    if (bytes > most) throw new RangeError(`more than ${most} bytes`);
    parts.push(chunk);
    ended ||= last;
  });
  for (let at = 0; at < packed.length; at += PACKED_SLICE)
    inflate.push(packed.subarray(at, at + PACKED_SLICE), at + PACKED_SLICE >= packed.length);
  if (!ended) throw new RangeError('cut');
  const all = new Uint8Array(bytes);
  let to = 0;
  for (const part of parts) {
    all.set(part, to);
    to += part.byteLength;
  }
  return all;
}
