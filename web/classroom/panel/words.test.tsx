/** Things kept in the person's own words, and the questions from earlier lessons, in the panel on a real engine. */

import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { nodeRounds } from '../../lesson/play/node-engine';
import type { Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { nodePolicies } from '../../lesson/policy/node-policies';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { createLab } from '../../state/lab/create-lab';
import { LabProvider } from '../../state/use-lab';
import { LessonPanel } from './LessonPanel';

let kept: Map<string, Progress>;
let engines: EngineClient[];
const start = async () => {
  const engine = inlineEngine();
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

function show(slug: string, step: string | null = null) {
  const progress: ProgressStore = {
    load: (lesson) => kept.get(lesson) ?? null,
    save: (lesson, saved) => void kept.set(lesson, structuredClone(saved)),
    clear: (lesson) => void kept.delete(lesson),
    all: () => new Map(kept),
  };
  return render(
    <LabProvider value={createLab(start)}>
      <LessonPanel
        {...{ slug, step, progress }}
        engine={start}
        challenges={nodeRounds}
        policies={nodePolicies}
      />
    </LabProvider>,
  );
}

async function openRecall(): Promise<HTMLDetailsElement> {
  const summary = await screen.findByText('First, two questions from earlier lessons');
  const details = summary.closest('details') as HTMLDetailsElement;
  details.open = true;
  fireEvent(details, new Event('toggle'));
  return details;
}

test('a lesson starts with two questions from earlier ones; answers are kept and counted', async () => {
  const { unmount } = show('fast');
  const recall = within(await openRecall());
  await waitFor(() => expect(recall.getAllByRole('form', { hidden: true })).toHaveLength(2));
  expect(recall.getAllByText('From memory')).toHaveLength(2);
  expect(recall.queryByText(/own example/)).toBeNull();
  const [first] = recall.getAllByRole('form', { hidden: true });
  if (!first) throw new Error('no question');
  await waitFor(() => expect(within(first).getByText('Check')).toHaveProperty('disabled', false));
  // One of the answers to a partial merge of eight pages is right.
  for (let pages = 0; pages < 9 && !kept.get('fast')?.recalled?.['exam-logs_partial']?.known; pages += 1) {
    fireEvent.change(within(first).getByRole('textbox', { hidden: true }), {
      target: { value: String(pages) },
    });
    fireEvent.click(within(first).getByText('Check'));
  }
  expect(kept.get('fast')?.recalled?.['exam-logs_partial']).toMatchObject({ known: true, verdict: 'right' });
  expect(kept.get('fast')?.asked).toEqual({});
  unmount();
  show('fast');
  expect(await screen.findByText('1 of 2 done')).toBeDefined();
});

test('the first lesson has no earlier one; later steps ask nothing of earlier lessons', async () => {
  const { unmount } = show('flash');
  await screen.findByText(/Step 1 of/);
  expect(screen.queryByText('First, two questions from earlier lessons')).toBeNull();
  unmount();
  show('fast', 'shared');
  await screen.findByText(/Step 2 of/);
  expect(screen.queryByText('First, two questions from earlier lessons')).toBeNull();
});

test('a choice of two asks for the reason, and keeps it', async () => {
  const { unmount } = show('flash', 'spare');
  const reason = await screen.findByLabelText('Your reason');
  fireEvent.change(reason, { target: { value: 'GC copies fewer pages' } });
  fireEvent.blur(reason);
  await waitFor(() =>
    expect(kept.get('flash')?.asked.spare).toMatchObject({ reason: 'GC copies fewer pages' }),
  );
  unmount();
  show('flash', 'spare');
  expect(await screen.findByLabelText('Your reason')).toHaveProperty('value', 'GC copies fewer pages');
});

test('at the end the lesson is put into a sentence, which is compared with its goals', async () => {
  kept.set('flash', { version: 1, step: 'layer', asked: {} });
  const { unmount } = show('flash');
  const sentence = await screen.findByLabelText(/in a sentence/);
  expect(screen.queryByText(/Compare it with the goals/)).toBeNull();
  fireEvent.change(sentence, { target: { value: 'Flash cannot overwrite.' } });
  fireEvent.blur(sentence);
  expect(await screen.findByText(/Compare it with the goals/)).toBeDefined();
  expect(kept.get('flash')?.said).toBe('Flash cannot overwrite.');
  unmount();
  show('flash');
  expect(await screen.findByLabelText(/in a sentence/)).toHaveProperty('value', 'Flash cannot overwrite.');
});

test.each([['fast', 'drawn', /No variant. The question is about the slides/]])(
  'a prediction without variants says why, once it is answered: %s, %s',
  async (slug, step, why) => {
    show(slug, step);
    await screen.findByText('Show me');
    expect(screen.queryByText(why)).toBeNull();
    fireEvent.click(screen.getByText('Show me'));
    expect(await screen.findByText(why)).toBeDefined();
  },
);

test('a prediction with variants says nothing of the kind', async () => {
  show('flash', 'victim');
  fireEvent.click(await screen.findByText('Show me'));
  expect(await screen.findByText(/fresh|another variant|variant/i)).toBeDefined();
  expect(screen.queryByText(/No variant/)).toBeNull();
});
