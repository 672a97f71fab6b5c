/** The errors in a lesson, for its writer: where, why, and what to do. */
export interface Fault {
  /** From 1, in the lesson's file. */
  line: number;
  /** From 1. */
  column: number;
  /** The part of the lesson: `step "Full merge", predict`. */
  where: string;
  message: string;
  remedy: string;
}

/** `lesson.md:12:3: step "Full merge": message. Remedy: …` */
export function describe(fault: Fault, file = 'lesson'): string {
  return `${file}:${fault.line}:${fault.column}: ${fault.where}: ${fault.message}. Remedy: ${fault.remedy}.`;
}

/** In the order in which they are in the file, without repetitions. */
export function sorted(faults: readonly Fault[]): Fault[] {
  const seen = new Set<string>();
  return [...faults]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .filter((fault) => {
      const key = describe(fault);
      if (seen.has(key)) return false;
      seen.add(key);
      return true;
    });
}

/** `did you mean "full"`, or the list of what there is. */
export function suggest(wrong: string, known: readonly string[]): string {
  const near = closest(wrong, known);
  if (near !== null) return `did you mean "${near}"`;
  if (known.length === 0) return 'there is nothing to name here';
  const shown = known.slice(0, 12).join(', ');
  return `write one of ${shown}${known.length > 12 ? ', …' : ''}`;
}

/** The known word nearest to a wrong one, if it is near enough to be meant. */
function closest(wrong: string, known: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(1, Math.floor(wrong.length / 3)) + 1;
  for (const word of known) {
    const far = distance(wrong.toLowerCase(), word.toLowerCase());
    if (far < least) {
      least = far;
      best = word;
    }
  }
  return best;
}

/** Levenshtein's distance, two letters swapped counting once. Words longer than 40 characters are not compared. */
function distance(a: string, b: string): number {
  if (a.length > 40 || b.length > 40) return 99;
  let older: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (older[j - 2] ?? 99) + 1 : 99;
      next.push(Math.min(change, swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    older = row;
    row = next;
  }
  return row[b.length] ?? 99;
}
