import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import Addresses from './Addresses';

const run = (requests: number): BatchComparison => ({
  variant: {
    ftl: 'page',
    value: null,
    scenario: {
      format: 1,
      device: { blocks: 10, pages_per_block: 4, page_bytes: 2048 },
      logical_pages: 24,
      ftl: { kind: 'page' },
      workload: { kind: 'uniform', requests },
    },
  },
  link: () => `#/s/${requests}`,
  stage: { is: 'waiting' },
});
const engine = async () => inlineEngine();
const panel = (requests: number) => {
  const only = run(requests);
  const base: Base = { document: only.variant.scenario, trace: null };
  return <Addresses engine={engine} base={base} runs={[only]} preset="ftls" />;
};

test('a run of the same name in another comparison has none of the figures of the one before', async () => {
  const { rerender } = render(panel(2));
  fireEvent.click(screen.getByRole('button', { name: 'Find what is copied' }));
  expect(await screen.findByText('Nothing was copied for 2 page writes.')).toBeTruthy();
  rerender(panel(3));
  expect(screen.queryByText(/Nothing was copied/)).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Find what is copied' }));
  expect(await screen.findByText('Nothing was copied for 3 page writes.')).toBeTruthy();
});
