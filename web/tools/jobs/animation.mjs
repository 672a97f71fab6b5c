// @ts-check
// PNG pictures of one size and kind become one that moves (APNG). Their image data stays as it is: it is only renumbered.

import { crc32 } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * @param {readonly Buffer[]} pictures
 * @param {(at: number) => number} lasts milliseconds that a picture is shown
 * @param {number} plays 0: without end
 */
export function animated(pictures, lasts, plays) {
  const first = pictures[0] ? chunks(pictures[0]) : [];
  const header = first.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(0);
  const parts = [SIGNATURE, chunk('IHDR', header), chunk('acTL', numbers(pictures.length, plays))];
  let order = 0;
  for (const [at, picture] of pictures.entries()) {
    const found = chunks(picture);
    if (!found.find(({ type }) => type === 'IHDR')?.data.equals(header))
      throw new Error(`picture ${at} differs in size or kind from the first`);
    const time = Buffer.alloc(6);
    time.writeUInt16BE(lasts(at), 0);
    time.writeUInt16BE(1000, 2);
    // The width and height of the header, at the top left.
    parts.push(chunk('fcTL', Buffer.concat([numbers(order++), header.subarray(0, 8), numbers(0, 0), time])));
    for (const { type, data } of found)
      if (type === 'IDAT')
        parts.push(at === 0 ? chunk(type, data) : chunk('fdAT', Buffer.concat([numbers(order++), data])));
  }
  return Buffer.concat([...parts, chunk('IEND', Buffer.alloc(0))]);
}

/** @param {Buffer} png @returns {{ type: string, data: Buffer }[]} */
export function chunks(png) {
  const found = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    found.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return found;
}

/** @param {string} type @param {Buffer} data */
export function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([numbers(data.length), named, numbers(crc32(named))]);
}

/** @param {...number} given */
function numbers(...given) {
  const bytes = Buffer.alloc(4 * given.length);
  for (const [at, number] of given.entries()) bytes.writeUInt32BE(number, 4 * at);
  return bytes;
}
