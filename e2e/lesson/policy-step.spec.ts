// A step with code to write: nothing runs before a click; the stage shows the decisions; hidden scenarios judge what is handed in.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type LabPage, test } from '../lab-page';

const LESSON = join(import.meta.dirname, '../../web/lesson/testdata/policy.md');
const GREEDY = `export function victim(blocks) {
  return blocks.reduce((best, block) => (block.valid < best.valid ? block : best)).id;
}
`;

const lesson = (lab: LabPage) => lab.region('Lesson');
const button = (lab: LabPage, name: string | RegExp) => lesson(lab).getByRole('button', { name });
const row = (lab: LabPage, name: string) => lesson(lab).getByRole('row', { name });

async function open(lab: LabPage, text: string) {
  await lab.page.goto('#/learn');
  await lesson(lab)
    .getByLabel('Open a lesson from disk')
    .setInputFiles({ name: 'mine.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });
  await expect(lesson(lab).getByRole('heading', { name: 'Fewest valid pages' })).toBeVisible();
  await expect(button(lab, 'Hand in')).toBeEnabled();
}

async function write(lab: LabPage, code: string) {
  await lesson(lab).getByRole('textbox', { name: 'The code of your policy' }).click();
  await lab.page.keyboard.press('ControlOrMeta+a');
  await lab.page.keyboard.insertText(code);
}

test('code of a lesson runs by a click, is shown on the stage, and is judged on hidden scenarios', async ({
  lab,
}) => {
  let frames = 0;
  lab.page.on('frameattached', () => {
    frames += 1;
  });
  await open(lab, await readFile(LESSON, 'utf8'));
  expect(frames).toBe(0);

  // The code that is there at first is FIFO, as the FTL.
  await button(lab, 'Hand in').click();
  await expect(lesson(lab).getByText('It decides as the FTL does.')).toBeVisible();
  expect(frames).toBe(4);
  await expect(row(lab, 'Hidden 3')).toContainText('falls short');

  await write(lab, GREEDY);
  await button(lab, /^Run/).click();
  await expect(row(lab, 'Visible')).toContainText('passes');
  await expect(row(lab, 'Hidden 1')).toBeHidden();
  const chose = lesson(lab).getByText(/^Your code chose B\d+, the FTL would choose B\d+\.$/);
  const first = await chose.textContent();
  await button(lab, 'Next difference').click();
  await expect(chose).not.toHaveText(first ?? '');
  await button(lab, 'Previous').click();
  await expect(chose).toHaveText(first ?? '');

  await button(lab, 'Hand in').click();
  await expect(lesson(lab).getByText('Right.')).toBeVisible();
  for (const run of ['Visible', 'Hidden 1', 'Hidden 2', 'Hidden 3'])
    await expect(row(lab, run)).toContainText('passes');
  await expect(lesson(lab).getByText(/^Greedy writes [\d.]+ pages for one, FIFO [\d.]+\.$/)).toBeVisible();
});

test('a fault is named with its line, and a loop with its function @deep', async ({ lab }) => {
  await open(lab, await readFile(LESSON, 'utf8'));
  await write(lab, 'export function victim(blocks) {\n  return blocks[0].nr.id;\n}\n');
  await button(lab, 'Hand in').click();
  const alert = lesson(lab).getByRole('alert');
  await expect(alert).toContainText('Line 2:');
  await expect(alert).toContainText('`victim` threw TypeError');
  await expect(lesson(lab).locator('.cm-lint-marker-error')).toBeVisible();
  await write(lab, 'export function victim(blocks) { for (;;); }\n');
  await button(lab, /^Run/).click();
  await expect(alert).toContainText('`victim` does not end', { timeout: 20_000 });
  await write(
    lab,
    'let kept;\nexport function init({ state }) { kept = state.u8(65); }\nexport const victim = () => OWN;\n',
  );
  await button(lab, /^Run/).click();
  await expect(alert).toContainText('asks for 65 bytes of state, and 64 are allowed');
});

test('the solution is shown where it is asked for, and runs by a click too', async ({ lab }) => {
  await open(lab, await readFile(LESSON, 'utf8'));
  await button(lab, 'Show me').click();
  await expect(lesson(lab).getByText('This code solves it.')).toBeVisible();
  await expect(lesson(lab).locator('.cm-content')).toContainText('blocks.reduce');
  await button(lab, /^Run/).click();
  await expect(row(lab, 'Visible')).toContainText('passes');
});
