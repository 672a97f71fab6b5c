/**
 * UTF-8 as browsers have it (WHATWG Encoding, 4.2 and 8.1), for QuickJS, which has none. Exact for every text and every byte: a
 * checksum over it says whether a file was changed. It imports nothing, so that it is there before a package looks for it.
 */

const REPLACEMENT = 0xfffd;
/** The bits of a character's first byte, by the bytes that follow it. */
const LEADS = [0, 0xc0, 0xe0, 0xf0];

/** Half of a character becomes U+FFFD. */
export class Utf8Encoder {
  readonly encoding = 'utf-8';

  encode(text = ''): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(3 * text.length);
    let length = 0;
    for (let at = 0; at < text.length; at += 1) {
      let code = text.codePointAt(at) ?? REPLACEMENT;
      if (code > 0xffff) at += 1;
      else if (code >= 0xd800 && code < 0xe000) code = REPLACEMENT;
      const more = code < 0x80 ? 0 : code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
      bytes[length++] = (LEADS[more] ?? 0) | (code >> (6 * more));
      for (let left = more - 1; left >= 0; left -= 1) bytes[length++] = 0x80 | ((code >> (6 * left)) & 0x3f);
    }
    return bytes.slice(0, length);
  }
}

/** Bytes that are not UTF-8 become U+FFFD, one for each part that could have begun a character. A mark at the start is left out. */
export class Utf8Decoder {
  readonly encoding = 'utf-8';

  decode(bytes: Uint8Array = new Uint8Array()): string {
    const parts: string[] = [];
    let codes: number[] = [];
    const put = (code: number) => {
      codes.push(code);
      if (codes.length < 4096) return;
      parts.push(String.fromCodePoint(...codes));
      codes = [];
    };
    let [code, needed, lower, upper] = [0, 0, 0x80, 0xbf];
    const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    for (let at = marked ? 3 : 0; at < bytes.length; at += 1) {
      const byte = bytes[at] ?? 0;
      if (needed > 0) {
        if (byte >= lower && byte <= upper) {
          code = (code << 6) | (byte & 0x3f);
          needed -= 1;
          [lower, upper] = [0x80, 0xbf];
          if (needed === 0) put(code);
          continue;
        }
        put(REPLACEMENT);
        [needed, lower, upper] = [0, 0x80, 0xbf];
      }
      if (byte < 0x80) put(byte);
      else if (byte >= 0xc2 && byte <= 0xdf) [needed, code] = [1, byte & 0x1f];
      else if (byte >= 0xe0 && byte <= 0xef) {
        if (byte === 0xe0) lower = 0xa0;
        if (byte === 0xed) upper = 0x9f;
        [needed, code] = [2, byte & 0xf];
      } else if (byte >= 0xf0 && byte <= 0xf4) {
        if (byte === 0xf0) lower = 0x90;
        if (byte === 0xf4) upper = 0x8f;
        [needed, code] = [3, byte & 0x7];
      } else put(REPLACEMENT);
    }
    if (needed > 0) put(REPLACEMENT);
    parts.push(String.fromCodePoint(...codes));
    return parts.join('');
  }
}
