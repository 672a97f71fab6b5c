/** The parts of the editor that need no page: what is kept, where steps begin, what is found while one writes. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Text } from '@codemirror/state';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseLesson } from '../../lesson/language/parse';
import { nodeRounds } from '../../lesson/play/node-engine';
import { inlineEngine } from '../../protocol/engine/inline-engine';
import { type Checker, createChecker, type Findings } from './checker';
import { diagnosticsOf } from './codemirror';
import { draftOf, drafts, forgetDraft, freshId, keepDraft } from './drafts';
import { keepFile } from './files';
import { lessonLanguage } from './language';
import { openedOf } from './opened';
import { stepAt, stepLines, titleOf } from './outline';

const SOUND = readFileSync(join(import.meta.dirname, '../../lesson/testdata/sound.md'), 'utf8');

describe('steps', () => {
  test('steps start where the parser says, whatever is in front matter and code', () => {
    const text = SOUND.replace('goals:', '## no step: x\ngoals:').replace(
      'id: first',
      '## no step\nid: first',
    );
    expect(stepLines(SOUND)).toEqual(parseLesson(SOUND).lesson?.steps.map(({ line }) => line));
    expect(stepLines(text)).toHaveLength(3);
  });

  test('a line is in the step above it; the front matter in the first', () => {
    const [first = 0, second = 0] = stepLines(SOUND);
    expect([1, first, second - 1, second, 9999].map((line) => stepAt(SOUND, line))).toEqual([0, 0, 0, 1, 2]);
  });

  test('a title is seen in a text that is no lesson yet', () => {
    expect(titleOf('---\ntitle: "Mine: one"\n')).toBe('Mine: one');
    expect(titleOf('---\ntitel: Mine\n')).toBeNull();
  });
});

describe('drafts', () => {
  beforeEach(() => {
    // As the browser's, its keys are properties.
    const store = Object.create({
      getItem: (key: string) => store[key] ?? null,
      setItem: (key: string, text: string) => Object.assign(store, { [key]: text }),
      removeItem: (key: string) => Reflect.deleteProperty(store, key),
    });
    vi.stubGlobal('localStorage', store);
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  test('are kept apart, listed by age, thrown away and had back', () => {
    keepDraft({ id: freshId(), file: 'a.md', text: 'A', changed: 1 });
    keepDraft({ id: freshId(), file: 'b.md', text: 'B', changed: 2 });
    expect(drafts().map(({ text }) => text)).toEqual(['B', 'A']);
    const gone = drafts().find(({ text }) => text === 'A');
    if (!gone) throw new Error('the first is not kept');
    forgetDraft(gone.id);
    expect(drafts().map(({ text }) => text)).toEqual(['B']);
    keepDraft(gone);
    expect(draftOf(gone.id)).toEqual(gone);
  });

  test('two lessons that are opened before either is changed are two drafts', async () => {
    const fresh = await openedOf('new');
    const other = await keepFile(new File(['# Theirs'], 'theirs.md'));
    if (!fresh) throw new Error('not opened');
    expect(other.id).not.toBe(fresh.id);
    keepDraft({ ...fresh, changed: 1 });
    expect(drafts().map(({ file }) => file)).toEqual(['theirs.md', 'lesson.md']);
    expect((await openedOf('bast'))?.id).not.toBe((await openedOf('new'))?.id);
  });

  test('a kept name is drawn again', () => {
    const drawn = vi.spyOn(Math, 'random').mockReturnValueOnce(0.5).mockReturnValueOnce(0.5);
    const first = freshId();
    keepDraft({ id: first, file: 'a.md', text: 'A', changed: 1 });
    expect(freshId()).not.toBe(first);
    expect(drawn).toHaveBeenCalledTimes(3);
  });

  test('the error about a file that is too large names both bounds', async () => {
    const large = new File(['x'.repeat(300 * 1024)], 'large.md');
    await expect(keepFile(large)).rejects.toThrow(/large\.md has 300 KiB.* 256 KiB.* 64 KiB/);
    expect(drafts()).toEqual([]);
  });

  test('the page says so if a file is gone since it was chosen', async () => {
    const gone = new File(['A'], 'gone.md');
    vi.spyOn(gone, 'slice').mockReturnValue({
      text: () => Promise.reject(new Error('No such file.')),
    } as never);
    await expect(keepFile(gone)).rejects.toThrow('gone.md could not be read (No such file.)');
  });

  test('an entry that another program has stored is not a draft', () => {
    localStorage.setItem('ftl-lab.lesson-draft.draft-1', '{"text": 7}');
    localStorage.setItem('ftl-lab.lesson-draft.draft-2', '{');
    localStorage.setItem('ftl-lab.lesson-draft.../x', '{"file": "a.md", "text": "A", "changed": 1}');
    expect(drafts()).toEqual([]);
    keepDraft({ id: freshId(), file: 'a.md', text: 'A', changed: 1 });
    expect(drafts()).toHaveLength(1);
  });
});

test('a fault is marked at its word, and never outside of the text', () => {
  const doc = Text.of(['one', 'two words', '']);
  const fault = { where: 'w', message: 'm', remedy: 'r' };
  const places = diagnosticsOf(doc, [
    { ...fault, line: 2, column: 5 },
    { ...fault, line: 9, column: 9 },
    { ...fault, line: 1, column: 0 },
  ]);
  expect(places.map(({ from, to }) => [from, to])).toEqual([
    [8, 13],
    [14, 14],
    [0, 3],
  ]);
});

test('the colours know directives, YAML blocks and front matter', () => {
  const tree = lessonLanguage().language.parser.parse(
    SOUND.replace('Say so.', 'Say :source[*2*]{ref="slides"}.'),
  );
  const seen: Record<string, string[]> = {};
  const text = SOUND.replace('Say so.', 'Say :source[*2*]{ref="slides"}.');
  tree.iterate({
    enter: ({ name, from, to }) => {
      seen[name] ??= [];
      seen[name].push(text.slice(from, to));
    },
  });
  expect(seen.DirectiveBody).toEqual([
    'report.host.writes',
    '*2*',
    'chart.bast.programs[0]',
    'chart.values[0]',
  ]);
  expect(seen.DirectiveAttributes).toEqual(['{ref="slides"}']);
  expect(seen.DirectiveFence).toEqual([':::notes', ':::']);
  expect(seen.Frontmatter).toHaveLength(1);
  expect(seen.ATXHeading2).toHaveLength(3);
});

describe('the check of a text that is being written', () => {
  let checker: Checker;
  let told: Findings[];
  let engines = 0;
  beforeEach(() => {
    told = [];
    engines = 0;
    checker = createChecker(
      async () => {
        engines += 1;
        return inlineEngine();
      },
      nodeRounds,
      (findings) => told.push(findings),
    );
  });
  afterEach(() => checker.close());

  /** The final verdict on a text. */
  async function check(text: string): Promise<Findings> {
    checker.check(text);
    return vi.waitFor(
      () => {
        const last = told.at(-1);
        expect(last?.text === text && last.state !== 'checking').toBe(true);
        return last as Findings;
      },
      { timeout: 120_000 },
    );
  }

  test('the last valid preview stays while there is an error, and follows the text once the error is corrected', async () => {
    const first = await check(SOUND);
    expect(first).toMatchObject({ state: 'checked', faults: [], current: true });
    expect(first.evaluated).toBeGreaterThan(5);

    const broken = await check(SOUND.replace('run: end', 'run: ned'));
    expect(broken.faults[0]?.line).toBe(22);
    expect(broken.current).toBe(false);
    expect(broken.shown).toBe(first.shown);

    const mended = await check(SOUND.replace('A first step', 'Another step'));
    expect(mended.current).toBe(true);
    expect(mended.shown?.lesson.steps[0]?.title).toEqual([{ kind: 'text', text: 'Another step' }]);
    expect(engines).toBe(1);
  });

  test('an expectation that does not hold is an error with its line; the step can be shown', async () => {
    const wrong = await check(SOUND.replace('report.host.writes == 3', 'report.host.writes == 4'));
    expect(wrong.faults).toMatchObject([{ line: 24, remedy: expect.stringContaining('3 == 4') }]);
    expect(wrong.current).toBe(true);
  });

  test('a scenario that the engine refuses is an error with its line; nothing of it is shown', async () => {
    const refused = await check(SOUND.replace('log_blocks: 2', 'log_blocks: 0'));
    expect(refused.faults[0]?.message).toMatch(/log_blocks/);
    expect(refused).toMatchObject({ shown: null, current: false });
  });

  test('of texts that come one upon another only the last is checked to its end', async () => {
    checker.check(SOUND);
    checker.check(SOUND.replace('A first step', 'Second'));
    const last = await check(SOUND.replace('A first step', 'Third'));
    expect(last.faults).toEqual([]);
    expect(told.filter(({ state }) => state === 'checked')).toHaveLength(1);
    expect(engines).toBe(1);
  });

  test.each([
    ['a long line', 'x'.repeat(10_000_000), 1],
    ['a script', `${SOUND}\n<script>alert(1)</script>\n`, SOUND.split('\n').length + 1],
    [
      'an alias bomb',
      SOUND.replace('goals: [See it]', `a: &a [x]\nb: &b [${'*a,'.repeat(60)}*a]\ngoals: *b`),
      4,
    ],
  ])('%s is an error with its line', async (_, text, line) => {
    const { faults } = await check(text);
    expect(faults[0]?.line).toBe(line);
    expect(engines).toBe(0);
  });
});
