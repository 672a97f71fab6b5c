// The stage against the command line: what it shows, page by page, and what `ftl-lab run` says of the same position.

import { cli } from './cli';
import type { LabPage, Report } from './lab-page';

/** `ftl-lab run` up to a position: the report, and every block with its pages in the notation of `initial`. */
export async function commandLine(scenario: string, request: number, event: number) {
  const said = await cli('run', scenario, '--json', '--dump', '--at', `${request}.${event}`);
  const { blocks, ...report } = JSON.parse(said) as Report & { blocks: { pages: string[] }[] };
  return { report, pages: blocks.map(({ pages }) => pages) };
}

/** Every page as the stage's grid tells it to who goes through it by keys, in the same notation. */
export async function stage(lab: LabPage, count: number, pagesPerBlock: number): Promise<string[][]> {
  const cell = lab
    .region('Flash array')
    .getByRole('grid', { name: 'Blocks and pages' })
    .getByRole('gridcell');
  await cell.focus();
  // The keys are pressed in the page: hundreds of them one by one from here take most of a test's time.
  const told = await cell.evaluate(
    async (element, [blocks, pages]) => {
      const grid = element.closest('[role=grid]');
      // Another element at every move.
      const cell = () => grid?.querySelector('[role=gridcell]');
      const press = async (key: string, until: string, ctrlKey = false) => {
        cell()?.dispatchEvent(
          new KeyboardEvent('keydown', { key, ctrlKey, bubbles: true, cancelable: true }),
        );
        // The page follows in the same task, or a little later.
        while (!cell()?.textContent?.includes(until)) await new Promise((later) => setTimeout(later));
      };
      const cells: string[][] = Array.from({ length: blocks }, () => []);
      await press('Home', 'B0: ', true);
      for (let page = 0; page < pages; page += 1) {
        if (page > 0) await press('Home', `Page B0.${page - 1}: `);
        await press('ArrowDown', `Page B0.${page}: `);
        for (let block = 0; block < blocks; block += 1) {
          if (block > 0) await press('ArrowRight', `Page B${block}.${page}: `);
          cells[block]?.push(cell()?.textContent ?? '');
        }
      }
      return cells;
    },
    [count, pagesPerBlock] as const,
  );
  return told.map((block) =>
    block.map((text) => {
      const lpn = /LPN (\d+),/.exec(text)?.[1] ?? '';
      return text.includes(': free') ? '.' : text.includes(': invalid') ? `x${lpn}` : lpn;
    }),
  );
}

export async function seek(lab: LabPage, request: number, event: number) {
  await lab.askFor('A step…');
  const form = lab.page.getByRole('dialog', { name: 'Go to step' });
  await form.getByRole('textbox', { name: 'Request' }).fill(String(request + 1));
  await form.getByRole('textbox', { name: 'Event' }).fill(String(event));
  await form.getByRole('button', { name: 'Go' }).click();
}
