// @ts-check
// `npm run lesson -- check FILES`: the lesson checker is TypeScript in web/lesson; Vite's module runner runs it.

import { join } from 'node:path';
import { Failure, ROOT } from '../step.mjs';

const CLI = join(ROOT, 'web/lesson/language/cli.ts');

/**
 * Runs web/lesson/language/cli, which exports `main(args: string[]): Promise<number>`: the number of faults found.
 *
 * @param {string[]} args
 */
export async function lesson(args) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(CLI, {
    configFile: false,
    root: join(ROOT, 'web'),
    logLevel: 'warn',
  });
  const faults = await /** @type {{ main(args: string[]): Promise<number> }} */ (module).main(args);
  if (faults > 0)
    throw new Failure(`${faults} faults in lessons`, 'each is named above with its file and line');
}
