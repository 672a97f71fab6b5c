// @ts-check
// `npm run charts`: the runs of the charts of the validation are TypeScript; Vite's module runner runs them.

import { join } from 'node:path';
import { ROOT } from '../step.mjs';

/**
 * Runs web/views/validation/runs/record.ts, which writes recorded.json.
 *
 * @param {string[]} wanted how the keys of the wanted runs begin; all if there is none
 */
export async function charts(wanted) {
  const { runnerImport } = await import('vite');
  const { module } = await runnerImport(join(ROOT, 'web/views/validation/runs/record.ts'), {
    configFile: false,
    root: join(ROOT, 'web'),
    logLevel: 'warn',
  });
  await /** @type {{ main(wanted: string[]): Promise<void> }} */ (module).main(wanted);
}
