// @ts-check
// `npm run grade -- ASSIGNMENT FILES`: the grader is TypeScript in web/lesson. Vite runs it, and loads the lessons it asks for.

import { join } from 'node:path';
import { Failure, ROOT } from '../step.mjs';

const CLI = join(ROOT, 'web/lesson/assignment/cli.ts');

/** @param {string[]} args */
export async function grade(args) {
  const { createServer } = await import('vite');
  const server = await createServer({
    configFile: false,
    root: join(ROOT, 'web'),
    logLevel: 'warn',
    appType: 'custom',
    server: { middlewareMode: true, hmr: false, watch: null },
    optimizeDeps: { noDiscovery: true, include: [] },
  });
  try {
    const module = await server.ssrLoadModule(CLI);
    const faults = await /** @type {{ main(args: string[]): Promise<number> }} */ (module).main(args);
    if (faults > 0) throw new Failure('nothing was graded', 'the reason is named above');
  } finally {
    await server.close();
  }
}
