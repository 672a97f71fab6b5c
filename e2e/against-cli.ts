// The stage against the command line: what it shows, page by page, and what `ftl-lab run` says of the same position.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type LabPage, type Report } from './lab-page';

/** `ftl-lab run` up to a position: the report, and every block with its pages in the notation of `initial`. */
export async function commandLine(scenario: string, request: number, event: number) {
  const { LAB_CLI } = process.env;
  if (!LAB_CLI) throw new Error('run the end-to-end tests with `npm run e2e`: it builds ftl-lab');
  const args = ['run', scenario, '--json', '--dump', '--at', `${request}.${event}`];
  const { stdout } = await promisify(execFile)(LAB_CLI, args);
  const { blocks, ...report } = JSON.parse(stdout) as Report & { blocks: { pages: string[] }[] };
  return { report, pages: blocks.map(({ pages }) => pages) };
}

/** Every page as the stage's grid tells it, in the same notation. */
export async function stage(lab: LabPage, count: number, pagesPerBlock: number): Promise<string[][]> {
  const cell = lab.region('Flash array').getByRole('gridcell');
  const blocks = Array.from({ length: count }, (): string[] => []);
  await cell.focus();
  await cell.press('Control+Home');
  for (let page = 0; page < pagesPerBlock; page += 1) {
    await cell.press('Home');
    await cell.press('ArrowDown');
    for (const [block, pages] of blocks.entries()) {
      if (block > 0) await cell.press('ArrowRight');
      await expect(cell).toContainText(`Page B${block}·${page}: `);
      const text = (await cell.textContent()) ?? '';
      const lpn = /LPN (\d+),/.exec(text)?.[1] ?? '';
      pages.push(text.includes(': free') ? '.' : text.includes(': invalid') ? `x${lpn}` : lpn);
    }
  }
  return blocks;
}

/** One step, and wait until it is made. */
export async function go(lab: LabPage, way: 'Step' | 'Step back') {
  const before = (await lab.position.textContent()) ?? '';
  await lab.button(way).click();
  await expect(lab.position).not.toHaveText(before);
}

export async function seek(lab: LabPage, request: number, event: number) {
  await lab.runTo('A step…');
  const form = lab.page.getByRole('dialog', { name: 'Go to step' });
  await form.getByRole('textbox', { name: 'Request' }).fill(String(request + 1));
  await form.getByRole('textbox', { name: 'Event' }).fill(String(event));
  await form.getByRole('button', { name: 'Go' }).click();
}
