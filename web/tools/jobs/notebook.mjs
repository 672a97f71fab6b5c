// @ts-check
// The widget of the Python package as a person uses it: a notebook in JupyterLab and in Notebook 7, in a browser that reaches this
// machine alone.

import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from '../browser.mjs';
import { freePort } from '../serve.mjs';
import { Failure } from '../step.mjs';

/** The cells. Each prints something that ends with its number, by which it is found. */
const CELLS = [
  `import json, ftl_lab
lab = ftl_lab.show("bast.json", (12, 3), height=660)
lab`,
  'print("at", lab.position, "of", lab.requests, lab.event["t"], "refused:", lab.error or None)',
  'lab.position = (20, 0); lab.height = 700',
  'other = json.loads(lab.scenario); other["ftl"]["log_blocks"] = 99; lab.scenario = json.dumps(other)',
  'print("refused:", lab.error)',
  `traced = json.load(open("bast.json"))
traced["workload"] = {"kind": "trace", "path": "t.csv", "reading": {"sector_bytes": 256, "rows": {"column": 2, "words": ["D"]}}}
ftl_lab.show(traced, (5, 0))`,
];
/** Each request has two rows. */
const TRACE = [
  'time_us,event,opcode,lba,sectors',
  ...Array.from(
    { length: 30 },
    (_, at) => `${Math.floor(at / 2)},${at % 2 ? 'D' : 'Q'},2a,${(at % 7) * 16},16`,
  ),
].join('\n');
const SCENARIO = {
  format: 1,
  name: 'In a notebook',
  device: { blocks: 12, pages_per_block: 4 },
  logical_pages: 16,
  ftl: { kind: 'bast', log_blocks: 2 },
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 40 },
};

/** The addresses of JupyterLab and of Notebook 7. A kernel belongs to a file. */
const WAYS = ['lab/tree', 'notebooks'];
const nameOf = (/** @type {string} */ way) => `${way.replace('/', '-')}.ipynb`;

/** @param {string} python of an environment with the package and JupyterLab */
export async function testNotebook(python) {
  const { chromium, expect } = await import('@playwright/test');
  const home = mkdtempSync(join(tmpdir(), 'ftl-lab-notebook-'));
  const notes = join(home, 'notes');
  mkdirSync(notes);
  writeFileSync(join(notes, 'bast.json'), JSON.stringify(SCENARIO));
  writeFileSync(join(notes, 't.csv'), TRACE);
  for (const way of WAYS) writeFileSync(join(notes, nameOf(way)), JSON.stringify(notebook(CELLS)));
  const port = await freePort();
  const jupyter = startJupyter(python, home, notes, port);
  const found = await findBrowser();
  const browser = await chromium.launch({
    executablePath: found.path,
    env: { ...process.env, ...found.env },
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const address = `http://127.0.0.1:${port}/`;
    await jupyter.answers(`${address}api`);
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
    /** @type {string[]} */
    const outside = [];
    await context.route(
      (url) => /^(http|ws)/.test(url.protocol) && url.hostname !== '127.0.0.1',
      (route) => {
        outside.push(route.request().url());
        return route.abort();
      },
    );
    for (const [at, way] of WAYS.entries()) {
      const page = await context.newPage();
      await page.goto(`${address}${way}/${nameOf(way)}?token=${jupyter.token}`);
      // A cell that is run before opens a dialog.
      await jupyter.answers(
        `${address}api/kernels?token=${jupyter.token}`,
        (kernels) => kernels[at]?.connections > 0,
      );
      await operate(page, expect);
      await page.close();
    }
    expect(outside, 'requests to elsewhere').toEqual([]);
    return found.from;
  } catch (error) {
    throw new Failure(`${error instanceof Error ? error.message : error}\n${jupyter.said()}`);
  } finally {
    await browser.close();
    await jupyter.stop();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Runs the cells, and uses the page in their output.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Expect} expect
 */
async function operate(page, expect) {
  const wait = { timeout: 60_000 };
  const soon = { timeout: 2000 };
  const cells = page.locator('.jp-CodeCell');
  await expect(cells).toHaveCount(CELLS.length, wait);
  const run = (/** @type {number} */ at) =>
    // A kernel that still starts does not answer.
    expect(async () => {
      await cells.nth(at).locator('.jp-InputArea-editor').click();
      await page.keyboard.press('Control+Enter');
      await expect(cells.nth(at).locator('.jp-InputPrompt')).toHaveText(/\d/, soon);
    }).toPass(wait);
  const printed = (/** @type {number} */ at, /** @type {RegExp} */ text) =>
    // The page's word is on its way to the kernel.
    expect(async () => {
      await run(at);
      await expect(cells.nth(at).locator('.jp-OutputArea')).toHaveText(text, soon);
    }).toPass(wait);

  await run(0);
  const frame = cells.nth(0).locator('iframe[title="FTL Lab"]');
  const lab = frame.contentFrame();
  const position = lab.getByTestId('position');
  await expect(position).toContainText(/request 13 of 40.*step 3/, wait);
  await expect(lab.locator('canvas').first()).toBeVisible();
  await expect(frame).toHaveCSS('height', '660px');
  await printed(1, /at \(12, 3\) of \d+ \w+ refused: None/);

  // A step in the page is known in the kernel.
  await lab.getByRole('button', { name: 'Next request' }).click();
  await expect(position).toContainText(/13 of 40/);
  await printed(1, /at \(13, 0\)/);

  // And the other way.
  await run(2);
  await expect(position).toContainText(/20 of 40/, wait);
  await expect(frame).toHaveCSS('height', '700px');
  await run(3);
  await printed(4, /refused: .*too little spare space/);

  // The kernel has the trace; the page reads it as the scenario says.
  await run(5);
  const traced = cells.nth(5).locator('iframe').contentFrame().getByTestId('position');
  await expect(traced).toContainText(/5 of 15/, wait);
}

/** @param {string[]} cells */
function notebook(cells) {
  const kernelspec = { name: 'python3', display_name: 'Python 3', language: 'python' };
  return {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: { kernelspec },
    cells: cells.map((source, at) => ({
      id: `cell-${at}`,
      cell_type: 'code',
      source,
      metadata: {},
      outputs: [],
      execution_count: null,
    })),
  };
}

/** Nothing of the machine's own Jupyter takes part. @param {string} python @param {string} home @param {string} notes @param {number} port */
function startJupyter(python, home, notes, port) {
  const folder = (/** @type {string} */ name) => join(home, name);
  const token = randomUUID();
  const args = ['--no-browser', '--allow-root', '--ServerApp.ip=127.0.0.1', `--ServerApp.port=${port}`];
  const open = [
    '--ServerApp.port_retries=0',
    `--IdentityProvider.token=${token}`,
    `--ServerApp.root_dir=${notes}`,
  ];
  const child = spawn(python, ['-m', 'jupyterlab', ...args, ...open], {
    cwd: home,
    env: {
      ...process.env,
      JUPYTER_CONFIG_DIR: folder('config'),
      JUPYTER_DATA_DIR: folder('data'),
      JUPYTER_RUNTIME_DIR: folder('runtime'),
      IPYTHONDIR: folder('ipython'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const ended = new Promise((done) => child.once('close', done));
  return {
    token,
    said: () => output.split('\n').slice(-30).join('\n'),
    /**
     * Waits for an answer.
     *
     * @param {string} url
     * @param {(json: any) => boolean} is that one
     */
    async answers(url, is = () => true) {
      for (const until = Date.now() + 60_000; Date.now() < until; ) {
        if (child.exitCode !== null) break;
        const answer = await fetch(url).catch(() => null);
        if (answer?.ok && is(await answer.json())) return;
        await new Promise((later) => setTimeout(later, 200));
      }
      throw new Error(`${url} does not answer`);
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
