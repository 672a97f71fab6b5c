import { cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLab } from '../../state/lab/create-lab';
import { FakeEngine } from '../../state/lab/fake-engine';
import type { LabStore } from '../../state/lab/lab';
import { lectureMode } from '../../state/lecture';
import { LabProvider } from '../../state/use-lab';
import { useStage } from './use-stage';

let lab: LabStore;
const at = () => lab.getState().slots[0]?.current.frame.position.request;

beforeEach(async () => {
  lab = createLab(async () => new FakeEngine());
  await lab.getState().open(0, 'lesson');
  // An instructor has gone further than the step, and comes back to there.
  await lab.getState().run({ to: 'position', position: { request: 7, event: 0 } });
});
afterEach(() => {
  cleanup();
  lectureMode.setState({ returning: null });
});

function lessonAt(step: string, request: number) {
  return renderHook(
    (given: { step: string; request: number }) => {
      const place = { source: 'lesson', position: { request: given.request, event: 0 } };
      return useStage('text', given.step, place, [], null, null);
    },
    {
      initialProps: { step, request },
      wrapper: ({ children }: { children: ReactNode }) => <LabProvider value={lab}>{children}</LabProvider>,
    },
  );
}
/** All that was begun is done. */
const settled = () => new Promise((done) => setTimeout(done, 20));

test('a step puts the stage where it wants it', async () => {
  lessonAt('merge', 3);
  await settled();
  expect(at()).toBe(3);
});

test('after a question the stage stays, also where the lesson begins at another step', async () => {
  lectureMode.setState({ returning: { step: 'merge' } });
  const { rerender } = lessonAt('welcome', 0);
  rerender({ step: 'merge', request: 3 });
  await settled();
  expect(at()).toBe(7);
  expect(lectureMode.getState().returning).toBeNull();
  // From here on steps move it as ever.
  rerender({ step: 'next', request: 5 });
  await settled();
  expect(at()).toBe(5);
});
