/** The address follows the lab. It does not bring back a person who has left. */
import { act, cleanup, renderHook } from '@testing-library/react';
import { type ReactNode, useLayoutEffect } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { Router } from 'wouter';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from '../../state/lab/create-lab';
import { LabProvider } from '../../state/use-lab';
import { useAddress, useFirstScenario } from './use-address';
import { useHashPath } from './use-lesson-link';
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

test.each([
  ['#/lab', '#/lab/bast'],
  ['#/policy', '#/policy'],
])(
  'the first example takes the address of the lab, unless someone goes to %s meanwhile',
  async (hash, expected) => {
    window.location.hash = '#/lab';
    const lab = createLab(async () => inlineEngine());
    const wrapper = ({ children }: { children: ReactNode }) => (
      <LabProvider value={lab}>
        <Router hook={useHashPath}>{children}</Router>
      </LabProvider>
    );
    const first = () => {
      useFirstScenario(window.location.hash.startsWith('#/lab'));
      // Between what is rendered and what follows of it.
      useLayoutEffect(() => {
        if (window.location.hash === '#/lab') window.location.hash = hash;
      }, []);
    };
    renderHook(first, { wrapper });
    await act(() => new Promise((done) => setTimeout(done, 20)));
    expect(window.location.hash).toBe(expected);
  },
);
