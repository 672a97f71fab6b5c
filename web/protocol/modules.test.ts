import { expect, test } from 'vitest';
import { FakeLab } from './fake-lab';
import type { Command } from './generated/Command';
import { type ModuleName, Modules } from './modules';
import type { TraceReader } from './runner';

const reader = (): TraceReader => ({ size: () => 1, read: () => new Uint8Array([7]) });
const open = (slot: number, kind: string): Command => ({
  type: 'open',
  slot,
  scenario: JSON.stringify({ ftl: { kind } }),
});

/** Modules over fake labs, which are there to be looked at by name. */
function fakes() {
  const labs = new Map<ModuleName, FakeLab>();
  const modules = new Modules(async (name) => {
    expect(labs.has(name)).toBe(false);
    const lab = new FakeLab();
    labs.set(name, lab);
    return { lab, memory: lab.memory };
  });
  const opened = async (slot: number, kind: string) => {
    const module = await modules.of(open(slot, kind));
    modules.opened(slot, module);
    return module;
  };
  return { labs, modules, opened };
}

test('each family of schemes has a module of its own, loaded once', async () => {
  const { labs, modules, opened } = fakes();
  const page = await opened(0, 'page');
  const bast = await opened(1, 'bast');
  expect([...labs.keys()]).toEqual(['page', 'bast']);
  expect(await modules.of({ type: 'report', slot: 0 })).toBe(page);
  expect(await modules.at(1)).toBe(bast);
  expect(await opened(2, 'page')).toBe(page);
  const hybrid = await opened(3, 'fast');
  expect(await opened(4, 'last'), 'schemes that share their parts are a family').toBe(hybrid);
  expect(await opened(5, 'superblock')).toBe(hybrid);
  expect([...labs.keys()]).toEqual(['page', 'bast', 'hybrid']);
  expect(await opened(4, 'block')).toBe(await opened(5, 'replacement'));
});

test('every scheme behind a write buffer or several channels is in one module, which also refuses what is neither', async () => {
  const { labs, modules } = fakes();
  const check = (kind: string, buffer: unknown, host?: unknown): Command => ({
    type: 'check',
    scenario: JSON.stringify({ ftl: { kind }, buffer, host }),
  });
  for (const none of [undefined, null, { kind: 'none' }]) await modules.of(check('bast', none));
  for (const one of [{}, { channels: 1 }, { scheduler: 'noop', channels: 1, queue_depth: 1 }])
    await modules.of(check('bast', undefined, one));
  expect([...labs.keys()]).toEqual(['bast']);
  for (const host of [{ channels: 2 }, { scheduler: 'cfq' }, { dies: 1 }, { queue_depth: 8 }, 3]) {
    const { labs, modules } = fakes();
    await modules.of(check('dftl', undefined, host));
    expect([...labs.keys()]).toEqual(['whole']);
  }
  for (const buffer of [
    { kind: 'lru', capacity: 4 },
    { kind: 'none', capacity: 4 },
    'lru',
    3,
    { kind: 'lur' },
  ])
    await modules.of(check('page', buffer));
  expect([...labs.keys()]).toEqual(['bast', 'whole']);
});

test('a predicate that names an event of write buffers is read by the module that has them', async () => {
  const { labs, modules, opened } = fakes();
  const bast = await opened(0, 'bast');
  expect(await modules.of({ type: 'predicate', text: 'merge full or gc' })).toBe(bast);
  expect(await modules.of({ type: 'predicate', text: 'merge full or destage_begin' })).not.toBe(bast);
  expect([...labs.keys()]).toEqual(['bast', 'whole']);
});

test('what a slot held in another module is closed when something else opens there', async () => {
  const { labs, modules, opened } = fakes();
  await opened(0, 'page');
  const dftl = await opened(0, 'dftl');
  expect(labs.get('page')?.calls).toEqual(['close']);
  expect(labs.get('dftl')?.calls).toEqual([]);
  expect(await modules.at(0)).toBe(dftl);
});

test('a trace is known to modules that come later, if it could be read', async () => {
  const { labs, modules, opened } = fakes();
  await opened(0, 'page');
  await modules.attach('t', reader);
  expect(labs.get('page')?.calls).toEqual(['attach t 7']);
  await opened(0, 'bast');
  expect(labs.get('bast')?.calls).toEqual(['attach t 7']);

  const bad = '{"err":{"kind":"trace"}}';
  for (const lab of labs.values()) lab.attach = () => bad;
  expect(await modules.attach('u', reader)).toBe(bad);
  await opened(0, 'dftl');
  expect(labs.get('dftl')?.calls).toEqual(['attach t 7']);
});

test('what names no scheme is asked of the module that is there', async () => {
  const { labs, modules, opened } = fakes();
  const page = await opened(0, 'page');
  for (const scenario of ['{', '[]', 'null', '{"ftl":{"kind":"toString"}}', '{"ftl":1}'])
    expect(await modules.of({ type: 'check', scenario })).toBe(page);
  expect(await modules.of({ type: 'predicate', text: 'gc' })).toBe(page);
  expect(await modules.of({ type: 'report', slot: 3 })).toBe(page);
  expect([...labs.keys()]).toEqual(['page']);
});
