/** The panel on a real engine and store, without a stage: what a person sees and does. */
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EngineClient } from '../protocol/engine-client';
import { inlineEngine } from '../protocol/inline-engine';
import { createLab } from '../state/create-lab';
import type { LabStore } from '../state/lab';
import { LabProvider } from '../state/use-lab';
import { LessonPanel } from './LessonPanel';
import type { Progress } from './play';
import type { ProgressStore } from './progress';

const WAIT = { timeout: 5000 };
vi.setConfig({ testTimeout: 20_000 });

let lab: LabStore;
let kept: Map<string, unknown>;
let progress: ProgressStore;
let engines: EngineClient[];
const start = async () => {
  const engine = inlineEngine();
  engines.push(engine);
  return engine;
};

beforeEach(() => {
  engines = [];
  kept = new Map();
  progress = {
    load: (lesson) => kept.get(lesson) ?? null,
    save: (lesson, saved: Progress) => void kept.set(lesson, structuredClone(saved)),
    clear: (lesson) => void kept.delete(lesson),
  };
  lab = createLab(start);
});
afterEach(() => {
  cleanup();
  for (const engine of engines) engine.close();
});

function show(slug = 'bast') {
  return render(
    <LabProvider value={lab}>
      <LessonPanel slug={slug} engine={start} progress={progress} />
    </LabProvider>,
  );
}

/** Resolves when the stage stands where the step wants it. */
async function settled(scenario: string, request: number, event = 0) {
  await waitFor(() => {
    const slot = lab.getState().slots[0];
    expect(slot?.summary.name).toBe(scenario);
    expect(slot?.current.frame.position).toEqual({ request, event });
  }, WAIT);
}

function press(name: string | RegExp) {
  fireEvent.click(screen.getByRole('button', { name }));
}

async function goTo(step: number) {
  fireEvent.change(await screen.findByRole('combobox', { name: 'All steps' }), {
    target: { value: String(step - 1) },
  });
}

test('the first step opens its scenario at its position, and next goes on', async () => {
  show();
  expect(await screen.findByRole('heading', { name: 'Two kinds of blocks' })).toBeDefined();
  expect(screen.getByText('Step 1 of 20')).toBeDefined();
  await settled('BAST, first writes', 0);
  press('Next step');
  await settled('BAST, first writes', 4);
  // Values come from the engine.
  expect(await screen.findByTitle('delta.flash.programs.total')).toHaveProperty('textContent', '4');
  press('Previous step');
  await settled('BAST, first writes', 0);
});

test('the keys of a clicker go from step to step', async () => {
  show();
  await screen.findByText('Step 1 of 20');
  fireEvent.keyDown(window, { key: 'PageDown' });
  expect(await screen.findByText('Step 2 of 20')).toBeDefined();
  fireEvent.keyDown(window, { key: 'ArrowRight', altKey: true });
  expect(await screen.findByText('Step 3 of 20')).toBeDefined();
  fireEvent.keyDown(window, { key: 'PageUp' });
  expect(await screen.findByText('Step 2 of 20')).toBeDefined();
});

test('stepping away and back is exact', async () => {
  show();
  await screen.findByText('Step 1 of 20');
  await goTo(3);
  await settled('BAST, first writes', 5);
  const there = lab.getState().slots[0]?.current.frame.state_hash;
  expect(screen.queryByRole('button', { name: 'Back to the step' })).toBeNull();
  await lab.getState().step(true, 'operation');
  await lab.getState().step(true, 'operation');
  fireEvent.click(await screen.findByRole('button', { name: 'Back to the step' }));
  await settled('BAST, first writes', 5);
  expect(lab.getState().slots[0]?.current.frame.state_hash).toBe(there);
});

test('“Watch it happen” plays from the begin of the step to its end, and stops there', async () => {
  show();
  await screen.findByText('Step 1 of 20');
  await goTo(8);
  await settled('BAST, full merge', 8, 12);
  lab.getState().setSpeed(500);
  const played: number[] = [];
  const stop = lab.subscribe(({ playing, slots }) => {
    if (playing) played.push(slots[0]?.current.frame.position.event ?? -1);
  });
  press('Watch it happen');
  await waitFor(() => expect(played.length).toBeGreaterThan(2), WAIT);
  await waitFor(() => expect(lab.getState().playing).toBe(false), WAIT);
  stop();
  expect(played[0]).toBe(0);
  await settled('BAST, full merge', 8, 12);
});

test('a prediction: locked, wrong with its hint, a fresh variant, right, revealed', async () => {
  show();
  await screen.findByText('Step 1 of 20');
  await goTo(7);
  await settled('BAST, full merge', 8);
  expect(screen.queryByRole('heading', { name: 'Result' })).toBeNull();
  press('Next step');
  expect(await screen.findByText(/Predict first/)).toBeDefined();
  expect(screen.getByText('Step 7 of 20')).toBeDefined();

  const answer = () => screen.getByRole('textbox', { name: /Your answer/ });
  await waitFor(
    () => expect(screen.getByRole('button', { name: 'Check' })).toHaveProperty('disabled', false),
    WAIT,
  );
  fireEvent.change(answer(), { target: { value: '5' } });
  press('Check');
  expect(await screen.findByText(/Those are the latest copies in the log block/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Result' })).toBeNull();

  press('Try a fresh variant');
  expect(await screen.findByText(/Variant 1/)).toBeDefined();
  await waitFor(
    () => expect(lab.getState().slots[0]?.summary.name).toBe('BAST, full merge, variant 1'),
    WAIT,
  );
  await waitFor(
    () => expect(screen.getByRole('button', { name: 'Check' })).toHaveProperty('disabled', false),
    WAIT,
  );
  const pages = lab.getState().slots[0]?.summary.pages_per_block;
  fireEvent.change(answer(), { target: { value: String(pages) } });
  press('Check');
  expect(await screen.findByText('Right.')).toBeDefined();

  press(/Back to the lesson/);
  expect(await screen.findByRole('heading', { name: 'Result' })).toBeDefined();
  await waitFor(() => expect(lab.getState().slots[0]?.summary.name).toBe('BAST, full merge'), WAIT);
  expect(lab.getState().slots[0]?.current.frame.event?.t).toBe('merge_end');
  press('Next step');
  expect(await screen.findByText('Step 8 of 20')).toBeDefined();
});

test('choices are graded, and “show me” opens the way', async () => {
  show();
  await screen.findByText('Step 1 of 20');
  await goTo(6);
  await settled('BAST, three full data blocks', 1);
  fireEvent.click(await screen.findByRole('radio', { name: /1: it joins/ }));
  press('Check');
  expect(await screen.findByText(/a log block is dedicated to one/)).toBeDefined();
  press('Show me');
  const result = (await screen.findByRole('heading', { name: 'Result' })).parentElement as HTMLElement;
  expect(within(result).getByTitle('frame.tables.log_blocks.length').textContent).toBe('2');
  await settled('BAST, three full data blocks', 2);
});

test('a task is run and judged by the engine', async () => {
  show();
  await screen.findByText('Step 1 of 20');
  await goTo(19);
  await settled('BAST, make it switch', 4);
  const field = screen.getByRole('textbox', { name: 'Your requests' });
  fireEvent.change(field, { target: { value: 'write 4' } });
  press('Check');
  expect(await screen.findByText(/Write requests such as/)).toBeDefined();
  fireEvent.change(field, { target: { value: 'w8' } });
  press('Check');
  expect(await screen.findByText(/A partial merge happened/)).toBeDefined();
  fireEvent.change(field, { target: { value: 'w4 w5 w6 w7 w0' } });
  press('Check');
  expect(await screen.findByText('Right.')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Result' })).toBeDefined();
  await settled('BAST, make it switch', 9);
  expect(lab.getState().slots[0]?.current.frame.report.merges.switch).toBe(1);
});

test('where one was is kept', async () => {
  show();
  await screen.findByText('Step 1 of 20');
  await goTo(4);
  await screen.findByText('Step 4 of 20');
  cleanup();
  show();
  expect(await screen.findByText('Step 4 of 20')).toBeDefined();
  press('Start over');
  expect(await screen.findByText('Step 1 of 20')).toBeDefined();
});

test('an unknown lesson shows the list; a wrong text its line and remedy; the lab stays', async () => {
  show('nonsense');
  expect(await screen.findByRole('link', { name: /Log blocks/ })).toBeDefined();
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  const text =
    '---\ntitle: "X"\ngoals: [g]\nscenarios: { a: { ops: "w0" } }\n---\n\n## S\n\nIt costs 7. <script>alert(1)</script>\n';
  fireEvent.change(screen.getByLabelText('Text of the lesson'), { target: { value: text } });
  press('Open this text');
  const trouble = await screen.findByRole('alert');
  expect(trouble.textContent).toMatch(/Line 9, column 1 .*bare figure.*Remedy/);
  expect(trouble.textContent).toMatch(/HTML is not interpreted/);
  expect(document.querySelector('script')).toBeNull();
  expect(alert).not.toHaveBeenCalled();
  expect(lab.getState().slots[0]).toBeNull();
});

const OWN =
  '---\ntitle: "Mine"\ngoals: [g]\nscenarios:\n  a:\n    device: { blocks: 4, pages_per_block: 4, page_bytes: 2048 }\n' +
  '    logical_pages: 8\n    ftl: { kind: bast, log_blocks: 1 }\n    ops: "w0"\n---\n\n## Own step\n\n```yaml\n' +
  'on: a\nrun: end\nmust: report.flash.programs.total == 1\n```\n\nPrograms: :v[report.flash.programs.total].\n';

async function openFile(text: string) {
  show('nonsense');
  const file = new File([text], 'mine.md', { type: 'text/markdown' });
  fireEvent.change(await screen.findByLabelText('Open a lesson from disk'), { target: { files: [file] } });
}

test('a lesson from disk is opened', async () => {
  await openFile(OWN);
  expect(await screen.findByRole('heading', { name: 'Own step' }, WAIT)).toBeDefined();
  await waitFor(() => expect(screen.getByTitle('report.flash.programs.total').textContent).toBe('1'), WAIT);
});

test('a lesson with a wrong expectation is not opened: place, reason, remedy; the lab stays', async () => {
  await openFile(OWN.replace('total == 1', 'total == 2'));
  const trouble = await screen.findByRole('alert', {}, WAIT);
  expect(trouble.textContent).toMatch(/Line 17, column 7 .*does not hold.*Remedy: the engine says 1 == 2/);
  expect(lab.getState().slots[0]).toBeNull();
});
