import { expect, test } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from './create-lab';
import { showMerge } from './show-merge';

/** Counters of a merge after each rest, until this many. */
async function shown(still: boolean, rests: number) {
  const engine = inlineEngine();
  const lab = createLab(async () => engine);
  const seen: { copies: number; erases: number }[] = [];
  const rest = async () => {
    const { programs, erases } = lab.getState().slots[0]?.current.frame.report.flash ?? {};
    seen.push({ copies: programs?.merge ?? -1, erases: erases?.total ?? -1 });
    if (seen.length === rests) throw new Error('over');
  };
  const ended = await showMerge(lab, { rest, still }).then(
    () => 'still',
    (error: Error) => error.message,
  );
  const { position, report } = lab.getState().slots[0]?.current.frame ?? {};
  engine.close();
  return { seen, ended, position, report };
}

test('the merge goes by, copy by copy and erase by erase, and begins again', async () => {
  const { seen, ended } = await shown(false, 60);
  expect(ended).toBe('over');
  expect(seen[0]).toEqual({ copies: 0, erases: 0 });
  const again = seen.findIndex(
    ({ copies }, index) => index > 0 && copies === 0 && seen[index - 1]?.copies === 8,
  );
  const first = seen.slice(0, again);
  expect([...new Set(first.map(({ copies }) => copies))]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
  expect([...new Set(first.map(({ erases }) => erases))]).toEqual([0, 1, 2]);
  expect(seen[again]).toEqual({ copies: 0, erases: 0 });
});

test('with reduced motion it stays at its middle', async () => {
  const { seen, ended, position, report } = await shown(true, 1);
  expect([seen, ended]).toEqual([[], 'still']);
  expect(report?.flash.programs.merge).toBe(4);
  expect(position?.request).toBe(8);
});
