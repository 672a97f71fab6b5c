/** The address follows the lab. It does not bring back a person who has left. */
import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from '../../state/lab/create-lab';
import { LabProvider } from '../../state/use-lab';
import { useAddress } from './use-address';
import type { Link } from './use-link';

afterEach(cleanup);

const SCENARIO = JSON.stringify({
  format: 1,
  device: { blocks: 8, pages_per_block: 4 },
  logical_pages: 16,
  ftl: { kind: 'page' },
  workload: { kind: 'ops', ops: 'w0' },
});

/** Where the page is after a scenario was opened; `meanwhile` happens while its link is being made. */
async function after(meanwhile: () => void): Promise<string> {
  window.location.hash = '#/lab';
  const lab = createLab(async () => inlineEngine());
  const made = vi.fn(async () => {
    meanwhile();
    await Promise.resolve();
    return '#/s/1';
  });
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LabProvider value={lab}>{children}</LabProvider>
  );
  renderHook(() => useAddress({ made } as Partial<Link> as Link, false), { wrapper });
  await act(async () => void (await lab.getState().open(0, SCENARIO)));
  await vi.waitFor(() => expect(made).toHaveReturned());
  await act(() => new Promise((done) => setTimeout(done, 20)));
  return window.location.hash;
}

test('a scenario is in the address once the lab rests', async () => {
  expect(await after(() => {})).toBe('#/s/1');
});

test('a person who leaves while the link is made is not fetched back', async () => {
  const leave = () => {
    window.location.hash = '#/compare';
  };
  expect(await after(leave)).toBe('#/compare');
});
