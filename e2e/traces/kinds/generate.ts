// Traces that no file of ours holds: formats whose recorded ones state no licence, and three that touch few pages of a large space.

const GIB = 2 ** 30;
const SECTOR = 512;

/** Numbers below n, the same ones every time. */
function draws() {
  let state = 1;
  return (n: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
}

function mqsim(requests: number, place: (i: number, below: (n: number) => number) => number): string {
  const below = draws();
  const lines = Array.from({ length: requests }, (_, i) => {
    const sector = place(i, below) / SECTOR;
    return `${i * 2_000_000} 0 ${sector} 8 ${below(10) ? 0 : 1}\n`;
  });
  return lines.join('');
}

export const GENERATED: Readonly<Record<string, () => string>> = {
  /** Sixteen files a gigabyte apart, each written from its start to its end, again and again. */
  'sparse-files.mqsim.gz': () => mqsim(4096, (i) => (i % 16) * GIB + (Math.floor(i / 16) % 64) * 4096),
  /** Places of a hash table, 37 MiB apart, some much more often than others. */
  'sparse-hash.mqsim.gz': () =>
    mqsim(4096, (_, below) => ((below(below(1024) + 1) * 97) % 1024) * 37 * 2 ** 20),
  /** A field of every record in a table with records of a megabyte, changed in the order of the records. */
  'sparse-records.mqsim.gz': () => mqsim(4096, (i) => (i % 1024) * 2 ** 20),
  'mail.disksim.gz': () => {
    const below = draws();
    let ms = 7961;
    const lines = Array.from({ length: 1500 }, () => {
      ms += below(40) / 8;
      // Small files in one place, long ones in another, neither on the bounds of pages.
      const [sector, sectors] = below(3)
        ? [6_000_000 + below(900) * 10, 2 + below(14)]
        : [20_200_000 + below(60) * 128, 64 + below(64)];
      return `${ms.toFixed(3)} 0 ${sector} ${sectors} ${below(4) ? 0 : 1}\n`;
    });
    return lines.join('');
  },
  'two-cores.blkparse.gz': () => {
    const below = draws();
    const lines = Array.from({ length: 800 }, (_, i) => {
      const kind = below(4) ? 'WS' : 'RA';
      const at = `${3_000_000_000 + below(500) * 24} + ${8 * (1 + below(4))}`;
      return [...'QD'].map((action, late) => {
        const seconds = (i * 0.000_9 + late * 0.000_3 + 0.000_001 * below(9)).toFixed(9);
        return `259,2 ${i % 2} ${2 * i + late + 1} ${seconds} 4102 ${action} ${kind} ${at} [app]\n`;
      });
    });
    return lines.flat().join('');
  },
};
