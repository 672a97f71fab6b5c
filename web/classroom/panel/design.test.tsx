/** A design task in the panel, on a real engine: it is run on the workload shown, handed in, judged on the hidden one, and kept. */

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeEngine, nodeRounds } from '../../lesson/play/node-engine';
import type { Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { nodePolicies } from '../../lesson/policy/node-policies';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { createLab } from '../../state/lab/create-lab';
import { LabProvider } from '../../state/use-lab';
import { LessonPanel } from './LessonPanel';

let kept: Map<string, Progress>;
let engines: EngineClient[];
const start = async () => {
  const engine = nodeEngine();
  engines.push(engine);
  return engine;
};
beforeEach(() => {
  engines = [];
  kept = new Map();
});
afterEach(() => {
  cleanup();
  for (const engine of engines) engine.close();
});

function show() {
  const progress: ProgressStore = {
    load: (lesson) => kept.get(lesson) ?? null,
    save: (lesson, saved) => void kept.set(lesson, structuredClone(saved)),
    clear: (lesson) => void kept.delete(lesson),
    all: () => new Map(kept),
  };
  return render(
    <LabProvider value={createLab(start)}>
      <LessonPanel
        slug="mapping"
        step="design"
        {...{ progress }}
        engine={start}
        challenges={nodeRounds}
        policies={nodePolicies}
      />
    </LabProvider>,
  );
}

const rows = () =>
  within(screen.getByRole('table', { name: 'Your runs' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.children].map((cell) => cell.textContent));

test('knobs are set by keyboard, runs are listed, and the hidden workload appears only with what is handed in', async () => {
  const { unmount } = show();
  const run = await screen.findByText('Run the workload shown');
  await waitFor(() => expect(run).toHaveProperty('disabled', false));
  expect(screen.queryByRole('table', { name: 'Your runs' })).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Map' }), { target: { value: 'block' } });
  fireEvent.click(run);
  await waitFor(() => expect(rows()).toEqual([['Shown', 'By block', '4', '4', '1,000']]));

  fireEvent.click(screen.getByText('Hand in'));
  expect(await screen.findByText(/A block map of/)).toBeDefined();
  expect(rows()).toHaveLength(2);
  expect(rows()[1]?.[0]).toBe('Hidden');
  expect(kept.get('mapping')?.asked.design).toMatchObject({ verdict: 'wrong', known: false, tries: 1 });

  const pages = screen.getByRole('textbox', { name: /Pages of a block/ });
  fireEvent.keyDown(pages, { key: 'ArrowUp' });
  await waitFor(() => expect(pages).toHaveProperty('value', '8'));
  fireEvent.click(screen.getByText('Hand in'));
  expect(await screen.findByText(/Right/)).toBeDefined();
  expect(kept.get('mapping')?.asked.design).toMatchObject({ verdict: 'right', known: true, tries: 2 });
  unmount();

  // On a later visit it is judged again.
  show();
  expect(await screen.findByText(/Right/)).toBeDefined();
  expect(screen.getByRole('textbox', { name: /Pages of a block/ })).toHaveProperty('value', '8');
});

test('“Show me” runs a solution on the hidden workload', async () => {
  show();
  fireEvent.click(await screen.findByText('Show me'));
  await waitFor(() =>
    expect(rows().map(([workload, map, pages]) => [workload, map, pages])).toEqual([
      ['Hidden', 'By block', '8'],
    ]),
  );
  expect(kept.get('mapping')?.asked.design).toMatchObject({ verdict: null, known: true, shown: true });
});
