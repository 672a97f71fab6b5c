/** Arrays count: a policy that keeps a gigabyte must not take the machine with it. */

/** Bytes that arrays of 64 kB and more may take together. Smaller ones end as garbage. */
const MEMORY = 64 << 20;
const LARGE = 64 << 10;
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

type Made = new (...args: unknown[]) => object;
type Kinds = Record<(typeof KINDS)[number], Made & { BYTES_PER_ELEMENT?: number }>;

/**
 * Puts constructors in the place of the global ones that count. Arrays that were dropped count as well: in a run, which is one job, a
 * browser tells of none.
 */
export function limitArrays(global: object) {
  let taken = 0;
  const check = (bytes: number) => {
    if (taken + bytes > MEMORY)
      throw new RangeError(
        'Array buffer allocation failed: arrays of 64 kB and more have 64 MB in a run, dropped ones included',
      );
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
    if (buffer === first) return array;
    const bytes = Math.max(...sizes.map((size) => Number(Reflect.apply(size, buffer, [])) || 0));
    if (bytes < LARGE) return array;
    check(bytes);
    taken += bytes;
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
    [typed, ['slice', 'map', 'filter', 'toSorted', 'toReversed', 'with']],
    [kinds.ArrayBuffer.prototype, ['slice', 'transfer', 'transferToFixedLength']],
  ] as const) {
    for (const name of names) {
      const its = (owner as Record<string, (...args: unknown[]) => object>)[name];
      if (!its) continue;
      const value = function (this: unknown, ...args: unknown[]) {
        if (name.startsWith('transfer')) ahead(1, args[0]);
        return counted(Reflect.apply(its, this, args), owner !== typed);
      };
      Object.defineProperty(owner, name, { value, writable: true, configurable: true });
    }
  }
}
