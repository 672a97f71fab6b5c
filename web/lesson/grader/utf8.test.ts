// @vitest-environment node
/** The grader's UTF-8 is that of browsers and of Node. */
import { expect, test } from 'vitest';
import fc from '../../base/property';
import { Utf8Decoder, Utf8Encoder } from './utf8';

const [ours, theirs] = [new Utf8Encoder(), new TextEncoder()];

test('every character has its bytes, and half of one has those of U+FFFD', () => {
  for (let from = 0; from < 0x110000; from += 0x1000) {
    const codes = Array.from({ length: 0x1000 }, (_, n) => from + n);
    // Between spaces, lest two halves make one.
    const text = codes.map((code) => ` ${String.fromCodePoint(code)}`).join('');
    const bytes = theirs.encode(text);
    expect(Buffer.compare(ours.encode(text), bytes), from.toString(16)).toBe(0);
    expect(new Utf8Decoder().decode(bytes) === new TextDecoder().decode(bytes), from.toString(16)).toBe(true);
  }
});

test('any text and any bytes', () => {
  const wild = fc.array(fc.oneof(fc.integer({ min: 0xd800, max: 0xdfff }), fc.nat(0x10ffff)));
  fc.assert(
    fc.property(wild, (codes) => {
      const text = String.fromCodePoint(...codes);
      expect(ours.encode(text)).toEqual(theirs.encode(text));
    }),
  );
  // Mostly bytes that begin or continue a character.
  const byte = fc.oneof(
    fc.integer({ min: 0x80, max: 0xff }),
    fc.constantFrom(0xef, 0xbb, 0xbf, 0xed),
    fc.nat(255),
  );
  fc.assert(
    fc.property(fc.uint8Array(), fc.array(byte), (some, more) => {
      const bytes = Uint8Array.from([...more, ...some]);
      expect(new Utf8Decoder().decode(bytes)).toBe(new TextDecoder().decode(bytes));
    }),
    { numRuns: 2000 },
  );
});
