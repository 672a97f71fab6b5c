/** `npm run lesson -- check FILES`. `web/tools/lesson.mjs` runs it. */
import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';

import { checkLesson } from './check';
import { describe } from './fault';
import { nodeEngine } from './node-engine';

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
    let faults = 0;
    for (const file of files) faults += await checkFile(file);
    return faults;
  } finally {
    clearInterval(awake);
  }
}

async function checkFile(file: string): Promise<number> {
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
    const { faults, lesson, evaluated } = await checkLesson(text, engine);
    for (const fault of faults) console.error(describe(fault, name));
    if (lesson && faults.length === 0) {
      console.log(`${name}: ${lesson.steps.length} steps, ${evaluated} values computed`);
    }
    return faults.length;
  } finally {
    engine.close();
  }
}
