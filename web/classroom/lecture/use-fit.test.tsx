import { act, cleanup, render } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useFit } from './use-fit';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Fitted({ there, moment }: { there: boolean; moment: string }) {
  useFit(true, moment, there);
  return null;
}

test('nothing is at rest before the stage is there, however long that takes', () => {
  const rested = () => 'rested' in document.documentElement.dataset;
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms));
  const { rerender, unmount } = render(<Fitted there={false} moment="prices" />);
  wait(5000);
  expect(rested()).toBe(false);
  rerender(<Fitted there moment="prices" />);
  expect(rested()).toBe(false);
  wait(1000);
  expect(rested()).toBe(true);
  // Back from a question: the stage is not yet that of the step.
  rerender(<Fitted there={false} moment="prices" />);
  wait(5000);
  expect(rested()).toBe(false);
  rerender(<Fitted there moment="prices 1" />);
  wait(1000);
  expect(rested()).toBe(true);
  unmount();
  expect(rested()).toBe(false);
});
