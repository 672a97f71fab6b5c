import { beforeEach, expect, test } from 'vitest';
import { EngineCrash, SILENT } from '../../protocol/engine/engine-client';
import type { Command } from '../../protocol/generated/Command';
import { createLab } from './create-lab';
import { FakeEngine } from './fake-engine';
import type { LabStore } from './lab';
import { causeOf } from './recovery';

const SOURCE = '{ "seed": 7 }';
let lab: LabStore;
/** The cause of death of each engine after the first. */
let deadly: (command: Command) => boolean;
let engines: FakeEngine[];

class Mortal extends FakeEngine {
  override async request(...[command, options]: Parameters<FakeEngine['request']>) {
    if (engines.length > 1 && deadly(command)) throw new EngineCrash('a trap');
    return super.request(command, options);
  }
}

beforeEach(async () => {
  engines = [];
  deadly = () => false;
  lab = createLab(async () => {
    const engine = new Mortal();
    engines.push(engine);
    return engine;
  });
  await lab.getState().open(0, SOURCE);
  await lab.getState().run({ to: 'position', position: { request: 3, event: 2 } });
});

/** The engine dies on the way to a later request. */
async function crash() {
  if (engines[0]) engines[0].deadlyAt = 6;
  await lab.getState().run({ to: 'position', position: { request: 8, event: 0 } });
}
const state = () => lab.getState();
const at = () => state().slots[0]?.current.frame.position;

test('the lab is before the request that killed the engine, which is not run again', async () => {
  await crash();
  expect(at()).toEqual({ request: 3, event: 2 });
  expect(engines).toHaveLength(2);
  expect(engines[1]?.sent).toEqual(['open 0', 'frame 0', 'lanes 0', 'run 0 position', 'frame 0', 'lanes 0']);
  expect(state()).toMatchObject({ ready: true, crash: null });
  expect(state().notices).toMatchObject([
    {
      failure: { kind: 'crash', message: 'a trap' },
      report: { cause: 'bug', returned: 'position', slots: [{ seed: 7, at: '3.2', scenario: { seed: 7 } }] },
    },
  ]);
});

test('where the way back kills the engine too, the lab is at the start', async () => {
  deadly = ({ type }) => type === 'run';
  await crash();
  expect(engines).toHaveLength(3);
  expect(at()).toEqual({ request: 0, event: 0 });
  expect(state()).toMatchObject({ ready: true, crash: null });
  expect(state().notices).toMatchObject([{ report: { returned: 'beginning' } }]);
  deadly = () => false;
  await state().step();
  expect(state().notices).toHaveLength(1);
});

test('where opening kills it, nothing is open, and another scenario can be', async () => {
  deadly = ({ type }) => type === 'open';
  await crash();
  expect(state()).toMatchObject({ slots: [null, null], ready: false, crash: 'a trap', undoable: SOURCE });
  expect(state().notices).toMatchObject([{ report: { returned: 'nothing', slots: [{ at: '3.2' }] } }]);
  deadly = () => false;
  expect(await state().open(0, 'other')).toMatchObject({ is: 'done' });
  expect(state()).toMatchObject({ ready: true, crash: null });
});

test.each([
  ['panicked at crates/ftl/src/schemes/bast.rs:10:5: index out of bounds', 'bug'],
  ['panicked at x: internal error: entered unreachable code', 'bug'],
  ['unreachable', 'memory'],
  ['unreachable executed', 'memory'],
  ['Array buffer allocation failed', 'memory'],
  ['panicked at library/alloc: capacity overflow', 'memory'],
  [`${SILENT} for 30 seconds`, 'silent'],
  ['made up', 'bug'],
])('%s: %s', (message, cause) => {
  expect(causeOf(message)).toBe(cause);
});
