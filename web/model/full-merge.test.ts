import { expect, test } from 'vitest';
import { ask } from '../protocol/engine/engine-client';
import { inlineEngine } from '../protocol/engine/inline-engine';
import { BEFORE_MERGE, FULL_MERGE, MERGE_REPORT } from './full-merge';

test('one page written, eight copied and two blocks erased; and what is printed of the run is what the engine says', async () => {
  const engine = inlineEngine();
  await ask(engine, 'opened', { type: 'open', slot: 0, scenario: FULL_MERGE });
  await ask(engine, 'progress', {
    type: 'run',
    slot: 0,
    target: { to: 'position', position: BEFORE_MERGE },
  });
  const before = (await engine.frame(0)).frame.report;
  await ask(engine, 'progress', { type: 'run', slot: 0, target: { to: 'end' } });
  const { report } = (await engine.frame(0)).frame;
  engine.close();

  expect(report.host.writes - before.host.writes).toBe(1);
  expect([before.flash.programs.merge, report.flash.programs.merge]).toEqual([0, 8]);
  expect([before.flash.erases.total, report.flash.erases.total]).toEqual([0, 2]);
  const { merges } = report;
  expect(Object.fromEntries(MERGE_REPORT)).toEqual({
    'write amplification': report.write_amplification?.toFixed(4),
    merges: `switch ${merges.switch}, partial ${merges.partial}, full ${merges.full}`,
  });
});
