/** The panel on a real engine and store, without a stage: what a person sees and does. */

import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../base/language';
import { SLUGS } from '../../lesson/play/library';
import { nodeRounds } from '../../lesson/play/node-engine';
import type { Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { nodePolicies } from '../../lesson/policy/node-policies';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from '../../state/lab/create-lab';
import type { LabStore } from '../../state/lab/lab';
import { lessonFile } from '../../state/lesson-file';
import { LabProvider } from '../../state/use-lab';
import { LessonPanel } from './LessonPanel';

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
    all: () => new Map(kept as Map<string, Progress>),
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
      <LessonPanel
        slug={slug}
        engine={start}
        challenges={nodeRounds}
        policies={nodePolicies}
        progress={progress}
      />
    </LabProvider>,
  );
}

/** Resolves when the stage is where the step wants it. */
async function settled(scenario: string, request: number, event = 0) {
  await waitFor(() => {
    const slot = lab.getState().slots[0];
    expect(slot?.summary.name).toBe(scenario);
    expect(slot?.current.frame.position).toEqual({ request, event });
  });
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
  expect(screen.getByText('Step 1 of 21')).toBeDefined();
  await settled('BAST, first writes', 0);
  press('Next step');
  await settled('BAST, first writes', 4);
  // Values come from the engine.
  expect(await screen.findByTitle('delta.flash.programs.total')).toHaveProperty('textContent', '4');
  press('Back');
  await settled('BAST, first writes', 0);
});

test('the keys of a clicker go from step to step', async () => {
  show();
  await screen.findByText('Step 1 of 21');
  // The panel listens for keys a moment after it is seen.
  await settled('BAST, first writes', 0);
  fireEvent.keyDown(window, { key: 'PageDown' });
  expect(await screen.findByText('Step 2 of 21')).toBeDefined();
  fireEvent.keyDown(window, { key: 'ArrowRight', altKey: true });
  expect(await screen.findByText('Step 3 of 21')).toBeDefined();
  fireEvent.keyDown(window, { key: 'PageUp' });
  expect(await screen.findByText('Step 2 of 21')).toBeDefined();
});

test('stepping away and back is exact', async () => {
  show();
  await screen.findByText('Step 1 of 21');
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

test('“Watch it happen” plays from the start of the step to its end, and stops there', async () => {
  show();
  await screen.findByText('Step 1 of 21');
  await goTo(8);
  await settled('BAST, full merge', 8, 12);
  lab.getState().setSpeed(500);
  const played: number[] = [];
  const stop = lab.subscribe(({ playing, slots }) => {
    if (playing) played.push(slots[0]?.current.frame.position.event ?? -1);
  });
  press('Watch it happen');
  await waitFor(() => expect(played.length).toBeGreaterThan(2));
  await waitFor(() => expect(lab.getState().playing).toBe(false));
  stop();
  expect(played[0]).toBe(0);
  expect(Math.max(...played)).toBe(12);
  await settled('BAST, full merge', 8, 12);
});

test('a prediction: locked, wrong with its hint, a fresh variant, right, revealed', async () => {
  show();
  await screen.findByText('Step 1 of 21');
  await goTo(7);
  await settled('BAST, full merge', 8);
  expect(screen.queryByRole('heading', { name: 'Result' })).toBeNull();
  fireEvent.keyDown(window, { key: 'PageDown' });
  expect(await screen.findByText(/Predict first/)).toBeDefined();
  expect(screen.getByText('Step 7 of 21')).toBeDefined();
  // It can be passed over, and stays open.
  press('Skip for now');
  expect(await screen.findByText('Step 8 of 21')).toBeDefined();
  press('Back');
  await settled('BAST, full merge', 8);
  expect(screen.queryByRole('heading', { name: 'Result' })).toBeNull();

  const answer = () => screen.getByRole('textbox', { name: /Your answer/ });
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check' })).toHaveProperty('disabled', false),
  );
  fireEvent.change(answer(), { target: { value: '5' } });
  press('Check');
  expect(await screen.findByText(/Those are the latest copies in the log block/)).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Result' })).toBeNull();

  press('Try a fresh variant');
  expect(await screen.findByText(/Variant 1/)).toBeDefined();
  await waitFor(() => expect(lab.getState().slots[0]?.summary.name).toBe('BAST, full merge, variant 1'));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check' })).toHaveProperty('disabled', false),
  );
  const pages = lab.getState().slots[0]?.summary.pages_per_block;
  fireEvent.change(answer(), { target: { value: String(pages) } });
  press('Check');
  expect(await screen.findByText('Right.')).toBeDefined();

  press(/Back to the lesson/);
  expect(await screen.findByRole('heading', { name: 'Result' })).toBeDefined();
  await waitFor(() => expect(lab.getState().slots[0]?.summary.name).toBe('BAST, full merge'));
  expect(lab.getState().slots[0]?.current.frame.event?.t).toBe('merge_end');
  press('Next step');
  expect(await screen.findByText('Step 8 of 21')).toBeDefined();
});

test('a wrong answer stays and may be changed, with a further hint; the result is played before it is shown', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  show();
  await screen.findByText('Step 1 of 21');
  await goTo(7);
  await settled('BAST, full merge', 8);
  lab.getState().setSpeed(100);
  const answer = (text: string) => {
    fireEvent.change(screen.getByRole('textbox', { name: /Your answer/ }), { target: { value: text } });
    press('Check');
  };
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Check' })).toHaveProperty('disabled', false),
  );
  answer('5');
  expect(await screen.findByText('Not yet:')).toBeDefined();
  press('Hint');
  expect(await screen.findByText(/Think of the block that comes out/)).toBeDefined();

  const played: number[] = [];
  const stop = lab.subscribe(({ playing, slots: [slot] }) => {
    const { position, event } = slot?.current.frame ?? {};
    if (position && played.at(-1) !== position.event) played.push(position.event);
    // Its result is not shown while it goes on.
    if (playing && event?.t !== 'merge_end')
      expect(screen.queryByRole('heading', { name: 'Result' })).toBeNull();
  });
  answer('8');
  expect(await screen.findByText('Right.')).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Result' })).toBeDefined();
  stop();
  // From the start of the step to its end, never beyond it, and no step back.
  expect(played[0]).toBe(0);
  expect(lab.getState().slots[0]?.current.frame.event?.t).toBe('merge_end');
  expect(played.length).toBeGreaterThan(2);
  expect(played).toEqual([...played].sort((a, b) => a - b));
  await waitFor(() => expect(lab.getState().limit).toBeNull());
  vi.unstubAllGlobals();
});

test('choices are graded, and “show me” opens the way', async () => {
  show();
  await screen.findByText('Step 1 of 21');
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
  await screen.findByText('Step 1 of 21');
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
  await screen.findByText('Step 1 of 21');
  await goTo(4);
  await screen.findByText('Step 4 of 21');
  cleanup();
  show();
  expect(await screen.findByText('Step 4 of 21')).toBeDefined();
  press('Start over');
  expect(await screen.findByText('Step 1 of 21')).toBeDefined();
  press('Undo');
  expect(await screen.findByText('Step 4 of 21')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('the course: what is begun and what comes before it, the core alone; all reset, and had back', async () => {
  const known = { variant: 0, given: '1', verdict: 'right', known: true, tries: 1 };
  progress.save('bast', { version: 1, step: 'full_merge', asked: { merges: known } } as Progress);
  show('');
  const link = async (name: RegExp) => (await screen.findByRole('link', { name })).textContent;
  expect(await link(/Log blocks/)).toBe(
    '4Log blocks: BAST and the three mergescore 12 min, all 17 min, step 7 of 21, core',
  );
  expect(await link(/Flash and why/)).toMatch(/^1Flash.*core 10 min, all 15 min, core$/);
  expect(await link(/Channels|channels/)).toMatch(/^18.*core 14 min, all 25 min, after 10$/);
  const resumed = () => screen.getByRole('region', { name: /^\d+\. / }).textContent;
  expect(resumed()).toBe('4. Log blocks: BAST and the three mergesstep 7 of 21, about 14 min leftContinue');
  press('Core');
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  expect(screen.queryByRole('link', { name: /channels/ })).toBeNull();
  press(`All ${SLUGS.length}`);
  press('Reset all lessons');
  expect(await link(/Log blocks/)).toMatch(/mergescore 12 min, all 17 min, after 2, core$/);
  expect(resumed()).toMatch(/^1\. Flash.*Start lesson 1$/);
  expect(kept.size).toBe(0);
  press('Undo');
  expect(await link(/Log blocks/)).toMatch(/all 17 min, step 7 of 21, core$/);

  const file = (text: string) => new File([text], 'mine.json', { type: 'application/json' });
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('Open saved progress'), { target: { files: [file(text)] } });
  choose('{ "progress": 1, "lessons": { "flash": { "version": 1 } } }');
  const trouble = await screen.findByRole('alert');
  expect(trouble.textContent).toMatch(/Line 1, column 40 .*"step" is missing.*Remedy/);
  expect([...kept.keys()]).toEqual(['bast']);
  choose('{ "progress": 1, "lessons": { "flash": { "version": 1, "step": "update", "asked": {} } } }');
  expect((await screen.findByText(/Progress in 1 lesson was loaded/)).textContent).toBeDefined();
  expect([...kept.keys()]).toEqual(['bast', 'flash']);
});

test('core steps only: the way, the count and the time leave the others out, and it is kept', async () => {
  show();
  expect(await screen.findByText('Step 1 of 21')).toBeDefined();
  press('Core only');
  expect(await screen.findByText('Core step 1 of 12')).toBeDefined();
  press(/Next/);
  expect(await screen.findByText('Core step 2 of 12')).toBeDefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'All steps' }).value).toBe('2');
  cleanup();
  show();
  expect(await screen.findByText('Core step 2 of 12')).toBeDefined();
  // The step between can still be chosen, and is marked.
  await goTo(2);
  expect(await screen.findByText('Step 2 of 21')).toBeDefined();
  expect(screen.getByText('more')).toBeDefined();
  press(/Back/);
  expect(await screen.findByText('Core step 1 of 12')).toBeDefined();
  press('Core only');
  expect(await screen.findByText('Step 1 of 21')).toBeDefined();
});

test('an unknown lesson shows the list; a wrong text its line and remedy; the lab stays', async () => {
  show('nonsense');
  expect(await screen.findByRole('link', { name: /Log blocks/ })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toMatch(/no lesson “nonsense”/);
  const alert = vi.spyOn(window, 'alert').mockImplementation(() => undefined);
  const text =
    '---\ntitle: "X"\ngoals: [g]\nscenarios: { a: { ops: "w0" } }\n---\n\n## S\n\nIt costs 7. <script>alert(1)</script>\n';
  fireEvent.change(screen.getByLabelText('Text of the lesson'), { target: { value: text } });
  press('Open this text');
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Line 9/));
  const trouble = screen.getByRole('alert');
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
  show('');
  const file = new File([text], 'mine.md', { type: 'text/markdown' });
  fireEvent.change(await screen.findByLabelText('Open a lesson from disk'), { target: { files: [file] } });
}

test('a lesson from disk is opened', async () => {
  await openFile(OWN);
  expect(await screen.findByRole('heading', { name: 'Own step' })).toBeDefined();
  await waitFor(() => expect(screen.getByTitle('report.flash.programs.total').textContent).toBe('1'));
});

test('a class that File > Open hands over is opened, whatever the address shows', async () => {
  show('flash');
  await screen.findByRole('button', { name: 'Next step' });
  act(() =>
    lessonFile.setState({ file: new File(['class: Week 5\nlessons: [bast, nowhere]\n'], 'a.ftlclass') }),
  );
  expect(await screen.findByText(/nowhere/)).toBeDefined();
  expect(lessonFile.getState().file).toBeNull();
  act(() => lessonFile.setState({ file: new File(['class: Week 5\nlessons: [bast]\n'], 'b.ftlclass') }));
  await waitFor(() => expect(location.hash).toContain('/lesson/bast'));
});

test('a lesson with a wrong expectation is not opened: place, reason, remedy; the lab stays', async () => {
  await openFile(OWN.replace('total == 1', 'total == 2'));
  // The address named no lesson, which was an alert of its own.
  const trouble = /Line 17, column 7 .*does not hold.*Remedy: the engine says 1 == 2/;
  await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(trouble));
  expect(lab.getState().slots[0]).toBeNull();
});

test('in another language it is the same lesson at the same place, and the stage stays where the person has gone', async () => {
  show();
  await settled('BAST, first writes', 0);
  press('Next step');
  await settled('BAST, first writes', 4);
  await lab.getState().run({ to: 'position', position: { request: 2, event: 0 } });
  await act(() => setLanguage('ko', false));
  expect(await screen.findByRole('heading', { name: '첫 쓰기는 제자리로 갑니다' })).toBeDefined();
  expect(screen.getByText('2/21단계')).toBeDefined();
  await settled('BAST, 첫 쓰기', 2);
  press('다음 단계');
  await settled('BAST, 첫 쓰기', 5);
  await act(() => setLanguage('en', false));
  await settled('BAST, first writes', 5);
  expect(screen.queryByText(/not translated/)).toBeNull();
});

test('a lesson in a package offers no package of itself', async () => {
  show();
  expect(await screen.findByRole('button', { name: 'Export as SCORM' })).toBeDefined();
  cleanup();
  history.replaceState(null, '', '?scorm=bast');
  show();
  expect(await screen.findByRole('link', { name: 'Handout' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Export as SCORM' })).toBeNull();
  history.replaceState(null, '', '/');
});
