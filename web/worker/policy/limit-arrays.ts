/** Arrays count: a policy that keeps a gigabyte must not take the machine with it. */

/**
 * Bytes that arrays may take together, those of 64 kB and more and those below. Most small ones end as garbage, but a thousand of
 * 65,535 bytes that are kept are as large as one.
 */
const LARGE = 64 << 10;
const MEMORY = { large: 64 << 20, small: 256 << 20 };
/** Bytes of an array besides its elements. */
const HEAD = 128;
const KINDS = [
  ...[
    'Int8Array',
    'Uint8Array',
    'Uint8ClampedArray',
    'Int16Array',
    'Uint16Array',
    'Int32Array',
    'Uint32Array',
  ],
  ...['BigInt64Array', 'BigUint64Array', 'Float32Array', 'Float64Array', 'ArrayBuffer'],
] as const;

/** Functions of buffers that make another one. */
const BUFFERS = [
  'slice',
  'sliceToImmutable',
  'transfer',
  'transferToFixedLength',
  'transferToImmutable',
] as const;
/** Functions that make an array of bytes from a text. */
const TEXTS = ['fromHex', 'fromBase64'] as const;

type Made = new (...args: unknown[]) => object;
type Kinds = Record<(typeof KINDS)[number], Made & { BYTES_PER_ELEMENT?: number }>;

/**
 * Puts constructors in the place of the global ones that count. Arrays that were dropped count as well: in a run, which is one job, a
 * browser tells of none.
 */
export function limitArrays(global: object) {
  const taken = { large: 0, small: 0 };
  const check = (bytes: number) => {
    const size = bytes < LARGE ? 'small' : 'large';
    if (taken[size] + bytes > MEMORY[size])
      throw new RangeError(
        'Array buffer allocation failed: arrays of 64 kB and more have 64 MB in a run, smaller ones 256 MB, dropped ones included',
      );
    return size;
  };
  const kinds = global as Kinds;
  const getter = (owner: object, name: string) =>
    Object.getOwnPropertyDescriptor(owner, name)?.get ?? (() => undefined);
  const typed = Object.getPrototypeOf(kinds.Uint8Array.prototype) as object;
  const bufferOf = getter(typed, 'buffer');
  const sizes = ['byteLength', 'maxByteLength'].map((name) => getter(kinds.ArrayBuffer.prototype, name));
  /** Looks at a length before memory is taken for it. */
  const ahead = (each: number, length: unknown) => {
    if (['number', 'string'].includes(typeof length)) check(each * Number(length) || 0);
  };
  /** Counts an array that was made; `first`: of what. */
  const counted = (array: object, isBuffer: boolean, first?: unknown) => {
    const buffer = isBuffer ? array : Reflect.apply(bufferOf, array, []);
    // A view of what was counted.
    const content =
      buffer === first ? 0 : Math.max(...sizes.map((size) => Number(Reflect.apply(size, buffer, [])) || 0));
    taken[check(content + HEAD)] += content + HEAD;
    return array;
  };
  for (const name of KINDS) {
    const Kind = kinds[name];
    const { BYTES_PER_ELEMENT: each = 1 } = Kind;
    const Counted = new Proxy(Kind, {
      construct(target, args, made) {
        const [first] = args as unknown[];
        // Before it is there, if it says how large it will be.
        const isObject = typeof first === 'object' && first !== null;
        const length = isObject ? Object.getOwnPropertyDescriptor(first, 'length')?.value : first;
        ahead(each, length);
        return counted(Reflect.construct(target, args, made), name === 'ArrayBuffer', first);
      },
    });
    Object.defineProperty(global, name, { value: Counted, writable: false, configurable: false });
    // Otherwise an array leads to the one that does not count. Its own methods then take the built-in one.
    Object.defineProperty(Kind.prototype, 'constructor', { value: undefined });
  }
  for (const [owner, names] of [
    [typed, ['slice', 'subarray', 'map', 'filter', 'toSorted', 'toReversed', 'with']],
    [kinds.ArrayBuffer.prototype, BUFFERS],
  ] as const) {
    for (const name of names) {
      const its = (owner as Record<string, (...args: unknown[]) => object>)[name];
      if (!its) continue;
      const value = function (this: unknown, ...args: unknown[]) {
        if (name.startsWith('transfer')) ahead(1, args[0]);
        const first = name === 'subarray' ? Reflect.apply(bufferOf, this, []) : undefined;
        return counted(Reflect.apply(its, this, args), owner !== typed, first);
      };
      Object.defineProperty(owner, name, { value, writable: true, configurable: true });
    }
  }
  const bytes = kinds.Uint8Array as unknown as Record<string, ((...args: unknown[]) => object) | undefined>;
  for (const name of TEXTS) {
    const its = bytes[name];
    if (!its) continue;
    const value = function (this: unknown, ...args: unknown[]) {
      // Two letters are a byte, four are three.
      if (typeof args[0] === 'string') ahead(name === 'fromHex' ? 1 / 2 : 3 / 4, args[0].length - 4);
      return counted(Reflect.apply(its, this, args), false);
    };
    Object.defineProperty(bytes, name, { value, writable: true, configurable: true });
  }
}
