/**
 * Which blocks of a section are seen where not all fit. A window follows the moment: it moves only when something
 * that the moment needs is out of it, and then by whole lines, as little as it can. Blocks that are needed together
 * and lie far apart are shown together, the blocks between left out.
 *
 * A window counts units: blocks, or where a section has chains or superblocks, these.
 */

/** Units of a section, ascending. */
export type Units = readonly number[];

/** This many units from the first one. */
export function unitsFrom(first: number, count: number): Units {
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * Lines for sections that have `all` of them, when there is room for this many: everybody `least` at first, then
 * those with the fewest. The room that a section does not need goes to the others.
 */
export function share(all: number[], least: number[], viewport: number): number[] {
  const shown = all.map((lines, i) => Math.min(lines, least[i] ?? 1));
  let left = viewport - shown.reduce((sum, lines) => sum + lines, 0);
  while (left > 0) {
    let poorest = -1;
    shown.forEach((lines, i) => {
      const grows = lines < (all[i] ?? 0);
      if (grows && (poorest < 0 || lines < (shown[poorest] ?? 0))) poorest = i;
    });
    if (poorest < 0) break;
    shown[poorest] = (shown[poorest] ?? 0) + 1;
    left -= 1;
  }
  return shown;
}

/**
 * The window of a section of `all` units, `across` in a line: what `must` be seen first, and what `may` be of it as far as
 * there is room, the most important first in both.
 */
export function follow(before: Units, must: Units, may: Units, all: number, across: number): Units {
  const most = before.length;
  const wanted = [...new Set([...must, ...may])];
  const seen = new Set(before);
  const enough = wanted.filter((unit) => seen.has(unit)).length >= Math.min(wanted.length, most);
  const shown = wanted.slice(0, most);
  const needed = Math.min(most, new Set(must).size);
  if (enough && shown.slice(0, needed).every((unit) => seen.has(unit))) return before;
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const [first = 0] = before;
  if (high - low < most) return scrolledTo(aligned(low, high, first, most, across), before, all);
  const units = new Set(shown);
  for (const unit of before) if (units.size < most) units.add(unit);
  return [...units].sort((a, b) => a - b);
}

/** Where a window begins that shows `low` to `high`: at a whole line if that can be. */
function aligned(low: number, high: number, first: number, most: number, across: number): number {
  const least = high - most + 1;
  if (low < first) {
    const line = Math.floor(low / across) * across;
    return line >= least ? line : low;
  }
  const line = Math.ceil(least / across) * across;
  return Math.max(least, Math.min(line, low));
}

/** A window scrolled to begin at a unit. */
export function scrolledTo(first: number, before: Units, all: number): Units {
  return unitsFrom(Math.max(0, Math.min(all - before.length, first)), before.length);
}

/** Runs of units, first and last: `[[0, 15], [48, 63]]`. */
export function rangesOf(units: Units): [number, number][] {
  const ranges: [number, number][] = [];
  for (const unit of units) {
    const last = ranges.at(-1);
    if (last && last[1] === unit - 1) last[1] = unit;
    else ranges.push([unit, unit]);
  }
  return ranges;
}

/** The line of places at which the free pool can begin at most. */
export function lastLine({ chips, across }: { chips: unknown[]; across: number }, blocks: number): number {
  return Math.max(0, Math.ceil(blocks / across) - Math.ceil(chips.length / across));
}
