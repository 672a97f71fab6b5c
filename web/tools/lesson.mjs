// @ts-check
// `npm run lesson -- check FILES`: the lesson checker is TypeScript in web/lesson; Vite's module runner runs it.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ROOT } from './step.mjs';

const CLI = ['web/lesson/cli.ts', 'web/lesson/cli/index.ts'].map((path) => join(ROOT, path));

/**
 * Runs web/lesson/cli, which exports `main(args: string[]): Promise<number>`: the number of faults found.
 *
 * @param {string[]} args
 */
export async function lesson(args) {
  const cli = CLI.find((path) => existsSync(path));
  if (!cli) throw new Failure('there is no lesson checker yet');
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(cli, {
    configFile: false,
    root: join(ROOT, 'web'),
    logLevel: 'warn',
  });
  const faults = await /** @type {{ main(args: string[]): Promise<number> }} */ (module).main(args);
  if (faults > 0)
    throw new Failure(`${faults} faults in lessons`, 'each is named above with its file and line');
}
