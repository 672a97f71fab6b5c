/** Buttons of an answer: what they start, and how it is ended. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Report } from '../../../protocol/generated/Report';
import '../../../protocol/runs/inline-needs';
import type { StartRun } from '../../../protocol/runs/pool';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { Helps } from './Helps';
import { Sure } from './Sure';

afterEach(cleanup);

const DOCUMENT = {
  ...{ format: 1, seed: 3, logical_pages: 240, device: { blocks: 60, pages_per_block: 8 } },
  ...{ ftl: { kind: 'page' }, workload: { kind: 'uniform', requests: 4000 } },
};

/** A run whose windows of 100 page writes have these programs, and its mean response time, us; its service time is 200. */
function run(programs: readonly number[], response = 200): BatchComparison {
  const zeros = { merge: 0, wear: 0, translation: 0, translation_gc: 0, pad: 0, recovery: 0 };
  const counts = { total: 1000, gc: 100, ...zeros };
  const report = {
    ...{ service_us: { mean: 200 }, response_us: { mean: response } },
    host: { writes: 800 },
    flash: { programs: counts, erases: { total: 10 } },
    merges: { switch: 0, partial: 0, full: 0, full_merge_blocks: [] },
  };
  const windows = programs.map((each) => ({
    ...{
      requests: 50,
      answered: 50,
      writes: 100,
      programs: each,
      erases: 1,
      service: 200 * 50,
      response: response * 50,
    },
  }));
  return {
    variant: { ftl: 'page', value: null, scenario: DOCUMENT },
    link: () => '',
    stage: { is: 'done', report: report as unknown as Report, windows, seeds: [], seconds: 1 },
  };
}

test('changes that are tried can be cancelled: their workers end, and they can be asked for again', async () => {
  const closed = vi.fn();
  // Each accepts its run and never ends it.
  const asked = vi.fn((question: string) =>
    question === 'run' ? new Promise(() => {}) : Promise.resolve(null),
  );
  const start = (async () => ({ ask: asked, close: closed })) as unknown as StartRun;
  render(<Helps start={start} base={{ document: DOCUMENT, trace: null }} runs={[run([])]} preset="ftls" />);
  const change = within(screen.getByRole('region', { name: 'What should I change?' }));
  fireEvent.click(change.getByRole('button', { name: /^Try \d+ changes$/ }));
  await waitFor(() => expect(asked).toHaveBeenCalledWith('run', expect.anything(), expect.anything()));
  expect(change.getByRole('status').textContent).toMatch(/^0 of \d+ done$/);
  expect(change.queryByRole('button', { name: /^Try/ })).toBeNull();
  fireEvent.click(change.getByRole('button', { name: 'Cancel' }));
  await change.findByRole('button', { name: /^Try \d+ changes$/ });
  const workers = asked.mock.calls.filter(([question]) => question === 'run').length;
  expect(closed).toHaveBeenCalledTimes(workers);
  expect(change.queryAllByRole('listitem')).toEqual([]);
  expect(change.queryByRole('alert')).toBeNull();
});

const sure = { preset: 'ftls', baseline: 0, onBaseline: () => {}, onSeeds: () => {} } as const;

test('runs that have not settled can be repeated until they have, or written first, unless they already were', () => {
  const onSteady = { repeat: vi.fn(), write: vi.fn() };
  const drifting = [
    run([...Array(30).fill(100), ...[100, 150, 200, 250, 300].flatMap((each) => [each, each])]),
  ];
  const { rerender } = render(<Sure {...sure} runs={drifting} seeds={1} onSteady={onSteady} />);
  fireEvent.click(screen.getByRole('button', { name: 'Repeat until steady, then compare' }));
  expect(onSteady.repeat).toHaveBeenCalledOnce();
  fireEvent.click(screen.getByRole('button', { name: 'Write uniformly until steady instead' }));
  expect(onSteady.write).toHaveBeenCalledOnce();
  // Drawn requests are written as they are drawn.
  rerender(<Sure {...sure} runs={drifting} seeds={1} onSteady={{ ...onSteady, write: null }} />);
  expect(screen.getAllByRole('button')).toHaveLength(1);
  rerender(<Sure {...sure} runs={drifting} seeds={1} onSteady={null} />);
  expect(screen.getByRole('note').textContent).toContain('Not in a steady state');
  expect(screen.queryByRole('button')).toBeNull();
  rerender(<Sure {...sure} runs={[run(Array(40).fill(100))]} seeds={1} onSteady={onSteady} />);
  expect(screen.queryByRole('note')).toBeNull();
});

test('service times have a column where requests wait', () => {
  const runs = [run(Array(40).fill(100))];
  const { rerender } = render(<Sure {...sure} runs={runs} seeds={1} onSteady={null} />);
  expect(screen.queryByRole('columnheader', { name: 'Service time, mean' })).toBeNull();
  const even = Array(40).fill(100);
  const dftl = run(even, 900);
  const waiting = [run(even), { ...dftl, variant: { ...dftl.variant, ftl: 'dftl' as const } }];
  rerender(<Sure {...sure} runs={waiting} seeds={1} onSteady={null} />);
  screen.getByRole('columnheader', { name: 'Service time, mean' });
});

test('seeds are offered where requests are drawn', () => {
  const onSeeds = vi.fn();
  const { rerender } = render(
    <Sure {...sure} runs={[run([])]} seeds={1} onSeeds={onSeeds} onSteady={null} />,
  );
  fireEvent.change(screen.getByLabelText('Intervals over'), { target: { value: '5' } });
  expect(onSeeds).toHaveBeenCalledWith(5);
  rerender(<Sure {...sure} runs={[run([])]} seeds={null} onSteady={null} />);
  expect(screen.queryByLabelText('Intervals over')).toBeNull();
  // A link may ask for another number of them.
  rerender(<Sure {...sure} runs={[run([])]} seeds={3} onSeeds={onSeeds} onSteady={null} />);
  const over = screen.getByLabelText<HTMLSelectElement>('Intervals over');
  expect([...over.options].map(({ value, text }) => [value, text])).toEqual([
    ['1', 'windows of one run'],
    ['3', '3 seeds'],
    ['5', '5 seeds'],
  ]);
  expect(over.value).toBe('3');
});
