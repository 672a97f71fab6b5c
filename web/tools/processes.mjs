// @ts-check
// Memory of a process and all it started. Linux only: elsewhere there is no /proc, and the figures are not a number.

import { readdirSync, readFileSync } from 'node:fs';

/**
 * Proportional memory in MB: what processes share is counted once, and files that are mapped or cached are not.
 *
 * @param {number | undefined} root
 * @returns {{ all: number, page: number }} `page`: the largest of Chromium's renderers
 */
export function memoryMb(root) {
  try {
    const sum = { all: 0, page: 0 };
    for (const [pid] of family(root)) {
      const rollup = read(`/proc/${pid}/smaps_rollup`) ?? '';
      const megabytes =
        Number(/^Pss_Anon:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1000 +
        Number(/^Pss_Shmem:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1000;
      sum.all += megabytes;
      if ((read(`/proc/${pid}/cmdline`) ?? '').includes('--type=renderer'))
        sum.page = Math.max(sum.page, megabytes);
    }
    return sum;
  } catch {
    return { all: Number.NaN, page: Number.NaN };
  }
}

/**
 * A process and all that came of it: numbers, and what is behind the names in their /proc/PID/stat.
 *
 * @param {number | undefined} root
 * @returns {[number, string[]][]}
 */
export function family(root) {
  /** @type {Map<number, string[]>} */
  const all = new Map();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const stat = read(`/proc/${pid}/stat`);
    if (stat) all.set(Number(pid), stat.slice(stat.lastIndexOf(')') + 2).split(' '));
  }
  return [...all].filter(([pid]) => {
    /** @type {number | undefined} */
    let at = pid;
    while (at !== undefined && at !== root) at = all.has(at) ? Number(all.get(at)?.[1]) : undefined;
    return at === root;
  });
}

/** Processes end while they are looked at. @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
