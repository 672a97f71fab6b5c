// Traces as their formats' own descriptions say, without the lab's import: a request is a time, an operation and a run of pages. The pages
// of a trace are numbered densely here, as a person's script would do it.

const PAGE = 4096;
const MIB = 1 << 20;

interface Row {
  ns: bigint;
  device: number;
  byte: number;
  bytes: number;
  op: 'read' | 'write';
}

/** Whole nanoseconds of a decimal number of seconds, milliseconds, ... */
function ns(text: string, digits: number): bigint {
  const [whole = '', part = ''] = text.split('.');
  return BigInt(whole + part.slice(0, digits).padEnd(digits, '0'));
}

/** The columns of a format: those of time, device, address, size and operation, the digits of a nanosecond, bytes of a unit, a read. */
const FORMATS = {
  mqsim: { time: 0, digits: 0, device: 1, address: 2, size: 3, unit: 512, op: 4, read: /^1$/, write: /^0$/ },
  disksim: {
    ...{ time: 0, digits: 6, device: 1, address: 2, size: 3, unit: 512 },
    ...{ op: 4, read: /[13579bdf]$/, write: /[02468ace]$/ },
  },
  msr: {
    time: 0,
    digits: 2,
    device: 2,
    address: 4,
    size: 5,
    unit: 1,
    op: 3,
    read: /^Read$/,
    write: /^Write$/,
  },
  tencent: {
    time: 0,
    digits: 9,
    device: 4,
    address: 1,
    size: 2,
    unit: 512,
    op: 3,
    read: /^0$/,
    write: /^1$/,
  },
  systor17: { time: 0, digits: 9, device: 3, address: 4, size: 5, unit: 1, op: 2, read: /^R$/, write: /^W$/ },
  // maj,min are two fields here.
  blkparse: {
    time: 4,
    digits: 9,
    device: 0,
    address: 8,
    size: 10,
    unit: 512,
    op: 7,
    read: /^R/,
    write: /^W/,
  },
} as const;
export type Kind = keyof typeof FORMATS;

function rows(kind: Kind, text: string): Row[] {
  const format = FORMATS[kind];
  return text.split(/\r?\n/).flatMap((line) => {
    const fields = line.split(/[, ]+/);
    const op = fields[format.op] ?? '';
    const counts = kind !== 'blkparse' || fields[6] === 'D';
    if (!counts || !(format.read.test(op) || format.write.test(op))) return [];
    return {
      ns: ns(fields[format.time] ?? '', format.digits),
      device: Number(fields[format.device]),
      byte: Number(fields[format.address]) * format.unit,
      bytes: Number(fields[format.size]) * format.unit,
      op: format.read.test(op) ? 'read' : 'write',
    };
  });
}

/** Where each device starts: one after another, in ascending number, each rounded up to 1 MiB. */
function starts(all: Row[]): Map<number, number> {
  const ends = new Map<number, number>();
  for (const { device, byte, bytes } of all) ends.set(device, Math.max(ends.get(device) ?? 0, byte + bytes));
  let start = 0;
  const found = new Map<number, number>();
  for (const [device, end] of [...ends].sort(([a], [b]) => a - b)) {
    found.set(device, start);
    start += Math.ceil(end / MIB) * MIB;
  }
  return found;
}

/** The same trace of which every page touched has the next number, in the order of addresses; in the format mqsim. */
export function renumbered(kind: Kind, text: string): { text: string; pages: number } {
  const all = rows(kind, text).sort((a, b) => (a.ns < b.ns ? -1 : Number(a.ns > b.ns)));
  const at = starts(all);
  const runs = all.map((row) => {
    const byte = (at.get(row.device) ?? 0) + row.byte;
    return { ...row, first: Math.floor(byte / PAGE), last: Math.floor((byte + row.bytes - 1) / PAGE) };
  });
  const touched = new Set<number>();
  for (const { first, last } of runs) for (let page = first; page <= last; page += 1) touched.add(page);
  const rank = new Map([...touched].sort((a, b) => a - b).map((page, number) => [page, number]));
  const sectors = PAGE / 512;
  const lines = runs.map(({ ns, first, last, op }) => {
    const size = (last - first + 1) * sectors;
    return `${ns - (runs[0]?.ns ?? 0n)} 0 ${(rank.get(first) ?? 0) * sectors} ${size} ${op === 'read' ? 1 : 0}`;
  });
  return { text: `${lines.join('\n')}\n`, pages: touched.size };
}
