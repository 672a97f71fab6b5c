// Several channels behind a scheduler (SPEC 7) on the stage: step by step, back and by seek as any scenario, and what the page says is
// what the command line says of the same position.

import { writeFile } from 'node:fs/promises';
import { commandLine, seek, stage } from './against-cli';
import { expect, test } from './lab-page';

const BLOCKS = 16;
const PAGES = 4;
const SCENARIO = {
  format: 1,
  name: 'Two channels',
  device: { blocks: BLOCKS, pages_per_block: PAGES, timing: 'hu' },
  logical_pages: 40,
  ftl: { kind: 'page', gc_threshold: 3 },
  host: { channels: 2, queue_depth: 4, scheduler: 'deadline', outstanding: 6 },
  seed: 7,
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'uniform', requests: 60, read_fraction: 0.3 },
};

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('two channels behind a scheduler: forward, back and by seek as the command line says', async ({
  lab,
}, info) => {
  const file = info.outputPath('scenario.json');
  const text = JSON.stringify(SCENARIO);
  await writeFile(file, text);
  await lab.open();
  await lab.apply(text);
  await lab.standsAt('before the first of 60 requests');
  await lab.page.getByLabel('A step is').selectOption('Flash operation');
  await lab.runTo('Next cleaning');
  await lab.move('Step');
  const where = (await lab.position.textContent()) ?? '';
  const [, request, event] = /request (\d+) .*event (\d+)/.exec(where) ?? [];
  const at = [Number(request) - 1, Number(event)] as const;
  const expected = await commandLine(file, ...at);
  expect(await stage(lab, BLOCKS, PAGES)).toEqual(expected.pages);
  expect(await lab.report()).toEqual(expected.report);
  const before = await lab.seen();

  await lab.move('Step back');
  await lab.move('Step back');
  await lab.move('Step');
  await lab.move('Step');
  await lab.standsAt(where);
  const again = await lab.seen();
  expect([again.tables, again.figures]).toEqual([before.tables, before.figures]);

  await lab.runToEnd();
  const { report } = await commandLine(file, 60, 0);
  expect(await lab.report()).toEqual(report);
  expect(report.parallel).toMatchObject({ requests: 60 });
  await seek(lab, ...at);
  await lab.standsAt(where);
  expect(await lab.report()).toEqual(expected.report);
});
