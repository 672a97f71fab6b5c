/** `npm run lesson -- check FILES`. `web/tools/jobs/lesson.mjs` runs it. */
import { readFile } from 'node:fs/promises';
import { basename, dirname, relative, resolve } from 'node:path';
import { circleIn, type Node } from '../play/course';
import { nodeEngine, nodeRounds } from '../play/node-engine';
import { nodePolicies } from '../policy/node-policies';
import { checkLesson } from './check';
import { describe, type Fault } from './fault';
import type { Lesson } from './lesson';

const USAGE = 'npm run lesson -- check FILES';

/** Checks the files and says what is wrong. Resolves with the number of faults. */
export async function main(args: string[]): Promise<number> {
  const [command, ...files] = args;
  if (command !== 'check' || files.length === 0) {
    console.error(USAGE);
    return 1;
  }
  // The engine's pauses do not keep Node running; this does.
  const awake = setInterval(() => undefined, 1000);
  try {
    const read: [string, Lesson][] = [];
    let faults = 0;
    for (const file of files) faults += await checkFile(file, (lesson) => read.push([file, lesson]));
    return faults + checkOrder(read);
  } finally {
    clearInterval(awake);
  }
}

/** The predictions that have no variants and do not say why. Only files are held to it: a lesson in the editor may be unfinished. */
export function unvaried({ steps }: Lesson): Fault[] {
  return steps.flatMap(({ id, predict }) => {
    if (!predict || predict.variants || predict.once) return [];
    const { line, column } = predict;
    const where = `step "${id}", predict`;
    return [
      {
        line,
        column,
        where,
        message: 'it has no variants',
        remedy: 'add "variants:", or why not: once: "…"',
      },
    ];
  });
}

/** Whether lessons that were checked together build on one another in a circle. */
function checkOrder(read: readonly [string, Lesson][]): number {
  const nodes: (Node & { file: string; lesson: Lesson })[] = read.map(([file, lesson]) => {
    const slug = basename(dirname(resolve(file))).replace(/^\d+-/, '');
    return { slug, after: lesson.after.map((earlier) => earlier.lesson), file, lesson };
  });
  const circle = circleIn(nodes);
  const first = nodes.find(({ slug }) => slug === circle?.[0]);
  const place = first?.lesson.after.find((earlier) => earlier.lesson === circle?.[1]);
  if (!circle || !first || !place) return 0;
  const message = `lessons build on one another in a circle: ${circle.join(', ')}`;
  const fault = {
    ...place,
    where: 'front matter, after',
    message,
    remedy: 'take one of them out of "after"',
  };
  console.error(describe(fault, relative(process.cwd(), first.file)));
  return 1;
}

async function checkFile(file: string, passed: (lesson: Lesson) => void): Promise<number> {
  const name = relative(process.cwd(), file);
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    console.error(`${name}: ${error instanceof Error ? error.message : error}`);
    return 1;
  }
  const engine = nodeEngine();
  try {
    const { faults, lesson, evaluated } = await checkLesson(text, engine, nodeRounds, {
      policies: nodePolicies,
    });
    if (lesson) faults.push(...unvaried(lesson));
    for (const fault of faults) console.error(describe(fault, name));
    if (lesson) passed(lesson);
    if (lesson && faults.length === 0) {
      console.log(`${name}: ${lesson.steps.length} steps, ${evaluated} values computed`);
    }
    return faults.length;
  } finally {
    engine.close();
  }
}
