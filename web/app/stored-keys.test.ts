/** Everything that the page keeps in the browser, and what happens when two tabs keep it. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Assignment } from '../lesson/assignment/assignment';
import type { Asked, Progress } from '../lesson/play/play';

/**
 * Each key, by the file that has it.
 *
 * - `merge`: a tab writes what it changed, beside what others wrote.
 * - `choose`: a text is not written over before the person chose one (base/typed/shared-text.ts).
 * - `last`: the last one holds, for the reason given.
 * - `tab`: a tab has its own.
 */
const KEYS: Record<
  string,
  Record<string, readonly ['merge' | 'choose' | 'tab'] | readonly ['last', string]>
> = {
  'web/base/keep.ts': { 'ftl-lab': ['merge'] },
  'web/base/language.ts': {
    'ftl-lab.language': ['last', 'a choice of one value, which other tabs take at once'],
  },
  'web/base/typed/use-typed.ts': { 'ftl-lab.typed.': ['tab'] },
  'web/views/trace/recent.ts': { 'ftl-lab-traces': ['merge'] },
  'web/views/policy/index.tsx': { 'ftl-lab policy': ['choose'], 'ftl-lab policy of link ': ['choose'] },
  'web/views/policy/score.ts': { 'ftl-lab policy best ': ['merge'] },
  'web/state/plans/sweep.ts': { 'ftl-lab-sweep': ['choose'] },
  'web/worker/kept-results.ts': { 'ftl-lab-sweeps': ['merge'] },
  'web/lesson/play/progress.ts': {
    'ftl-lab.lesson.': ['merge'],
    'ftl-lab.last-lesson': ['last', 'the lesson that was worked at last, in whichever tab'],
  },
  'web/classroom/edit/drafts.ts': { 'ftl-lab.lesson-draft.': ['choose'] },
  'web/classroom/assignment/kept.ts': { 'ftl-lab.assignment.': ['merge'] },
  'web/classroom/assignment/under-way.ts': {
    'ftl-lab.assignment': ['last', 'lessons are closed in every tab, which hear of it at once'],
    'ftl-lab.left.': ['merge'],
  },
  'web/classroom/lecture/class.ts': { 'ftl-lab.class': ['tab'] },
  'web/classroom/lecture/projector/projector.ts': { 'ftl-lab.lecture.left': ['tab'] },
  'web/classroom/lecture/lecture-channel.ts': { 'ftl-lab.lecture.': ['tab'] },
};

/** Names of files; nothing is kept under them. */
const NOT_KEPT = new Set(['ftl-lab-progress.json']);

test('every key that is kept has its rule here', () => {
  const found: Record<string, string[]> = {};
  for (const name of readdirSync('web', { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name) || /\.(test|fixture)\.|i18n\/compiled|protocol\/pkg|^tools/.test(name))
      continue;
    const text = readFileSync(`web/${name}`, 'utf8');
    if (
      !/\b(local|session)Storage\b|\/(keep|use-typed|shared-text|use-shared-text)'|createStore\('|base\/keep/.test(
        text,
      )
    )
      continue;
    const keys = [...text.matchAll(/'(ftl-lab[^']*)'/g)].map(([, key = '']) => key);
    const kept = keys.filter((key) => !NOT_KEPT.has(key));
    if (kept.length > 0) found[`web/${name}`] = kept.sort();
  }
  const listed = Object.entries(KEYS).map(([file, keys]) => [file, Object.keys(keys).sort()]);
  expect(found).toEqual(Object.fromEntries(listed));
});

let disk: Map<string, string>;
/** Whether the storage takes nothing more. */
let full: boolean;
let page: EventTarget;
/** Events that are on their way to the other tab. They come later than what causes them. */
let told: (() => void)[];
const deliver = () => {
  for (const each of told.splice(0)) each();
};

beforeEach(() => {
  disk = new Map();
  full = false;
  told = [];
  page = new EventTarget();
  const tell = (key: string) => {
    told.push(() =>
      page.dispatchEvent(Object.assign(new Event('storage'), { key, newValue: disk.get(key) ?? null })),
    );
  };
  const area = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem(key: string, text: string) {
      if (full) throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
      if (disk.get(key) === text) return;
      disk.set(key, text);
      tell(key);
    },
    removeItem(key: string) {
      disk.delete(key);
      tell(key);
    },
  };
  vi.stubGlobal(
    'localStorage',
    new Proxy(area, {
      ownKeys: () => [...disk.keys()],
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
    }),
  );
  vi.stubGlobal('window', page);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** A module as another tab has it. */
async function tab<T>(load: () => Promise<T>): Promise<T> {
  vi.resetModules();
  return load();
}
const tabs = async <T>(load: () => Promise<T>) => [await tab(load), await tab(load)] as const;
const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));

const UNASKED: Asked = { variant: 0, given: null, verdict: null, known: false, tries: 0 };
const progressOf = (found: unknown) => found as Progress;
const right = (given: string, more: Partial<Asked> = {}): Asked => ({
  ...{ variant: 0, given, verdict: 'right', known: true, tries: 1 },
  ...more,
});
const at = (step: string, asked: Progress['asked'], more: Partial<Progress> = {}): Progress => ({
  ...{ version: 1, step, asked },
  ...more,
});

test('settings: what one tab chose stays when the other chooses something else', async () => {
  const [a, b] = await tabs(() => import('../state/preferences'));
  a.preferences.getState().set({ theme: 'dark' });
  b.preferences.getState().set({ speed: 30 });
  expect(JSON.parse(disk.get('ftl-lab') ?? '')).toMatchObject({ theme: 'dark', speed: 30 });
});

test('traces opened lately: those of both tabs', async () => {
  const [a, b] = await tabs(() => import('../views/trace/recent'));
  a.remember('one.csv');
  b.remember('two.csv');
  expect(a.recentTraces()).toEqual(['two.csv', 'one.csv']);
});

test('best score: the better one, whichever tab had it', async () => {
  const [a, b] = await tabs(() => import('../views/policy/score'));
  const row = (wa: number) => ({ id: 'yours' as const, wa, erases: 1, response: 1, state: null });
  a.bestBefore('skewed', row(1.2));
  b.bestBefore('skewed', row(1.5));
  expect(a.bestBefore('skewed', row(2))?.wa).toBe(1.2);
});

test('lessons: the answers of both tabs, and neither takes one away', async () => {
  const [a, b] = await tabs(() => import('../lesson/play/progress'));
  a.browserProgress.save('bast', at('one', { one: right('1') }));
  for (const { browserProgress } of [a, b]) {
    const there = browserProgress.load('bast') as Progress;
    browserProgress.save('bast', there);
  }
  a.browserProgress.save('bast', at('two', { one: right('1'), two: right('2') }));
  b.browserProgress.save(
    'bast',
    at('three', { one: right('1'), three: right('3') }, { said: 'Pages move.' }),
  );
  a.browserProgress.save('bast', at('two', { one: right('1'), two: { ...right('2'), draft: 'typed' } }));
  const kept = b.browserProgress.load('bast') as Progress;
  expect(kept.asked).toEqual({ one: right('1'), two: { ...right('2'), draft: 'typed' }, three: right('3') });
  expect(kept.said).toBe('Pages move.');
});

test('lessons: started over in one tab, it is started over; what the other answers then counts', async () => {
  const [a, b] = await tabs(() => import('../lesson/play/progress'));
  a.browserProgress.save('bast', at('one', { one: right('1') }));
  for (const { browserProgress } of [a, b])
    browserProgress.save('bast', browserProgress.load('bast') as Progress);
  a.browserProgress.save('bast', at('one', {}));
  b.browserProgress.save('bast', at('two', { one: right('1'), two: right('2') }));
  expect((a.browserProgress.load('bast') as Progress).asked).toEqual({ two: right('2') });
});

/** Without opening the lesson, as `load` does. */
const onDisk = () => progressOf(JSON.parse(disk.get('ftl-lab.lesson.bast') ?? '')).asked;

test('lessons: code that both tabs write stays the first one’s until the person chose', async () => {
  const [a, b] = await tabs(() => import('../lesson/play/progress'));
  const typed = (draft: string) => at('code', { code: { ...UNASKED, draft } });
  for (const { browserProgress } of [a, b]) {
    browserProgress.load('bast');
    browserProgress.save('bast', at('code', {}));
  }
  const heard: Progress[] = [];
  const stop = b.browserProgress.watch?.('bast', (progress) => heard.push(progress));
  a.browserProgress.save('bast', typed('a'));
  deliver();
  expect(heard.at(-1)).toEqual(typed('a'));
  b.browserProgress.save('bast', typed('b'));
  expect(onDisk().code?.draft).toBe('a');
  // The other tab's draft of another step is none of this one's.
  a.browserProgress.save('bast', at('code', { ...typed('a').asked, two: { ...UNASKED, draft: '2' } }));
  for (const step of ['code', 'two']) b.browserProgress.settle?.('bast', step);
  b.browserProgress.save('bast', typed('b'));
  const { code, two } = onDisk();
  expect([code?.draft, two?.draft]).toEqual(['b', '2']);
  stop?.();
});

const HOMEWORK: Assignment = {
  ...{ title: 'Homework', attempts: 3, hints: true, due: '', seed: '' },
  parts: [{ name: 'bast', text: null, steps: ['full_merge', 'rescue'] }],
};
const answered = (given: string, s: number): Asked => ({
  ...{ variant: 1, given, verdict: 'wrong', known: false, tries: 1 },
  answers: [{ given, right: false, s }],
});

test('assignments: the answers of both tabs, and each attempt that was used', async () => {
  const [a, b] = await tabs(() => import('../classroom/assignment/kept'));
  const [one, two] = [a, b].map(({ storeOf }) => storeOf(HOMEWORK, 'kim', 'bast', 1000));
  for (const store of [one, two]) {
    store?.load('bast');
    store?.save('bast', at('full_merge', {}));
  }
  one?.save('bast', at('full_merge', { full_merge: answered('7', 20) }));
  two?.save('bast', at('full_merge', { full_merge: answered('6', 30) }));
  one?.save('bast', at('rescue', { full_merge: answered('7', 20), rescue: answered('1', 40) }));
  const { full_merge: merge, rescue } = progressOf(two?.load('bast')).asked;
  expect(merge?.answers).toEqual([
    ...(answered('7', 20).answers ?? []),
    ...(answered('6', 30).answers ?? []),
  ]);
  expect([merge?.tries, rescue]).toEqual([2, answered('1', 40)]);
});

test('assignments: when they were left, in both tabs', async () => {
  const [a, b] = await tabs(() => import('../classroom/assignment/under-way'));
  const kim = { title: 'Homework', packed: 'p', student: 'kim', key: 'k' };
  a.setUnderWay(kim, 1000);
  a.setUnderWay(null, 2000);
  deliver();
  b.setUnderWay(kim, 3000);
  b.setUnderWay(null, 4000);
  expect(a.absencesOf('k')).toEqual([
    { from: 2000, to: 3000 },
    { from: 4000, to: null },
  ]);
});

for (const key of ['ftl-lab policy', 'ftl-lab policy of link 12345678', 'ftl-lab-sweep'])
  test(`${key}: nothing is written over before the person chose, and the second tab says so`, async () => {
    const [a, b] = await tabs(() => import('../base/typed/shared-text'));
    const heard: string[] = [];
    const open = ({ sharedText }: typeof a, name: string) => {
      const text = sharedText(key, { what: 'text', save: null }, (other) => heard.push(`${name} ${other}`));
      text.listen();
      return text;
    };
    const [one, two] = [open(a, 'one'), open(b, 'two')];
    one.put('of one');
    deliver();
    // Told at once, before it writes.
    expect(heard).toEqual(['two true']);
    two.put('of two');
    expect([disk.get(key), asks()]).toEqual(['of one', true]);
    two.mine('of two');
    deliver();
    expect([disk.get(key), asks(), heard]).toEqual(['of two', false, ['two true', 'two false', 'one true']]);
    expect(one.theirs()).toBe('of two');
    one.put('of one, later');
    expect(disk.get(key)).toBe('of one, later');
    // The event is still on its way.
    two.put('of two, later');
    expect(disk.get(key)).toBe('of one, later');
  });

test('lesson drafts: an equal text in another tab is no other text, whenever it was written', async () => {
  const [{ sharedText }, { draftText, writeDraft }] = [
    await import('../base/typed/shared-text'),
    await import('../classroom/edit/drafts'),
  ];
  const heard: boolean[] = [];
  const draft = (text: string, changed: number) => writeDraft({ file: 'lesson.md', text, changed });
  const key = 'ftl-lab.lesson-draft.draft-1';
  const shared = sharedText(key, { what: 'text', save: null }, (other) => heard.push(other), draftText);
  shared.listen();
  shared.put(draft('a', 1));
  localStorage.setItem(key, draft('a', 2));
  deliver();
  expect(heard).toEqual([]);
  localStorage.setItem(key, draft('b', 3));
  deliver();
  expect(heard).toEqual([true]);
  shared.put(draft('c', 4));
  expect(draftText(disk.get(key) ?? null)).toBe('b');
});

test('storage is full: nothing is lost while the page is open, each thing is named, and leaving asks first', async () => {
  vi.resetModules();
  const { onNotKept } = await import('../base/keep');
  const { browserProgress } = await import('../lesson/play/progress');
  const { storeOf, begin, rescueWith } = await import('../classroom/assignment/kept');
  const { preferences } = await import('../state/preferences');
  const { drafts, keepDraft } = await import('../classroom/edit/drafts');
  const named: string[] = [];
  const saves: (() => void)[] = [];
  onNotKept((reason, work) => {
    named.push(`${reason} ${work?.what ?? 'settings'}`);
    if (work?.save) saves.push(work.save);
  });
  const store = storeOf(HOMEWORK, 'kim', 'bast', 1000);
  store.load('bast');
  store.save('bast', at('full_merge', {}));
  full = true;
  preferences.getState().set({ theme: 'dark' });
  expect(asks()).toBe(false);
  browserProgress.load('fast');
  browserProgress.save('fast', at('one', { one: right('1') }));
  expect(asks()).toBe(true);
  let saved = 0;
  rescueWith(HOMEWORK, 'kim', () => {
    saved += 1;
  });
  store.save('bast', at('full_merge', { full_merge: answered('7', 20) }));
  store.save('bast', at('rescue', { full_merge: answered('7', 20), rescue: answered('1', 40) }));
  keepDraft({ id: 'draft-1', file: 'lesson.md', text: 'mine', changed: 1 }, () => {});
  expect(named).toEqual(['full settings', 'full lessons', 'full assignment', 'full text']);
  // The answers are there, in this page.
  expect(browserProgress.all().get('fast')?.asked).toEqual({ one: right('1') });
  expect(begin(HOMEWORK, 'kim', 2000).parts.bast?.asked.full_merge?.tries).toBe(1);
  expect(drafts().map(({ text }) => text)).toEqual(['mine']);
  saves[0]?.();
  expect(saved).toBe(1);
  // Another tab answered meanwhile, and there is room again: both stay.
  full = false;
  const other = await tab(() => import('../classroom/assignment/kept'));
  const theirs = other.storeOf(HOMEWORK, 'kim', 'bast', 1000);
  theirs.load('bast');
  theirs.save('bast', at('full_merge', {}));
  theirs.save('bast', at('kinds', { kinds: answered('3', 50) }));
  store.save('bast', at('update', { full_merge: answered('7', 20), rescue: answered('1', 40) }));
  const { asked } = JSON.parse([...disk].find(([key]) => key.startsWith('ftl-lab.assignment.'))?.[1] ?? '')
    .parts.bast;
  expect(Object.keys(asked).sort()).toEqual(['full_merge', 'kinds', 'rescue']);
  browserProgress.save('fast', at('one', { one: right('1') }));
  preferences.getState().set({ theme: 'dark' });
  keepDraft({ id: 'draft-1', file: 'lesson.md', text: 'mine', changed: 1 }, null);
  expect(asks()).toBe(false);
});
