// In a course page's frame: a host of another origin drives the lab by messages (web/app/address/EMBEDDING.md).

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, LabPage, test } from '../lab-page';
import { serveFolder } from '../site';

/** The course page: it keeps what it hears, with where it came from. */
const HOST = (lab: string) => `<!doctype html><title>Course</title><h1>Course</h1>
<link rel="icon" href="data:,">
<iframe id="lab" src="${lab}" title="FTL Lab" width="1200" height="640"></iframe>
<script>
  window.heard = [];
  addEventListener('message', ({ origin, data }) => heard.push({ origin, data }));
  window.say = (message, to = '*') => document.querySelector('#lab').contentWindow.postMessage(message, to);
</script>`;

interface Said {
  is: string;
  id?: number;
  position?: { request: number; event: number };
  [field: string]: unknown;
}
interface Heard {
  origin: string;
  data: Said;
}

const heard = (page: Page) => page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
const say = (page: Page, message: unknown) =>
  page.evaluate((said) => (window as unknown as { say(said: unknown): void }).say(said), message);

let lastId = 0;
/** Says something and waits for the answer to it. */
async function ask(page: Page, message: object): Promise<Said> {
  lastId += 1;
  const id = lastId;
  await say(page, { ftlLab: 1, id, ...message });
  await expect.poll(async () => (await heard(page)).some(({ data }) => data.id === id)).toBe(true);
  return (await heard(page)).find(({ data }) => data.id === id)?.data as Said;
}

test('a page of another origin loads a scenario, sets and gets the position, and receives a message about every move', async ({
  page,
  baseURL,
  provoked,
}) => {
  const labOrigin = new URL(baseURL ?? '').origin;
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-host-'));
  writeFileSync(join(folder, 'index.html'), HOST(`${baseURL}?embed`));
  const host = await serveFolder(folder, '/');
  // The host is another origin, as it is meant to be; anything else is still a fault.
  provoked(new URL(host.address).origin);
  try {
    await page.goto(host.address);
    const frame = page.frameLocator('#lab');
    await expect.poll(async () => (await heard(page)).map(({ data }) => data.is)).toContain('ready');
    expect((await heard(page)).every(({ origin }) => origin === labOrigin)).toBe(true);

    // The stage, and no head.
    await expect(frame.getByRole('region', { name: 'Flash array' })).toBeVisible();
    await expect(frame.getByRole('navigation')).toBeHidden();
    await expect(frame.getByRole('link', { name: 'Open in FTL Lab' })).toBeVisible();

    // Nothing is sent before the host has spoken.
    const step = frame.getByRole('button', { name: 'Next request' });
    const position = frame.getByTestId('position');
    await step.click();
    await expect(position).toHaveText('request 1 of 41');
    expect((await heard(page)).map(({ data }) => data.is)).toEqual(['ready']);

    const state = await ask(page, { do: 'get' });
    expect(state).toMatchObject({ is: 'state', position: { request: 1, event: 0 }, requests: 41 });
    await step.click();
    await expect
      .poll(async () => (await heard(page)).at(-1)?.data)
      .toMatchObject({ is: 'position', position: { request: 2, event: 0 } });

    expect(await ask(page, { do: 'go', position: { request: 12, event: 3 } })).toMatchObject({
      is: 'position',
      position: { request: 12, event: 3 },
      event: expect.objectContaining({}),
    });
    await expect(position).toHaveText(/^request 13 of 41 · step 3 of/);

    const scenario = { ...JSON.parse(String(state.scenario)), name: 'From the course', seed: 9 };
    expect(await ask(page, { do: 'load', scenario, position: { request: 5 } })).toMatchObject({
      is: 'loaded',
      name: 'From the course',
      position: { request: 5, event: 0 },
    });
    await expect(position).toHaveText('request 5 of 41');

    // An error is reported with its place, and changes nothing.
    expect(await ask(page, { do: 'go', position: { request: -1 } })).toMatchObject({
      is: 'error',
      field: 'position.request',
    });
    const device = { ...scenario.device, blocks: 0 };
    expect(await ask(page, { do: 'load', scenario: { ...scenario, device } })).toMatchObject({
      is: 'error',
      kind: 'scenario',
      field: 'device.blocks',
    });
    await say(page, 'not for the lab');
    await expect(position).toHaveText('request 5 of 41');
    expect(await ask(page, { do: 'get' })).toMatchObject({ name: 'From the course' });
  } finally {
    await host.close();
    rmSync(folder, { recursive: true });
  }
});

test('a window that does not hold the frame is not heard', async ({ lab, page, context, baseURL }) => {
  // Opened by the lab's own origin: nothing but the rule keeps it out.
  await lab.open('?embed');
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((address) => {
      const other = window.open(address);
      (window as unknown as { heard: unknown[] }).heard = [];
      addEventListener('message', ({ data }) => (window as unknown as { heard: unknown[] }).heard.push(data));
      addEventListener('load', () => undefined);
      (window as unknown as { say(said: unknown): void }).say = (said) => other?.postMessage(said, '*');
    }, `${baseURL}#/lab`),
  ]);
  const other = new LabPage(popup);
  await other.standsAt(/^before the first of/);
  await say(page, { ftlLab: 1, do: 'go', position: { request: 3 } });
  await other.button('Next request').click();
  await other.standsAt('request 1 of 41');
  expect(await heard(page)).toEqual([]);
});

test('a lesson in the frame reports its steps to the host that spoke to it', async ({
  page,
  baseURL,
  provoked,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'ftl-lab-host-'));
  writeFileSync(join(folder, 'index.html'), HOST(`${baseURL}?embed#/lesson/flash?step=program`));
  const host = await serveFolder(folder, '/');
  provoked(new URL(host.address).origin);
  const told = async () => (await heard(page)).map(({ data }) => data).filter(({ is }) => is === 'lesson');
  try {
    await page.goto(host.address);
    const lesson = page.frameLocator('#lab').getByRole('region', { name: 'Lesson' });
    await expect(lesson.getByRole('heading', { level: 3 })).toBeVisible();
    expect(await told()).toEqual([]);
    await ask(page, { do: 'hello' });
    await lesson.getByRole('button', { name: 'Next step' }).click();
    await expect.poll(told).toContainEqual({
      ftlLab: 1,
      is: 'lesson',
      lesson: 'flash',
      step: 'update',
      answers: [],
      score: { right: 0, first: 0 },
    });
  } finally {
    await host.close();
    rmSync(folder, { recursive: true });
  }
});
