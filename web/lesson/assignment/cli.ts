/**
 * `npm run grade -- ASSIGNMENT FILES`: grades what students handed in. `web/tools/jobs/grade.mjs` runs it.
 *
 * A table of all files, as CSV, is written to the standard output. With `--format` instead a report of each file for the autograder of
 * a course, into `--out FOLDER` under the file's name; of one file also to the standard output.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { describe } from '../language/fault';
import { nodeEngine, nodeRounds } from '../play/node-engine';
import { nodePolicies } from '../policy/node-policies';
import { readAssignment } from './assignment';
import { gradeAll } from './grade';
import { csvOf, FORMATS, type Format, reportOf } from './report';

const USAGE = `npm run grade -- ASSIGNMENT FILES [--format ${FORMATS.join('|')}] [--out FOLDER] [--later 0.5]`;

/** Resolves with the number of faults of what it was given; a student's file that cannot be graded is none. */
export async function main(args: string[]): Promise<number> {
  const fault = (text: string) => {
    console.error(text);
    return 1;
  };
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      format: { type: 'string', default: 'csv' },
      out: { type: 'string' },
      later: { type: 'string', default: '0.5' },
    },
  });
  const [home, ...names] = positionals;
  const format = FORMATS.find((each) => each === values.format);
  const later = Number(values.later);
  if (home === undefined || names.length === 0) return fault(USAGE);
  if (!format) return fault(`"${values.format}" is no format: write one of ${FORMATS.join(', ')}`);
  if (!(later >= 0 && later <= 1)) return fault(`"${values.later}" is no share: write a number from 0 to 1`);
  if (format !== 'csv' && names.length > 1 && values.out === undefined)
    return fault('several reports need a folder: add --out FOLDER');
  const read = await readAssignment(await readFile(home, 'utf8'));
  if (!read.assignment) {
    for (const each of read.faults) console.error(describe(each, home));
    return read.faults.length;
  }
  const shown = new Set(names.map((name) => basename(name)));
  const files = await Promise.all(
    names.map(async (name) => ({
      // Folders of students may hold files of one name.
      name: shown.size === names.length ? basename(name) : name,
      text: await readFile(name, 'utf8').catch((error: Error) => error),
    })),
  );
  const there = files.flatMap(({ name, text }) => (typeof text === 'string' ? [{ name, text }] : []));
  const missing = files.flatMap(({ name, text }) =>
    typeof text === 'string' ? [] : [`${name}: ${text.message}`],
  );
  for (const line of missing) console.error(line);
  if (missing.length > 0) return missing.length;
  // The engine's pauses do not keep Node running; this does.
  const awake = setInterval(() => undefined, 1000);
  const client = nodeEngine();
  try {
    const { assignment, lessons } = read;
    const rows = await gradeAll(assignment, lessons, there, {
      client,
      challenges: nodeRounds,
      policies: nodePolicies,
    });
    const weights = { later };
    if (format === 'csv') await put(csvOf(rows, weights), values.out && join(values.out, 'grades.csv'));
    else
      for (const row of rows)
        await put(
          reportOf(format, row, weights, submissionIn(process.env)),
          values.out && join(values.out, reportName(format, row.file)),
        );
    return 0;
  } finally {
    clearInterval(awake);
    client.close();
  }
}

/** To a file, or to the standard output. */
async function put(text: string, path: string | undefined): Promise<void> {
  if (path === undefined) {
    process.stdout.write(text);
    return;
  }
  await mkdir(join(path, '..'), { recursive: true });
  await writeFile(path, text);
}

function reportName(format: Format, file: string): string {
  const flat = file.replace(/^[./\\]+/, '').replace(/[/\\]+/g, '-');
  return `${flat.replace(/\.json$/, '')}.${format === 'junit' ? 'xml' : 'json'}`;
}

/** The submission that Classroom 50 tells its graders of. */
function submissionIn(env: NodeJS.ProcessEnv) {
  const names = [
    'classroom',
    'assignment',
    'username',
    'submission_tag',
    'commit_url',
    'release_url',
    'review_url',
  ];
  return Object.fromEntries(
    names.flatMap((name) => (env[name.toUpperCase()] ? [[name, env[name.toUpperCase()]]] : [])),
  );
}
