/** Designs in lessons: the check of a sound one and of spoilt ones, and how settings are kept and judged. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EngineClient } from '../../protocol/engine/engine-client';
import { checkLesson } from '../language/check';
import { describe as described } from '../language/fault';
import type { Lesson, Step } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { nodeEngine, nodeRounds } from '../play/node-engine';
import { scopeAt, walk } from '../play/walk';
import { type Design, ownSettings, settingsIn, withSettings, writeSettings } from './design';
import { figuresOf, gradeDesign, runDesign } from './judge';

const SOUND = `---
title: "Designs"
goals: [design]
scenarios:
  morning:
    seed: 1
    device: { blocks: 76, pages_per_block: 16, page_bytes: 2048, timing: slides }
    logical_pages: 1024
    ftl: { kind: page, gc_policy: fifo, gc_threshold: 2 }
    precondition: [{ kind: sequential }]
    workload: { kind: uniform, requests: 2000 }
---

## Design

\`\`\`yaml
id: size
on: morning
run: start
design:
  ask: "Keep write amplification below :given[2] with as many pages as you can."
  knobs:
    logical_pages: { name: "Logical pages", from: 512, to: 1152, by: 64 }
    ftl.gc_policy: { name: "Victim policy", of: { greedy: "Greedy", fifo: "FIFO" } }
  hidden: 7
  figures: { wa: { name: "Write amplification", value: report.write_amplification } }
  meets:
    - { is: report.write_amplification < 2, otherwise: "It is :v[report.write_amplification]." }
    - { is: scenario.logical_pages >= 768, otherwise: "Too small." }
  solutions: [{ logical_pages: 768, ftl.gc_policy: greedy }]
  wrong:
    - { logical_pages: 1152, ftl.gc_policy: greedy }
    - { logical_pages: 512, ftl.gc_policy: greedy }
\`\`\`

A design.
`;

let engine: EngineClient;
let lesson: Lesson;
let step: Step & { design: Design };
beforeAll(() => {
  engine = nodeEngine();
  const read = parseLesson(SOUND).lesson;
  const [first] = read?.steps ?? [];
  if (!read || !first?.design) throw new Error(JSON.stringify(parseLesson(SOUND).faults));
  lesson = read;
  step = { ...first, design: first.design };
});
afterAll(() => engine.close());

describe('the check of a design', () => {
  const faultsOf = async (text: string) =>
    (await checkLesson(text, engine, nodeRounds)).faults.map((fault) => described(fault));

  test('a sound one', async () => expect(await faultsOf(SOUND)).toEqual([]));

  test.each([
    ['solutions: [{ logical_pages: 768,', 'solutions: [{ logical_pages: 1152,', /misses the budget/],
    [
      '- { logical_pages: 512, ftl.gc_policy: greedy }',
      '- { logical_pages: 768, ftl.gc_policy: greedy }',
      /meets the budget/,
    ],
    ['report.write_amplification < 2', 'report.write_amplification < 9', /meets the budget/],
    ['report.write_amplification < 2', 'report.amplification < 2', /report has no "amplification"/],
    ['value: report.write_amplification', 'value: report.amplification', /report has no "amplification"/],
    ['logical_pages: 512, ftl.gc_policy: greedy }', 'logical_pages: 512 }', /"ftl.gc_policy" is not set/],
    [
      'logical_pages: 512, ftl.gc_policy: greedy',
      'logical_pages: 513, ftl.gc_policy: greedy',
      /is no setting of a knob/,
    ],
    ['ftl.gc_policy: greedy }]', 'ftl.gc_policy: random }]', /is no setting of a knob/],
    ['from: 512, to: 1152', 'from: 1152, to: 512', /the knob has no range/],
    ['of: { greedy: "Greedy", fifo: "FIFO" }', 'of: { greedy: "Greedy" }', /there is nothing to choose/],
    ['name: "Logical pages"', 'name: "1 page"', /a bare figure/],
    ['    logical_pages: { name', '    Logical-pages: { name', /is no field of a scenario/],
    ['hidden: 7', 'hidden: evening', /there is no scenario "evening"/],
    ['logical_pages: 1024', 'logical_pages: 1000', /own settings are not within the knobs/],
    ['id: size', 'id: size\npredict: { ask: "How many?", answer: 1, hint: "One." }', /a round and a design/],
  ])('%s becomes %s', async (from, to, says) => {
    expect(SOUND).toContain(from);
    const faults = await faultsOf(SOUND.replace(from, to));
    expect(faults.join('\n')).toMatch(says);
  });

  test('settings that the engine refuses are named with the reason', async () => {
    const wide = SOUND.replace('to: 1152', 'to: 12800').replace(
      '- { logical_pages: 1152,',
      '- { logical_pages: 12800,',
    );
    expect((await faultsOf(wide)).join()).toMatch(/"logical_pages":12800.*: /);
  });
});

describe('settings', () => {
  test('are kept as text and come back, whatever text is given', () => {
    const { design } = step;
    const settings = { logical_pages: 768, 'ftl.gc_policy': 'greedy' };
    const text = writeSettings(design, settings);
    expect(settingsIn(design, text)).toEqual(settings);
    const wrong = ['', '{', 'null', '[]', '7', '{}', '{"logical_pages":768}', text.replace('768', '769')];
    wrong.push(text.replace('768', '"768"'), text.replace('greedy', 'cat'), text.replace('}', ',"seed":3}'));
    expect(wrong.map((each) => settingsIn(design, each))).toEqual(wrong.map(() => null));
  });

  test('start from those of the scenario, and change nothing else in it', () => {
    const json = lesson.scenarios.get('morning')?.json ?? {};
    expect(ownSettings(step.design, json)).toEqual({ logical_pages: 1024, 'ftl.gc_policy': 'fifo' });
    const made = withSettings(json, { logical_pages: 768, 'ftl.gc_policy': 'greedy' });
    expect(made).toEqual({
      ...json,
      logical_pages: 768,
      ftl: { kind: 'page', gc_policy: 'greedy', gc_threshold: 2 },
    });
    expect(json.logical_pages).toBe(1024);
  });

  test('are judged on the hidden workload, which differs from the one that is shown', async () => {
    const stations = await walk(lesson, engine);
    const at = async (which: 'shown' | 'hidden', pages: number) => {
      const settings = { logical_pages: pages, 'ftl.gc_policy': 'greedy' };
      const made = await runDesign(lesson, step.design, which, settings, engine);
      return scopeAt(lesson, stations, step, made, 'end');
    };
    const [shown, hidden] = [await at('shown', 768), await at('hidden', 768)];
    expect(figuresOf(step.design, shown)).not.toEqual(figuresOf(step.design, hidden));
    expect(gradeDesign(step.design, hidden)).toEqual({ right: true });
    expect(gradeDesign(step.design, await at('hidden', 1152))).toMatchObject({ right: false });
  });
});
