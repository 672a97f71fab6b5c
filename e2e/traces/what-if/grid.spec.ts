// Channels by queue depth as a grid: in at most three clicks from an open trace, closed where the open loop overloads, with the figures of
// `ftl-lab sweep` for the plan that the page saves.

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { cli } from '../../cli';
import { expect, test } from '../../lab-page';
import { comparedOn } from '../bulk';

/** 3,000 writes to 900 pages, faster than a channel takes them. */
const LINES = Array.from({ length: 3000 }, (_, i) => `${i * 1e5} 0 ${((i * i * 7) % 900) * 8} 8 0`);
const TRACE = Buffer.from(`${LINES.join('\n')}\n`);
const FIGURES = [
  'parallel.span_us',
  'response_us.mean',
  'response_us.p99',
  'parallel.bandwidth_mb_s',
  'write_amplification',
] as const;

test('a trace is open, and three clicks later there is a grid of channels by queue depth, as ftl-lab has it', async ({
  lab,
}, testInfo) => {
  const { page } = lab;
  const { main, click, clicks } = await comparedOn(lab, 'grid.mqsim', TRACE);
  const panel = main.getByRole('region', { name: 'How many channels, and how deep a queue?' });
  await click(panel.getByRole('button', { name: 'Run all 20' }));
  await expect(panel.getByRole('table').getByRole('row')).toHaveCount(6);
  const overloaded = panel.getByRole('note');
  await expect(overloaded).toContainText('of 20 runs');
  expect(clicks()).toBe(2);

  const save = async (name: string) => {
    const saving = page.waitForEvent('download');
    await panel.getByRole('button', { name }).click();
    return readFile(await (await saving).path(), 'utf8');
  };
  await writeFile(join(dirname(testInfo.outputPath('x')), 'grid.mqsim'), TRACE);
  /** The plan under `ftl-lab sweep`, by channels and depth. */
  const equal = async (name: string) => {
    const cells = csvParse(await save('Save as CSV'));
    const plan = testInfo.outputPath(name);
    await writeFile(plan, await save('Save as plan'));
    const native = csvParse(await cli('sweep', plan, '--csv'));
    expect([cells.length, native.length]).toEqual([20, 20]);
    for (const cell of cells) {
      const same = native.find((run) =>
        ['host.channels', 'host.queue_depth'].every((path) => run[path] === cell[path]),
      );
      for (const figure of FIGURES) expect(Number(cell[figure])).toBe(Number(same?.[figure]));
    }
    return cells;
  };
  const open = await equal('open.plan.json');
  await click(overloaded.getByRole('button', { name: 'Run as a closed loop' }));
  expect(clicks()).toBe(3);
  await expect(panel).toContainText('As many requests are out as the device takes at a time');
  const closed = await equal('closed.plan.json');
  expect(closed).not.toEqual(open);

  // A figure at a time, and the best of it in words.
  await panel.getByRole('combobox', { name: 'Figure in the grid' }).selectOption('Bandwidth');
  const best = closed.toSorted(
    (a, b) => Number(b['parallel.bandwidth_mb_s']) - Number(a['parallel.bandwidth_mb_s']),
  )[0];
  const said = `${Number(best?.['parallel.bandwidth_mb_s']).toFixed(1)} MB/s`;
  await expect(panel).toContainText(`Bandwidth: the best is ${said}, on ${best?.['host.channels']} channel`);
  const row = panel.getByRole('row', { name: `${best?.['host.channels']} channels` });
  await expect(row).toContainText(said);
});
