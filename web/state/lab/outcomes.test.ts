/** Work that is cancelled, that the engine refuses, and that it dies of: never the same as work that is done. */
import { beforeEach, expect, test, vi } from 'vitest';
import { createLab } from './create-lab';
import { FakeEngine } from './fake-engine';
import type { LabStore } from './lab';
import { restore } from './shared';

let engines: FakeEngine[];
let broken: boolean;
let lab: LabStore;
const state = () => lab.getState();
const engine = () => engines.at(-1) as FakeEngine;

beforeEach(() => {
  engines = [];
  broken = false;
  lab = createLab(async () => {
    if (broken) throw new Error('no worker');
    engines.push(new FakeEngine());
    return engine();
  });
});

const opened = async () => expect(await state().open(0, 'one')).toMatchObject({ is: 'done' });
const shared = (scenario: object) => ({ scenario, position: { request: 2, event: 0 }, view: {} }) as never;

test('an open that is cancelled leaves what was there, and says that it was cancelled', async () => {
  await opened();
  const before = state().slots[0];
  const opening = state().open(0, 'slow');
  await vi.waitFor(() => expect(engine().sent.filter((sent) => sent === 'open 0')).toHaveLength(2));
  state().cancel();
  expect(await opening).toEqual({ is: 'cancelled' });
  expect(state().slots[0]).toBe(before);
  expect(state().notices).toEqual([]);
});

test('of two opens one after the other the first is cancelled, the second is on stage', async () => {
  await opened();
  const first = state().open(0, 'slow');
  await vi.waitFor(() => expect(engine().sent.filter((sent) => sent === 'open 0')).toHaveLength(2));
  const second = state().open(0, 'two');
  expect([await first, await second]).toEqual([{ is: 'cancelled' }, { is: 'done', value: undefined }]);
  expect(state().slots[0]?.source).toBe('two');
});

test('an open that the engine dies of is a crash: the lab is as before, and the notice has a report', async () => {
  await opened();
  expect(await state().open(0, 'deadly')).toMatchObject({
    is: 'crashed',
    failure: { kind: 'crash', message: 'a trap' },
    told: true,
  });
  expect(state().slots[0]?.source).toBe('one');
  expect(state().notices).toMatchObject([{ failure: { kind: 'crash' }, report: { message: 'a trap' } }]);
});

test('work that waits behind a crash is not taken for done', async () => {
  await opened();
  const all = [state().open(0, 'deadly'), state().compare('two'), state().report(0), state().redirect([])];
  expect((await Promise.all(all)).map(({ is }) => is)).toEqual(Array(4).fill('crashed'));
  expect(state()).toMatchObject({ comparing: false, notices: [{ failure: { kind: 'crash' } }] });
});

test('a check that the engine dies of is no refusal and no cancellation', async () => {
  await opened();
  expect(await state().check('deadly')).toMatchObject({ is: 'crashed', told: true });
  await vi.waitFor(() => expect(state().notices).toHaveLength(1));
  expect(engines).toHaveLength(2);
});

test('a link whose open is cancelled does not move the lab: position and scenario stay', async () => {
  await opened();
  await state().run({ to: 'position', position: { request: 5, event: 0 } });
  const restoring = restore(lab, shared({ name: 'slow' }));
  await vi.waitFor(() => expect(engine().sent.filter((sent) => sent === 'open 0')).toHaveLength(2));
  state().cancel();
  expect(await restoring).toEqual({ is: 'cancelled' });
  expect(state().slots[0]).toMatchObject({ source: 'one', current: { frame: { position: { request: 5 } } } });
});

test('an engine that does not start is asked again, by whatever needs it', async () => {
  broken = true;
  expect(await state().check('one')).toMatchObject({ is: 'crashed', failure: { message: 'no worker' } });
  expect(state().crash).toBe('no worker');
  expect(await state().importTrace('w1', 'a', {} as never, 4096)).toMatchObject({ is: 'crashed' });
  expect(await state().previewTrace('w1', 'a', {} as never)).toMatchObject({ is: 'crashed' });
  expect(await state().addBreakpoint('gc')).toMatchObject({ is: 'crashed' });
  broken = false;
  expect(await state().importTrace('w1', 'a', {} as never, 4096)).toMatchObject({ is: 'done' });
  expect(await state().check('one')).toMatchObject({ is: 'done' });
  await opened();
  expect(state().crash).toBeNull();
});

test('an import whose worker dies says so, and the trace of before stays; a cancelled one says nothing', async () => {
  await opened();
  await state().importTrace('w1', 'a', {} as never, 4096);
  expect(await state().importTrace('deadly', 'b', {} as never, 4096)).toMatchObject({
    is: 'crashed',
    failure: { message: 'the import ran out of memory' },
    told: true,
  });
  // With a report, as when the engine dies: what was read, and where the lab is.
  expect(state().notices).toMatchObject([
    {
      failure: { kind: 'crash', message: 'the import ran out of memory' },
      report: { returned: 'untouched', trace: { name: 'a' }, slots: [{ at: '0.0' }] },
    },
  ]);
  expect(JSON.parse(state().notices[0]?.report?.doing ?? '')).toMatchObject({ type: 'import', name: 'b' });
  const abort = new AbortController();
  const importing = state().importTrace('w2', 'b', {} as never, 4096, { signal: abort.signal });
  abort.abort();
  expect(await importing).toEqual({ is: 'cancelled' });
  expect(state().trace?.name).toBe('a');
  expect(engines).toHaveLength(1);
});
