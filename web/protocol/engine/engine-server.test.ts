import { expect, test } from 'vitest';
import type { Command } from '../generated/Command';
import type { ImportedTrace } from '../traces/trace-import';
import { EngineCrash, EngineFailure, type Progress } from './engine-client';
import { FakeLab, fakeEngine } from './fake-lab';

const RUN: Command = { type: 'run', slot: 0, target: { to: 'end' } };
const TRAP: Command = { type: 'run', slot: 0, target: { to: 'next', until: 'gc', back: false } };
const OPEN = { name: 't', options: {} as never };

test('a job runs in slices and tells each', async () => {
  const engine = fakeEngine(new FakeLab(3));
  const heard: number[] = [];
  const reply = await engine.request(RUN, { onProgress: (progress) => heard.push(progress.requests) });
  expect(heard).toEqual([0, 1, 2]);
  expect(reply).toMatchObject({ type: 'progress', done: true, requests: 3 } satisfies Partial<Progress>);
});

test('a run is repeated in one message, up to a hit', async () => {
  const lab = new FakeLab(0);
  const engine = fakeEngine(lab);
  await engine.request(RUN, { times: 5 });
  expect(lab.calls).toEqual(['run', 'run', 'run', 'run', 'run']);
  lab.hit = 'gc';
  expect(await engine.request(RUN, { times: 5 })).toMatchObject({ hit: 'gc' });
  expect(lab.calls).toHaveLength(6);
});

test('commands are performed in the order of asking, also behind a job', async () => {
  const lab = new FakeLab(2);
  const engine = fakeEngine(lab);
  await Promise.all([engine.request(RUN), engine.request({ type: 'close', slot: 1 }), engine.frame(0)]);
  expect(lab.calls).toEqual(['run', 'slice', 'slice', 'close', 'frame']);
});

test('a job that is cancelled stops between slices, and the next command is heard', async () => {
  const lab = new FakeLab(1_000_000);
  const engine = fakeEngine(lab);
  const abort = new AbortController();
  const job = engine.request(RUN, {
    signal: abort.signal,
    onProgress: (progress) => progress.requests === 5 && abort.abort(),
  });
  await expect(job).rejects.toMatchObject({ name: 'AbortError' });
  expect(lab.calls.at(-1)).toBe('cancel');
  await expect(engine.request({ type: 'close', slot: 0 })).resolves.toEqual({ type: 'done' });
});

test('a queued command that is cancelled never reaches the engine', async () => {
  const lab = new FakeLab(3);
  const engine = fakeEngine(lab);
  const abort = new AbortController();
  const first = engine.request(RUN);
  const second = engine.request({ type: 'close', slot: 1 }, { signal: abort.signal });
  abort.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  await first;
  expect(lab.calls).not.toContain('close');
});

test('a refused command says where and why', async () => {
  const engine = fakeEngine(new FakeLab());
  const refused = engine.request({ type: 'check', scenario: '{' });
  await expect(refused).rejects.toBeInstanceOf(EngineFailure);
  await expect(refused).rejects.toMatchObject({ failure: { field: 'seed', column: 2 } });
});

test('a trap rejects everything that waits and everything that comes', async () => {
  const engine = fakeEngine(new FakeLab());
  const heard: unknown[] = [];
  engine.onCrash = ({ doing }) => heard.push(doing);
  const trapped = engine.request(TRAP);
  const waiting = engine.frame(0);
  await expect(trapped).rejects.toBeInstanceOf(EngineCrash);
  expect(heard).toEqual([JSON.stringify(TRAP)]);
  await expect(waiting).rejects.toThrow('unreachable executed');
  await expect(engine.request(RUN)).rejects.toBeInstanceOf(EngineCrash);
});

test('closing rejects what waits', async () => {
  const engine = fakeEngine(new FakeLab(1_000_000));
  const job = engine.request(RUN);
  engine.close();
  await expect(job).rejects.toBeInstanceOf(EngineCrash);
});

test('a frame carries a copy of the page columns', async () => {
  const lab = new FakeLab();
  const { frame, cells } = await fakeEngine(lab).frame(1);
  expect(frame.slot).toBe(1);
  expect([...cells]).toEqual([7, 8]);
  new Uint32Array(lab.memory.buffer).fill(0);
  expect([...cells]).toEqual([7, 8]);
});

test('the heat columns come along if asked for', async () => {
  const engine = fakeEngine(new FakeLab());
  expect((await engine.frame(0)).heat).toBeNull();
  const { cells, heat } = await engine.frame(0, { heat: true });
  expect([...cells]).toEqual([7, 8]);
  expect([...(heat ?? [])]).toEqual([4, 5, 6]);
});

test('an imported trace is attached to the engine; without one nothing is', async () => {
  const lab = new FakeLab();
  const imported = { trace: { name: 't' }, file: new Uint8Array([7]) } as unknown as ImportedTrace;
  const engine = fakeEngine(lab, async (source) => {
    if ((await source.text()) === 'bad') throw new DOMException('cancelled', 'AbortError');
    return imported;
  });
  await expect(engine.importTrace('bad', OPEN, 4096)).rejects.toMatchObject({ name: 'AbortError' });
  expect(lab.calls).toEqual([]);
  expect(await engine.importTrace('w1', OPEN, 4096)).toBe(imported);
  expect(lab.calls).toEqual(['attach t 7']);
});
