/**
 * Policies under Node: `ftl-lab policy run`, for the check of lessons and for `npm run grade`.
 *
 * Not the page's runtime.js on an engine in this process: the code may be a student's, and Node cannot shut it in. In `ftl-lab`
 * QuickJS gives it no file and no network and ends its loops. It makes the page's choices (crates/policy/tests), at 70,000 requests a
 * second even in the build of the tests.
 */
import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EngineFailure } from '../../protocol/engine/engine-client';
import type { Intervention } from '../../protocol/generated/Intervention';
import type { RunPolicy } from '../../protocol/policy/run-policy';

const RUST = join(import.meta.dirname, '../../../wasm-sim');
const NAME = process.platform === 'win32' ? 'ftl-lab.exe' : 'ftl-lab';

/** The choices of a run of a million requests. */
const MOST_OUTPUT = 256 << 20;

let program: string | null = null;

/** `ftl-lab`, built where it is not there: of the environment's `LAB_CLI`, otherwise that of the tests. */
function programOf(): string {
  if (program) return program;
  const { LAB_CLI, CARGO_TARGET_DIR = join(RUST, 'target') } = process.env;
  program = LAB_CLI ?? join(CARGO_TARGET_DIR, 'debug', NAME);
  if (!existsSync(program))
    execFileSync('cargo', ['native-test', '--no-run', '--test', 'command_line'], {
      cwd: RUST,
      stdio: 'inherit',
    });
  return program;
}

/** The part of its output with `--json` that is taken: of a policy only its choices. */
interface Scored {
  requests: number;
  asked: [string, number][];
  choices: Intervention[];
  state_bytes: number;
  state_hash: string;
}

export const nodePolicies: RunPolicy = async ({ source, scenario, signal }) => {
  const folder = await mkdtemp(join(tmpdir(), 'ftl-lab-policy-'));
  const names = [join(folder, 'policy.js'), join(folder, 'scenario.json')] as const;
  try {
    await writeFile(names[0], typeof source === 'string' ? source : new Uint8Array(source));
    await writeFile(names[1], scenario);
    const args = ['policy', 'run', ...names, '--json'];
    const { stdout } = await promisify(execFile)(programOf(), args, { maxBuffer: MOST_OUTPUT, signal });
    const { requests, choices, state_bytes, state_hash } = JSON.parse(stdout) as Scored;
    return {
      ...{ requests, total: requests, asked: [0, 0, 0, 0, 0, 0, 0], choices, decisions: [] },
      ...{ log: [], unlogged: 0, state_bytes, state_hash },
    };
  } catch (error) {
    signal?.throwIfAborted();
    const { stderr } = error as { stderr?: string };
    if (!stderr) throw error;
    throw failureIn(stderr);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** `error: FILE:LINE:COLUMN: message`, and on the next line the remedy. */
function failureIn(said: string): EngineFailure {
  const [first = '', ...rest] = said.trim().split('\n');
  const [, line, column, message] = /^error: .*?\.js(?::(\d+))?(?::(\d+))?: (.*)$/.exec(first) ?? [];
  return new EngineFailure({
    kind: message === undefined ? 'engine' : 'policy',
    message: message ?? first,
    remedy: rest.join(' ').trim(),
    field: null,
    line: line === undefined ? null : Number(line),
    column: column === undefined ? null : Number(column),
  });
}
