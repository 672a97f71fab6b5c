// The native engine, as `npm run e2e` builds it.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** The output of `ftl-lab` with these arguments. */
export async function cli(...args: string[]): Promise<string> {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const { stdout } = await promisify(execFile)(LAB_CLI, args, { maxBuffer: 1 << 28 });
  return stdout;
}
