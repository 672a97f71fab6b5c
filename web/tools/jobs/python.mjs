// @ts-check
// The Python package in wasm-sim/python. A developer need not have Python: its tests run where Ray is there already,
// and `npm run test:deep` installs it, in a virtual environment below wasm-sim/target.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, RUST, run, step } from '../step.mjs';

const FOLDER = join(RUST, 'python');
const HOME = join(process.env.CARGO_TARGET_DIR ?? join(RUST, 'target'), 'python');
const WINDOWS = process.platform === 'win32';
const PYTHON = WINDOWS ? join(HOME, 'Scripts', 'python.exe') : join(HOME, 'bin', 'python');
/** The machine's own, which makes the environment. */
const SYSTEM = WINDOWS ? 'python' : 'python3';
/** The environment of its tests. */
const PACKAGES = [
  'maturin>=1.16,<2',
  'pytest>=8,<10',
  'ray>=2.50,<3',
  'pandas>=2,<4',
  'polars>=1,<3',
  'anywidget>=0.9,<1',
  'jupyterlab>=4,<5',
  'notebook>=7,<8',
];

const REMEDY =
  'Install Python 3.9 or later with its venv module (on Debian and Ubuntu the packages python3 and python3-venv).';
/**
 * The list of installed packages, written once all of it is: an installation that broke off leaves a Python without
 * packages.
 */
const STAMP = join(HOME, 'installed');
const INSTALLED = PACKAGES.join('\n');
const isInstalled = () => existsSync(STAMP) && readFileSync(STAMP, 'utf8') === INSTALLED;

/** Where an earlier call has installed Ray, runs the tests; elsewhere says that they are left out. */
export async function testPythonIfThere() {
  // Crates that the engine gained are in the package's lock file, too.
  await run('cargo', ['metadata', '--locked', '--quiet', '--format-version', '1'], {
    cwd: FOLDER,
    quiet: true,
    remedy: 'Run `cargo metadata --format-version 1` in wasm-sim/python and commit its Cargo.lock.',
  });
  if (!isInstalled()) return 'left out: `npm run test:deep` installs its packages';
  return testPython();
}

/**
 * Builds the package and runs its tests.
 *
 * @param {Record<string, string>} [more] of the environment
 */
async function testPython(more = {}) {
  const env = {
    ...more,
    VIRTUAL_ENV: HOME,
    FTL_LAB: join(
      process.env.CARGO_TARGET_DIR ?? join(RUST, 'target'),
      'debug',
      WINDOWS ? 'ftl-lab.exe' : 'ftl-lab',
    ),
    RAY_USAGE_STATS_ENABLED: '0',
  };
  await run(PYTHON, ['-m', 'maturin', 'develop', '--quiet', '--locked'], { cwd: FOLDER, env });
  await run(PYTHON, ['-m', 'pytest', '-q', '-p', 'no:cacheprovider'], { cwd: FOLDER, env });
}

/** That what the package needs can be installed here: asked before anything that takes long. */
export async function checkPython() {
  await step('Check Python', async () => {
    if (isInstalled()) return 'its packages are there';
    const asked = "import ensurepip, sys, venv; print('.'.join(map(str, sys.version_info[:3])))";
    const version = await run(SYSTEM, ['-c', asked], { quiet: true, remedy: REMEDY });
    const [major = 0, minor = 0] = version.split('.').map(Number);
    if (major < 3 || (major === 3 && minor < 9))
      throw new Failure(`this is Python ${version.trim()}, and its package needs 3.9 or later`, REMEDY);
    return `Python ${version.trim()}`;
  });
}

/**
 * Installs what is missing, then runs the tests.
 *
 * @param {Record<string, string>} env
 */
export async function installAndTestPython(env) {
  await step('Install Python packages', async () => {
    if (isInstalled()) return 'nothing changed';
    // Nothing of an installation that broke off may stay behind.
    await run(SYSTEM, ['-m', 'venv', '--clear', HOME], { quiet: true, remedy: REMEDY });
    const pip = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES];
    await run(PYTHON, pip, {
      quiet: true,
      remedy:
        'The packages come from PyPI (https://pypi.org), or from where pip is configured to look: is it reached?',
    });
    writeFileSync(STAMP, INSTALLED);
  });
  const { buildOneFile } = await import('./one-file.mjs');
  const { testNotebook } = await import('./notebook.mjs');
  await step('The page as one file', buildOneFile);
  await step('Python package', () => testPython(env));
  await step('A notebook in JupyterLab', () => testNotebook(PYTHON));
  await step('A wheel, where there is no Rust', testWheel);
}

/** The first lines of someone who has installed it: a run, and the page for `show`. */
const FIRST_LINES = `
import ftl_lab, pathlib, shutil
assert shutil.which("cargo") is None
scenario = {"format": 1, "device": {"blocks": 12, "pages_per_block": 4}, "logical_pages": 16,
  "ftl": {"kind": "bast", "log_blocks": 2}, "workload": {"kind": "uniform", "requests": 40}}
(row,) = ftl_lab.run(scenario)
assert row["host.writes"] == 40
assert pathlib.Path(ftl_lab.__file__).with_name("page.html.gz").stat().st_size > 1e6
`;

/** Builds a wheel for this platform, and runs it in an environment of its own, without a compiler and without a registry. */
async function testWheel() {
  const fresh = join(HOME, '..', 'python-wheel');
  await run(SYSTEM, ['-m', 'venv', '--clear', fresh], { quiet: true, remedy: REMEDY });
  await run(PYTHON, ['-m', 'maturin', 'build', '--quiet', '--release', '--locked', '--out', fresh], {
    cwd: FOLDER,
    env: { VIRTUAL_ENV: HOME },
  });
  const wheel = readdirSync(fresh).find((name) => name.endsWith('.whl')) ?? '';
  const bin = join(fresh, WINDOWS ? 'Scripts' : 'bin');
  const python = join(bin, WINDOWS ? 'python.exe' : 'python');
  const options = { cwd: fresh, env: { PATH: bin }, quiet: true };
  await run(python, ['-m', 'pip', 'install', '--no-index', join(fresh, wheel)], options);
  await run(python, ['-c', FIRST_LINES], options);
  return wheel;
}
