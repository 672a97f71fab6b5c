// @ts-check
// A step is one thing the set-up or the tests do. It prints what it does, and how long it took.

import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json. */
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The Cargo workspace; rustup and cargo read rust-toolchain.toml from here. */
export const RUST = fileURLToPath(new URL('../../wasm-sim/', import.meta.url));

/** An error and its remedy for a person. Printed without a stack. */
export class Failure extends Error {
  /** @param {string} message @param {string} [remedy] */
  constructor(message, remedy) {
    super(message);
    this.remedy = remedy;
  }
}

let passed = 0;
/** @type {string[]} */
const failed = [];
let goesOn = false;

/** From here on a failing step no longer ends the process: for seeing every fault at once. */
export function keepGoing() {
  goesOn = true;
}

/**
 * A line of steps that runs beside others: what its commands print is kept back until their step is over. `all`: a step of any
 * of these lines has failed, and none begins another.
 *
 * @typedef {{ title: string, printed: string, all: { ended: boolean } }} Line
 * @type {AsyncLocalStorage<Line>}
 */
const lines = new AsyncLocalStorage();

/**
 * Runs one step. `work` may return a note, which is printed behind the time. The first failing step ends the process,
 * because later steps build on earlier ones, unless `keepGoing` was called.
 *
 * @param {string} title
 * @param {() => unknown} work
 */
export async function step(title, work) {
  const line = lines.getStore();
  if (line?.all.ended) return;
  if (line) line.title = title;
  console.log(line ? `> ${title}, beside other steps` : `> ${title}`);
  /** The lines above the outcome of a step that ran beside others. */
  const above = () => {
    if (!line) return;
    process.stdout.write(`> ${title}\n${line.printed}`);
    line.printed = '';
    line.title = '';
  };
  const began = performance.now();
  const seconds = () => `${((performance.now() - began) / 1000).toFixed(1)} s`;
  try {
    const result = await work();
    passed += 1;
    above();
    console.log(`  ${seconds()}${typeof result === 'string' && result ? `, ${result}` : ''}`);
  } catch (error) {
    const failure = error instanceof Failure ? error : undefined;
    above();
    console.error(`\nFAILED after ${seconds()}: ${title}`);
    console.error(failure ? failure.message : error);
    if (failure?.remedy) console.error(`Remedy: ${failure.remedy}`);
    failed.push(title);
    if (goesOn) return;
    // The steps beside it come to their end first: no command is left behind.
    if (line) line.all.ended = true;
    else finish();
  }
}

/**
 * Runs lines of steps side by side, for what keeps one core busy leaves the others idle.
 *
 * @param {(() => Promise<unknown>)[]} steps
 */
export async function sideBySide(...steps) {
  const all = { ended: false };
  const begun = steps.map(() => /** @type {Line} */ ({ title: '', printed: '', all }));
  /** Broken off from outside: what was kept back says how far it has come. @param {NodeJS.Signals} signal */
  const broken = (signal) => {
    for (const { title, printed } of begun)
      if (title) process.stdout.write(`\n> ${title}, broken off (${signal})\n${printed}`);
    process.exit(signal === 'SIGINT' ? 130 : 143);
  };
  const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);
  for (const signal of signals) process.on(signal, broken);
  await Promise.all(begun.map((line, at) => lines.run(line, steps[at] ?? (async () => {}))));
  for (const signal of signals) process.off(signal, broken);
  if (failed.length > 0 && !goesOn) finish();
}

/** Prints the closing line of a run of steps, and ends the process when one failed. */
export function finish() {
  if (failed.length > 0) console.error(`\nFailed: ${failed.join(', ')}`);
  console.log(`\n${passed} passed, ${failed.length} failed`);
  if (failed.length > 0) process.exit(1);
}

/**
 * Runs a command and waits for it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string>, quiet?: boolean, remedy?: string }} [options]
 *   `quiet` keeps the output back and shows it only when the command fails.
 * @returns {Promise<string>} what a quiet command printed
 */
export function run(command, args, { cwd = ROOT, env = {}, quiet = false, remedy } = {}) {
  const line = lines.getStore();
  const kept = quiet || line !== undefined;
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', kept ? 'pipe' : 'inherit', kept ? 'pipe' : 'inherit'],
    });
    let output = '';
    const hear = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      if (line && !quiet) line.printed += chunk;
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.on('error', (error) =>
      reject(new Failure(`${command} could not be started: ${error.message}`, remedy)),
    );
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(quiet ? output : '');
      const shown = [command, ...args].join(' ');
      reject(
        new Failure(`${quiet ? output : ''}\`${shown}\` ended with ${signal ?? `code ${code}`}`, remedy),
      );
    });
  });
}

/**
 * The standard output and error of a short command, or undefined when it is not there or fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {string} [cwd]
 */
export async function ask(command, args, cwd = ROOT) {
  return run(command, args, { cwd, quiet: true }).catch(() => undefined);
}

/**
 * Runs the command line of an installed npm package with this very node: no shell, no `.cmd` files.
 *
 * @param {string} script path below node_modules
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runPackage(script, args, options) {
  return run(process.execPath, [`${ROOT}node_modules/${script}`, ...args], options);
}
