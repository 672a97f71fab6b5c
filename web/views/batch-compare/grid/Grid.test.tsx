/** The grid's panel, over the real engine: a scenario that has no grid says why, and of some of the runs nothing is concluded. */
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import '../../../protocol/runs/inline-needs';
import type { ScenarioDocument } from '../../../model/scenario/document';
import { inlineRun } from '../../../protocol/runs/inline-runs';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import Grid from './Grid';

const BASE: ScenarioDocument = {
  ...{ format: 1, device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 }, logical_pages: 200 },
  ...{ ftl: { kind: 'page' }, workload: { kind: 'uniform', requests: 50 } },
};

function shown(document: ScenarioDocument, start: StartRun = inlineRun): void {
  const base: Base = { document, trace: null };
  const run = {
    variant: { ftl: 'page', value: null, scenario: document },
    link: () => '#',
    stage: { is: 'done' },
  };
  render(
    <Grid
      start={start}
      base={base}
      preset="ftls"
      runs={[{ ...run, stage: { is: 'done', seeds: [] } } as unknown as BatchComparison]}
    />,
  );
}

test('a scenario whose GC works for one channel, or whose power is cut, has no grid', () => {
  shown({ ...BASE, ftl: { kind: 'page', gc_trigger: 'on_demand' } });
  expect(screen.getByText(/^On-demand GC keeps one block in reserve/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Run all 20' })).toHaveProperty('disabled', true);
});

/** Every run with 16 channels fails. */
const failing: StartRun = async () => {
  const asks = await inlineRun();
  return {
    ask: (question, what, options) => {
      const broken = JSON.stringify(what).includes('\\"channels\\":16');
      return asks.ask(
        question,
        broken ? ({ ...Object(what), scenario: '{}' } as typeof what) : what,
        options,
      );
    },
    close: () => asks.close(),
  };
};

test('requests with times of their own are compared by their response times first', async () => {
  const figure = async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Run all 20' }));
    await screen.findByText(/the best is|in every run/, {}, { timeout: 20_000 });
    return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Figure in the grid' }).value;
  };
  shown({ ...BASE, workload: { kind: 'uniform', requests: 50, interarrival_ms: 1 } });
  expect(await figure()).toBe('response_us.mean');
  expect(screen.queryByText(/no run ends before/)).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Figure in the grid' }), {
    target: { value: 'parallel.span_us' },
  });
  expect(screen.getByText(/^.*Requests come over .* no run ends before the last one/)).toBeTruthy();
});

test('where runs fail there is no best of the others, and no plan of them', async () => {
  shown(BASE, failing);
  fireEvent.click(screen.getByRole('button', { name: 'Run all 20' }));
  await screen.findByRole('alert', {}, { timeout: 20_000 });
  await screen.findByRole('button', { name: 'Run all 20' }, { timeout: 20_000 });
  expect(screen.getAllByText('–')).toHaveLength(4);
  expect(screen.queryByText(/the best is|in every run/)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Save as plan' })).toBeNull();
});
