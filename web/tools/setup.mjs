// @ts-check
// Brings a machine that has only node, npm and rustup to where the rest can run. Node built-ins only:
// this runs before node_modules exists.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf, isStamped, stamp } from './stamp.mjs';
import { ask, Failure, ROOT, RUST, run, sideBySide, step } from './step.mjs';

const NODE_AT_LEAST = [20, 19];
/** A file npm writes last: when it is missing, node_modules is absent or half made. */
const NPM_DONE = join(ROOT, 'node_modules', '.package-lock.json');

/**
 * @param {{ rust: boolean, withRust?: () => Promise<unknown> }} what `withRust`: steps that need the toolchain and no
 *   package of npm, while those are installed
 */
export async function setUp({ rust, withRust }) {
  await step('Check node, npm, rustup and a linker', () => checkMachine(rust));
  await sideBySide(
    () => step('Install npm packages', installPackages),
    async () => {
      if (rust) await step('Install the Rust toolchain', installToolchain);
      await withRust?.();
    },
  );
}

/** @param {boolean} rust */
async function checkMachine(rust) {
  const missing = [];
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [wantMajor = 0, wantMinor = 0] = NODE_AT_LEAST;
  if (major < wantMajor || (major === wantMajor && minor < wantMinor)) {
    missing.push(
      `node ${process.versions.node} is too old: install ${NODE_AT_LEAST.join('.')} or newer (https://nodejs.org)`,
    );
  }
  const npm = await ask(...npmCommand(['--version']));
  if (npm === undefined) missing.push('npm is missing: it comes with node (https://nodejs.org)');
  let rustup;
  if (rust) {
    rustup = await ask('rustup', ['--version']);
    if (rustup === undefined)
      missing.push('rustup is missing: install it from https://rustup.rs and open a new shell');
    // rustc links build scripts and native tests through the platform's C compiler.
    if (process.platform !== 'win32' && (await ask('cc', ['--version'])) === undefined) {
      missing.push(
        process.platform === 'darwin'
          ? 'a linker (cc) is missing: run `xcode-select --install`'
          : "a linker (cc) is missing: install your system's C compiler, for example `apt-get install build-essential`",
      );
    }
  }
  if (missing.length > 0)
    throw new Failure(missing.join('\n'), 'install what is named above, then run this again');
  const version = rustup?.match(/rustup (\S+)/)?.[1];
  return `node ${process.versions.node}, npm ${npm?.match(/^\d+\.\S+$/m)?.[0]}${version ? `, rustup ${version}` : ''}`;
}

async function installPackages() {
  const hash = hashOf([join(ROOT, 'package.json'), join(ROOT, 'package-lock.json')]);
  if (existsSync(NPM_DONE) && isStamped('npm', hash)) return 'nothing changed';
  const [command, args] = npmCommand(['ci', '--no-audit', '--no-fund', '--no-progress']);
  await run(command, args, {
    quiet: true,
    remedy: 'the npm registry must be reachable; try `npm ci` by hand',
  });
  stamp('npm', hash);
}

async function installToolchain() {
  const wanted = readFileSync(join(RUST, 'rust-toolchain.toml'), 'utf8');
  const channel = wanted.match(/channel\s*=\s*"([^"]+)"/)?.[1] ?? 'stable';
  if (await hasToolchain(channel)) return `Rust ${channel} with the wasm target is there`;
  // The explicit form reads rust-toolchain.toml; without the flag it might replace the person's rustup.
  await run('rustup', ['toolchain', 'install', '--no-self-update'], {
    cwd: RUST,
    quiet: true,
    remedy: 'run `rustup toolchain install --no-self-update` in wasm-sim/',
  });
  if (!(await hasToolchain(channel))) {
    throw new Failure(
      `Rust ${channel} with rustfmt, clippy and wasm32-unknown-unknown is still not what cargo uses in wasm-sim/`,
      "look for RUSTUP_TOOLCHAIN in the environment, a `rustup override`, or a cargo that is not rustup's first in PATH",
    );
  }
  return `Rust ${channel}`;
}

/** @param {string} channel */
async function hasToolchain(channel) {
  const version = await ask('rustc', ['--version'], RUST);
  if (!version?.includes(`rustc ${channel}`)) return false;
  const lib = await ask('rustc', ['--print', 'target-libdir', '--target', 'wasm32-unknown-unknown'], RUST);
  if (!lib || !existsSync(lib.trim())) return false;
  const tools = await Promise.all([
    ask('cargo', ['fmt', '--version'], RUST),
    ask('cargo', ['clippy', '--version'], RUST),
  ]);
  return tools.every((answer) => answer !== undefined);
}

/**
 * How to call npm: with this node when npm started us (also right on Windows, where npm is a shell script).
 *
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
function npmCommand(args) {
  const script = process.env.npm_execpath;
  return script?.endsWith('.js') ? [process.execPath, [script, ...args]] : ['npm', args];
}
