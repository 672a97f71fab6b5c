/** The bytes of a WebAssembly module, one after another (WebAssembly 2.0, 5.2 and 5.3). */

/** The types of numbers, and the two plain references. */
export const NUMBERS: ReadonlySet<number> = new Set([0x7f, 0x7e, 0x7d, 0x7c]);
export const REFERENCES: ReadonlySet<number> = new Set([0x70, 0x6f]);

export class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    public at = 0,
  ) {}

  get ended(): boolean {
    return this.at >= this.bytes.length;
  }

  peek(): number {
    return this.bytes[this.at] ?? 0;
  }

  byte(): number {
    this.at += 1;
    return this.bytes[this.at - 1] ?? 0;
  }

  /** Seven bits a byte, the lowest first. */
  number(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Names are compared with those of the interface only, which are ASCII. */
  name(): string {
    const length = this.number();
    this.at += length;
    return String.fromCharCode(...this.bytes.subarray(this.at - length, this.at).slice(0, 40));
  }

  list<T>(one: () => T): T[] {
    const all: T[] = [];
    for (let left = this.number(); left > 0; left -= 1) all.push(one());
    return all;
  }
}
