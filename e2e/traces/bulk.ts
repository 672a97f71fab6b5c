// Comparisons in bulk: what the page saves, and `ftl-lab sweep` for the same scenarios.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { Locator } from '@playwright/test';
import { FTLS, type LabPage, type Report } from '../lab-page';

export interface Run {
  name: string;
  scenario: Record<string, unknown>;
  report: Report;
}

export interface Plan {
  format: 1;
  scenario: Record<string, unknown>;
  list: Record<string, unknown>[];
}

/** A trace is dropped and all FTLs are compared on it, in one click; clicks are counted from there on. */
export async function comparedOn(lab: LabPage, name: string, trace: Buffer) {
  const { page } = lab;
  let clicks = 0;
  const click = async (what: Locator) => {
    clicks += 1;
    await what.click();
  };
  await lab.open();
  await lab.drop(name, trace);
  await click(page.getByRole('button', { name: 'Compare all FTLs' }));
  const main = page.getByRole('main');
  await main
    .getByRole('status')
    .filter({ hasText: `${FTLS.length} runs in` })
    .waitFor();
  return { main, click, clicks: () => clicks };
}

/** The results, once all runs are done. */
export async function saved(
  { page }: LabPage,
  runs: number,
): Promise<{ traces: { name: string }[]; runs: Run[] }> {
  const main = page.getByRole('main');
  // The page that is left may still say what it looks at.
  const done = main.getByRole('status').filter({ hasText: `${runs} runs in` });
  await done.waitFor({ timeout: 240_000 });
  const saving = page.waitForEvent('download');
  await main.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Result file (JSON)' }).click();
  return JSON.parse(await readFile(await (await saving).path(), 'utf8'));
}

/** The plan of these runs: the first one's scenario, and what the others have instead. */
export function planOf(runs: Run[]): Plan {
  const [first] = runs;
  if (!first) throw new Error('nothing was run');
  const list = runs.map(
    ({ scenario: { name, device, ftl, buffer = null, ram_bytes = null, host = null } }) => {
      const all = { name, device, ftl, buffer, ram_bytes, host };
      // The first one may have a field that a scenario lacks: `null` takes it out.
      const others = Object.entries(all).filter(
        ([field, value]) => JSON.stringify(value) !== JSON.stringify(first.scenario[field] ?? null),
      );
      return Object.fromEntries(others);
    },
  );
  return { format: 1, scenario: first.scenario, list };
}

/** The reports of `ftl-lab sweep`, in the order of the plan. */
export async function sweep(plan: Plan, cwd: string): Promise<Report[]> {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const running = promisify(execFile)(LAB_CLI, ['sweep', '-', '--json'], { cwd, maxBuffer: 1 << 28 });
  running.child.stdin?.end(JSON.stringify(plan));
  const lines = (await running).stdout.trim().split('\n');
  const reports = lines.map((line) => JSON.parse(line) as { run: number; report: Report });
  return reports.sort((a, b) => a.run - b.run).map(({ report }) => report);
}
