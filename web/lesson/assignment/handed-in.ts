/**
 * Grades what a class has handed in, as `ftl-lab grade` does: texts in, texts out. One table of all files, or a report of each for
 * the autograder of a course.
 */
import { describe } from '../language/fault';
import type { Lesson } from '../language/lesson';
import { type Assignment, readAssignment } from './assignment';
import { type Format, reportOf, type Submission } from './autograders';
import { ALONE, type Compared } from './compare';
import { compareAll, type Engines, type Handed, Judge, type Looked, type Row } from './grade';
import { type Columns, columnsOf, csvHead, csvLine } from './report';

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
export interface Named {
  path: string;
  /** Of WebAssembly a character for each byte. */
  text: string;
  /** Why it could not be read. */
  unread?: string | null;
  /** Why it could not be graded. */
  lost?: string | null;
}

/** A file to be written. */
export interface Written {
  name: string;
  text: string;
}

/** The part of the output that is known before any answer is judged. */
export interface Plan {
  /** The table's first line; of reports empty. */
  head: string;
  columns: Columns;
  files: readonly { compared: Compared /** Of its report. */; report: string }[];
}

/** A file's part of the output. */
export interface Graded {
  /** A line of the table, or the report. */
  text: string;
  /** Where only one report is written: it is that of the file with the greatest. */
  worth: [number, number];
}

/** Files that a system leaves beside those of a person: of macOS, of Windows. No student has handed them in. */
export function isLitter(name: string): boolean {
  return /^(\._.*|\.DS_Store|__MACOSX|Thumbs\.db|ehthumbs\.db|desktop\.ini)$/i.test(name);
}

/** An assignment that is open to be graded, file by file: what one of them does to the grader, the others do not notice. */
export class Grading {
  private readonly judge: Judge;

  private constructor(
    private readonly asked: Omit<HandedIn, 'files'>,
    assignment: Assignment,
    lessons: ReadonlyMap<string, Lesson>,
    engines: Engines,
  ) {
    this.judge = new Judge(assignment, lessons, engines);
  }

  /** `faults`: of the assignment. */
  static async open(
    asked: Omit<HandedIn, 'files'>,
    engines: Engines,
  ): Promise<Grading | { faults: string[] }> {
    const { assignment: home } = asked;
    const read = await readAssignment(home.text);
    if (!read.assignment) return { faults: read.faults.map((fault) => describe(fault, home.path)) };
    return new Grading(asked, read.assignment, read.lessons, engines);
  }

  /** Nothing is judged. `file`: its path is its name among the others. */
  look(file: Named): Looked {
    return this.judge.look(handedOf(file));
  }

  plan(looked: readonly Looked[]): Plan {
    const { format } = this.asked;
    const columns = columnsOf(looked.map(({ row }) => row));
    const compared = compareAll(looked);
    const name = namesFor(format);
    return {
      ...{ head: format === 'csv' ? csvHead(columns) : '', columns },
      files: looked.map(({ row }, n) => ({ compared: compared[n] ?? ALONE, report: name(row.file) })),
    };
  }

  /** Does the work that is the same for every file, so that the first takes no longer. */
  async warm(): Promise<void> {
    await this.judge.warm();
  }

  /** `alone`: no other is handed in. */
  async grade(file: Named, compared: Compared, columns: Columns, alone: boolean): Promise<Graded> {
    const { format, later, single, submission } = this.asked;
    const row = await this.judge.row(handedOf(file), compared);
    const text =
      format === 'csv'
        ? csvLine(row, columns, { later })
        : reportOf(format, row, { later }, alone || single ? submission : {});
    return { text, worth: worthOf(row) };
  }

  close(): void {
    this.judge.close();
  }
}

function handedOf({ path, text, unread, lost }: Named): Handed {
  const handed = { name: path, text, ...(unread && { unread }), ...(lost && { lost }) };
  return text.startsWith(WASM) ? { ...handed, bytes: bytesOf(text) } : handed;
}

/** All in one, as the command line does it. A student's file that cannot be graded is no fault: its row says why. */
export async function gradeHandedIn(
  { files: given, ...asked }: HandedIn,
  engines: Engines,
): Promise<{ faults: string[] } | { written: Written[] }> {
  const grading = await Grading.open(asked, engines);
  if ('faults' in grading) return grading;
  const names = shortened(given.map(({ path }) => path));
  const files = given.map((file, n): Named => ({ ...file, path: names[n] ?? '' }));
  const { head, columns, files: planned } = grading.plan(files.map((file) => grading.look(file)));
  const alone = files.length === 1;
  const graded: (Graded & { report: string })[] = [];
  for (const [n, file] of files.entries()) {
    const { compared = ALONE, report = '' } = planned[n] ?? {};
    graded.push({ ...(await grading.grade(file, compared, columns, alone)), report });
  }
  grading.close();
  if (asked.format === 'csv')
    return { written: [{ name: 'grades.csv', text: head + graded.map(({ text }) => text).join('') }] };
  const reported = asked.single ? graded.toSorted(byWorth).slice(-1) : graded;
  return { written: reported.map(({ report, text }) => ({ name: report, text })) };
}

function byWorth({ worth: [a, first] }: Graded, { worth: [b, second] }: Graded): number {
  return a - b || first - second;
}

/** Of one student's files the best is that which counts, of several the last; of those that are not graded, that which says most. */
function worthOf(row: Row): [number, number] {
  if (row.is === 'graded') return [row.counts ? 4 : 3, row.saved];
  return [['unread', 'newer', 'foreign'].indexOf(row.is), 0];
}

/** WebAssembly begins so. */
const WASM = '\0asm';

function bytesOf(text: string): ArrayBuffer {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}

/** Without their folders. Folders of students may hold files of one name: then without those that all are in. */
export function shortened(paths: readonly string[]): string[] {
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
