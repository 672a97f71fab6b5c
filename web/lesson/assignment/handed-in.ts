/**
 * Grades what a class has handed in, as `ftl-lab grade` does: texts in, texts out. One table of all files, or a report of each for
 * the autograder of a course.
 */
import { describe } from '../language/fault';
import { readAssignment } from './assignment';
import { type Format, reportOf, type Submission } from './autograders';
import { type Engines, gradeAll, type Handed, type Row } from './grade';
import { csvOf } from './report';

export interface HandedIn {
  /** The file of the assignment. */
  assignment: Named;
  /** Those of the students. */
  files: readonly Named[];
  format: Format;
  /** One report, whatever was handed in: the autograder of a submission waits for it. Not of `csv`. */
  single: boolean;
  /** The share of a question's points for a right answer that was not the first. */
  later: number;
  /** The submission, where the autograder says what it is. Several files are those of a class. */
  submission: Partial<Submission>;
}

/** A file by its path. */
interface Named {
  path: string;
  /** Of WebAssembly a character for each byte. */
  text: string;
  /** Why it could not be read. */
  unread?: string | null;
}

/** A file to be written. */
export interface Written {
  name: string;
  text: string;
}

/** `faults`: of the assignment. A student's file that cannot be graded is none: its row says why. */
export async function gradeHandedIn(
  { assignment: home, files, format, single, later, submission }: HandedIn,
  engines: Engines,
  told?: (done: number) => void,
): Promise<{ faults: string[] } | { written: Written[] }> {
  const read = await readAssignment(home.text);
  if (!read.assignment) return { faults: read.faults.map((fault) => describe(fault, home.path)) };
  const names = shortened(files.map(({ path }) => path));
  const handed = files.map(({ text, unread }, index): Handed => {
    const name = names[index] ?? '';
    if (unread) return { name, text, unread };
    return text.startsWith(WASM) ? { name, text, bytes: bytesOf(text) } : { name, text };
  });
  const rows = await gradeAll(read.assignment, read.lessons, handed, engines, { told });
  if (format === 'csv') return { written: [{ name: 'grades.csv', text: csvOf(rows, { later }) }] };
  const reported = single ? rows.toSorted(byWorth).slice(-1) : rows;
  const of = reported.length === 1 ? submission : {};
  const name = namesFor(format);
  return {
    written: reported.map((row) => ({ name: name(row.file), text: reportOf(format, row, { later }, of) })),
  };
}

/** Of one student's files the best is that which counts, of several the last; of those that are not graded, that which says most. */
function byWorth(a: Row, b: Row): number {
  const worth = (row: Row) =>
    row.is === 'graded' ? (row.counts ? 4 : 3) : ['unread', 'newer', 'foreign'].indexOf(row.is);
  const saved = (row: Row) => (row.is === 'graded' ? row.saved : 0);
  return worth(a) - worth(b) || saved(a) - saved(b);
}

/** WebAssembly begins so. */
const WASM = '\0asm';

function bytesOf(text: string): ArrayBuffer {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}

/** Without their folders. Folders of students may hold files of one name: then without those that all are in. */
function shortened(paths: readonly string[]): string[] {
  const parts = paths.map((path) => path.split(/[/\\]/));
  const names = parts.map((each) => each.at(-1) ?? '');
  if (new Set(names).size === names.length) return names;
  const [first = []] = parts;
  const differs = (at: number) => parts.some((each) => at >= each.length - 1 || each[at] !== first[at]);
  let shared = 0;
  while (!differs(shared)) shared += 1;
  return parts.map((each) => each.slice(shared).join('/'));
}

/** Longest name of a report, in bytes of UTF-8: file systems take 255, and an ending is added. */
const MOST_NAME = 200;

/** Names for the reports of files, in turn: none is the name of another, also where capitals do not count. */
function namesFor(format: Format): (file: string) => string {
  const taken = new Set<string>();
  return (file) => {
    const bare = file.replace(/\.json$/i, '').replace(/^[./\\]+/, '');
    const plain = clipped(bare.replace(/[/\\]+/g, '-')) || 'report';
    const sameAs = (name: string) => name.normalize('NFKC').toLowerCase();
    let [name, count] = [plain, 1];
    while (taken.has(sameAs(name))) {
      count += 1;
      name = `${plain}-${count}`;
    }
    taken.add(sameAs(name));
    return `${name}.${format === 'junit' ? 'xml' : 'json'}`;
  };
}

function clipped(name: string): string {
  let [most, left] = ['', MOST_NAME];
  for (const letter of name) {
    left -= new TextEncoder().encode(letter).length;
    if (left < 0) break;
    most += letter;
  }
  return most;
}
