import { beforeEach, expect, test, vi } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from '../../state/lab/create-lab';
import { FakeEngine, REQUESTS } from '../../state/lab/fake-engine';
import type { LabStore } from '../../state/lab/lab';
import { answer, lessonSaid } from './embed';

let lab: LabStore;
const say = (message: object) => answer(lab, { ftlLab: 1, id: 7, ...message });

beforeEach(() => {
  lab = createLab(async () => new FakeEngine());
});

test('a host loads a scenario, asks for its position and changes it', async () => {
  const position = { request: 4, event: 1 };
  expect(await say({ do: 'load', scenario: 'one', position })).toEqual({
    ftlLab: 1,
    id: 7,
    is: 'loaded',
    name: 'one',
    hash: 'one',
    scenario: 'one',
    position,
    requests: REQUESTS,
    playing: false,
    event: null,
  });
  expect(await say({ do: 'go', position: { request: 2 } })).toMatchObject({
    id: 7,
    is: 'position',
    position: { request: 2, event: 0 },
  });
  expect(await say({ do: 'get' })).toMatchObject({ is: 'state', position: { request: 2, event: 0 } });
});

test('of two loads one after the other the first gets an error: it was cancelled', async () => {
  const engine = new FakeEngine();
  lab = createLab(async () => engine);
  const first = say({ do: 'load', scenario: 'slow' });
  await vi.waitFor(() => expect(engine.sent).toContain('open 0'));
  const second = say({ do: 'load', scenario: 'two' });
  expect(await first).toMatchObject({ id: 7, is: 'error', kind: 'cancelled' });
  expect(await second).toMatchObject({ is: 'loaded', name: 'two' });
  // At once, the second waits behind the first, and is on stage before the first has come to its position.
  const position = { request: 3 };
  const both = [say({ do: 'load', scenario: 'one', position }), say({ do: 'load', scenario: 'two' })];
  expect(await Promise.all(both)).toMatchObject([
    { is: 'error', kind: 'cancelled' },
    { is: 'loaded', name: 'two' },
  ]);
});

test('a host gets an error for a load that the engine dies of', async () => {
  await say({ do: 'load', scenario: 'one' });
  expect(await say({ do: 'load', scenario: 'deadly' })).toMatchObject({
    is: 'error',
    kind: 'crash',
    message: 'a trap',
  });
  expect(await say({ do: 'get' })).toMatchObject({ is: 'state', name: 'one' });
});

test('a scenario may be an object', async () => {
  await say({ do: 'load', scenario: { seed: 1 } });
  expect(JSON.parse(lab.getState().slots[0]?.source ?? '')).toEqual({ seed: 1 });
});

test('a host hands over the trace of a scenario, which is read as that says', async () => {
  const real = createLab(async () => inlineEngine());
  const load = (workload: object, trace: string) => {
    const scenario = {
      format: 1,
      device: { blocks: 12, pages_per_block: 4, page_bytes: 2048 },
      logical_pages: 16,
      ftl: { kind: 'bast', log_blocks: 2 },
      workload,
    };
    return answer(real, { ftlLab: 1, do: 'load', scenario, trace: new Blob([trace]) });
  };
  const rows = ['time_us,event,opcode,lba,sectors'];
  for (const event of ['Q', 'D', 'Q', 'D']) rows.push(`1,${event},2a,8,8`);
  const reading = { sector_bytes: 256, rows: { column: 2, words: ['D'] } };
  const workload = { kind: 'trace', path: 't.csv', reading };
  expect(await load(workload, rows.join('\n'))).toMatchObject({ is: 'loaded', requests: 2 });
  expect(await load(workload, [...rows, '1,D,2a,x,8'].join('\n'))).toMatchObject({
    is: 'error',
    kind: 'trace',
  });
  const uniform = { kind: 'uniform', requests: 4 };
  expect(await load(uniform, rows.join('\n'))).toMatchObject({ is: 'error', field: 'trace' });
});

test('a scenario that the engine refuses is an error with its place, and the lab stays as it was', async () => {
  await say({ do: 'load', scenario: 'one' });
  const before = lab.getState().slots[0];
  const said = await say({ do: 'load', scenario: 'bad' });
  expect(said).toMatchObject({ id: 7, is: 'error', kind: 'scenario', field: 'seed', remedy: 'do' });
  expect(lab.getState().slots[0]).toBe(before);
});

test('hello is answered with ready, in any state', async () => {
  expect(await answer(lab, { ftlLab: 1, do: 'hello' })).toMatchObject({ is: 'ready', ftlLab: 1 });
  expect(await say({ do: 'get' })).toMatchObject({ is: 'error', kind: 'empty' });
  expect(await say({ do: 'go', position: { request: 1 } })).toMatchObject({ is: 'error', kind: 'empty' });
});

test.each([
  ['an unknown wish', { do: 'explode' }, 'do'],
  ['no wish', {}, 'do'],
  ['a request below zero', { do: 'go', position: { request: -1 } }, 'position.request'],
  ['half an event', { do: 'go', position: { request: 1, event: 0.5 } }, 'position.event'],
  ['a misspelt field', { do: 'go', position: { request: 1, evnet: 2 } }, 'position.evnet'],
  ['no scenario', { do: 'load' }, 'scenario'],
  ['a scenario that is a list', { do: 'load', scenario: [] }, 'scenario'],
  ['another version', { ftlLab: 2, do: 'get' }, 'ftlLab'],
])('%s is answered with an error that names the field', async (_, message, field) => {
  expect(await say(message)).toMatchObject({ ftlLab: 1, id: 7, is: 'error', kind: 'message', field });
});

test.each([['text'], [null], [[1]], [{}], [{ source: 'react-devtools' }]])(
  'a message that is not for the lab gets no answer: %j',
  async (data) => {
    expect(await answer(lab, data)).toBeNull();
  },
);

test('a lesson is reported with its questions; one that was shown does not count', () => {
  const asked = (known: boolean, tries: number, shown = false) => {
    return { variant: 0, given: null, verdict: null, known, shown, tries };
  };
  const progress = {
    version: 1 as const,
    step: 'wait',
    asked: {
      update: asked(true, 1),
      victim: asked(true, 3),
      wait: asked(false, 2),
      spare: asked(true, 0, true),
    },
  };
  expect(lessonSaid('flash', progress)).toEqual({
    lesson: 'flash',
    step: 'wait',
    answers: [
      { step: 'update', right: true, shown: false, tries: 1 },
      { step: 'victim', right: true, shown: false, tries: 3 },
      { step: 'wait', right: false, shown: false, tries: 2 },
      { step: 'spare', right: false, shown: true, tries: 0 },
    ],
    score: { right: 2, first: 1 },
  });
});
