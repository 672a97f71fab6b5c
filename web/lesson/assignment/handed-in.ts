/**
 * Grades what a class has handed in, as `ftl-lab grade` does: texts in, texts out. One table of all files, or a report of each for
 * the autograder of a course.
 */
import { describe } from '../language/fault';
import { readAssignment } from './assignment';
import { type Format, reportOf, type Submission } from './autograders';
import { type Engines, gradeAll, type Handed } from './grade';
import { csvOf } from './report';

export interface HandedIn {
  /** The file of the assignment. */
  assignment: Named;
  /** Those of the students. */
  files: readonly Named[];
  format: Format;
  /** The share of a question's points for a right answer that was not the first. */
  later: number;
  /** The submission, where the autograder says what it is. */
  submission: Partial<Submission>;
}

/** A file by its path. */
interface Named {
  path: string;
  /** Of WebAssembly a character for each byte. */
  text: string;
}

/** A file to be written. */
export interface Written {
  name: string;
  text: string;
}

/** `faults`: of the assignment. A student's file that cannot be graded is none: its row says why. */
export async function gradeHandedIn(
  { assignment: home, files, format, later, submission }: HandedIn,
  engines: Engines,
  told?: (done: number) => void,
): Promise<{ faults: string[] } | { written: Written[] }> {
  const read = await readAssignment(home.text);
  if (!read.assignment) return { faults: read.faults.map((fault) => describe(fault, home.path)) };
  // Folders of students may hold files of one name.
  const short = new Set(files.map(({ path }) => nameOf(path))).size === files.length;
  const handed = files.map(({ path, text }): Handed => {
    const name = short ? nameOf(path) : path;
    return text.startsWith(WASM) ? { name, text, bytes: bytesOf(text) } : { name, text };
  });
  const rows = await gradeAll(read.assignment, read.lessons, handed, engines, { told });
  if (format === 'csv') return { written: [{ name: 'grades.csv', text: csvOf(rows, { later }) }] };
  return {
    written: rows.map((row) => ({
      name: reportName(format, row.file),
      text: reportOf(format, row, { later }, submission),
    })),
  };
}

/** WebAssembly begins so. */
const WASM = '\0asm';

function bytesOf(text: string): ArrayBuffer {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

function reportName(format: Format, file: string): string {
  const flat = file.replace(/^[./\\]+/, '').replace(/[/\\]+/g, '-');
  return `${flat.replace(/\.json$/, '')}.${format === 'junit' ? 'xml' : 'json'}`;
}
