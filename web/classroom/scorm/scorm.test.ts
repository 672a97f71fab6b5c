/** The package's manifest, and what a platform hears: on the runtime of scorm-again, which checks every value it is given. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { Scorm12API } from 'scorm-again';
import { beforeEach, expect, test, vi } from 'vitest';
import { asks, type Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import type { Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { timeOf } from './interactions';
import { filesFor, manifestOf, type Packed, packageOf } from './package';
import { type Api, findApi, finishWith, reportTo } from './report';
import { type Past, packed, scored, unpacked } from './suspended';
import { Visit } from './visit';

function read(folder: string): Lesson {
  const text = readFileSync(join(import.meta.dirname, '../../../lessons', folder, 'lesson.md'), 'utf8');
  const { lesson } = parseLesson(text);
  if (!lesson) throw new Error(`${folder} cannot be read`);
  return lesson;
}
const BAST = read('04-bast');
const LESSONS = new Map([['bast', BAST]]);
const ASKING = BAST.steps.filter(asks).map(({ id }) => id);
const RIGHT = { variant: 0, given: '5', verdict: 'right', known: true, tries: 1 } as const;
const SHOWN = { variant: 0, given: null, verdict: null, known: true, shown: true, tries: 0 } as const;

const kept = new Map<string, Progress>();
const others: ProgressStore = {
  load: (lesson) => kept.get(lesson) ?? null,
  save: (lesson, progress) => void kept.set(lesson, progress),
  clear: (lesson) => void kept.delete(lesson),
  all: () => new Map(kept),
};
let failed: string[];
beforeEach(() => {
  kept.clear();
  failed = [];
});
const begin = (api: unknown, now?: () => number) =>
  reportTo(api as Api, new Map([['bast', BAST]]), others, (reason) => failed.push(reason), now);
const platform = () => new Scorm12API({ autocommit: false, logLevel: 5 });

test('a new attempt, answers, the end; and the next attempt goes on from there', () => {
  const api = platform();
  let time = 1000;
  const report = begin(api, () => time);
  expect(report.load('bast')).toBeNull();
  const step = BAST.steps[4]?.id ?? '';
  const half: Progress = { version: 1, step, asked: { [ASKING[0] ?? '']: RIGHT, [ASKING[1] ?? '']: SHOWN } };
  report.save('bast', half);
  expect(api.cmi.core.lesson_status).toBe('incomplete');
  expect(api.cmi.core.score.raw).toBe(String(Math.round(100 / ASKING.length)));
  expect(api.cmi.core.lesson_location).toBe(step);
  time += 65_250;
  report.finish();
  expect(api.isTerminated()).toBe(true);
  expect(api.cmi.core.getCurrentTotalTime(undefined)).toBe('00:01:05.25');

  // The platform keeps the values it received, and hands them to the next attempt.
  const again = platform();
  again.cmi.suspend_data = api.cmi.suspend_data;
  again.cmi.core.lesson_status = 'incomplete';
  const next = begin(again);
  expect(next.load('bast')).toEqual(half);
  next.save('bast', { ...half, asked: Object.fromEntries(ASKING.map((id) => [id, RIGHT])) });
  expect(again.cmi.core.lesson_status).toBe('completed');
  // One was shown before: it is known, and brings no points.
  const most = String(Math.round((100 * (ASKING.length - 1)) / ASKING.length));
  expect(again.cmi.core.score.raw).toBe(most);
  // Going back to look, or starting again, does not undo it.
  next.save('bast', half);
  next.clear('bast');
  expect(again.cmi.core.lesson_status).toBe('completed');
  expect(again.cmi.core.score.raw).toBe(most);
  expect(failed).toEqual([]);
});

test('a lesson that was completed keeps its points in later attempts, and may gain some', () => {
  const api = platform();
  api.cmi.core.lesson_status = 'completed';
  api.cmi.core.score.raw = '30';
  const report = begin(api);
  report.save('bast', { version: 1, step: 's', asked: { [ASKING[0] ?? '']: RIGHT } });
  expect(api.cmi.core.score.raw).toBe('30');
  report.save('bast', { version: 1, step: 's', asked: Object.fromEntries(ASKING.map((id) => [id, RIGHT])) });
  expect(api.cmi.core.score.raw).toBe('100');
  // Its answers are wanted again.
  const set = vi.spyOn(api, 'LMSSetValue');
  report.finish();
  expect(set).toHaveBeenCalledWith('cmi.core.exit', 'suspend');
  expect(failed).toEqual([]);
});

test('the session ends with the page; a page that the browser restores is reloaded', () => {
  const api = platform();
  const page = Object.assign(new EventTarget(), { location: { reload: vi.fn() } });
  finishWith(page as unknown as Window, begin(api));
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }));
  expect(page.location.reload).not.toHaveBeenCalled();
  page.dispatchEvent(new Event('pagehide'));
  expect(api.isTerminated()).toBe(true);
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  expect(page.location.reload).toHaveBeenCalledOnce();
});

test('other lessons are none of the platform’s; a review changes nothing', () => {
  const api = platform();
  const report = begin(api);
  report.save('fast', { version: 1, step: 'x', asked: {} });
  expect(api.cmi.suspend_data).toBe('');
  expect([...kept.keys()]).toEqual(['fast']);
  const told: string[] = [];
  const review = {
    LMSInitialize: () => 'true',
    LMSGetValue: (element: string) => (element === 'cmi.core.lesson_mode' ? 'review' : ''),
    LMSSetValue: (element: string) => told.push(element) && 'true',
    LMSCommit: () => told.push('commit') && 'true',
    LMSFinish: () => 'true',
  };
  const reviewed = begin(review);
  reviewed.save('bast', { version: 1, step: 'x', asked: {} });
  reviewed.finish();
  expect(told).toEqual([]);
});

test('a draft is there in the next attempt, and a platform’s server is not asked for each letter', () => {
  let suspended = '';
  const commits: string[] = [];
  const api = {
    LMSInitialize: () => 'true',
    LMSGetValue: (element: string) => (element === 'cmi.suspend_data' ? suspended : ''),
    LMSSetValue: (element: string, value: string) => {
      if (element === 'cmi.suspend_data') suspended = value;
      return 'true';
    },
    LMSCommit: () => commits.push(suspended) && 'true',
    LMSFinish: () => 'true',
  };
  const [first = ''] = ASKING;
  const typed = (draft: string): Progress => ({
    ...{ version: 1, step: first },
    asked: { [first]: { variant: 0, given: null, verdict: null, known: false, tries: 0, draft } },
  });
  const report = begin(api);
  report.save('bast', typed('w'));
  const before = commits.length;
  report.save('bast', typed('w4'));
  report.save('bast', typed('w4 w5'));
  expect(commits.length).toBe(before);
  report.finish();
  expect(commits.length).toBe(before + 1);
  expect((begin(api).load('bast') as Progress).asked[first]?.given).toBe('w4 w5');
});

test('a refusal is shown once, in the platform’s words', () => {
  const api = platform();
  const first = begin(api);
  first.finish();
  first.save('bast', { version: 1, step: 'x', asked: {} });
  expect(failed).toEqual([]);
  begin(api).save('bast', { version: 1, step: 'x', asked: {} });
  expect(failed).toHaveLength(1);
  expect(failed[0]).toMatch(/\w+ \(\d+\)$/);
});

test('the state fits the standard’s 4,096 characters, whatever was written', () => {
  const of = (progress: Progress) => ({ progress: new Map([['bast', progress]]), past: new Map() });
  const back = (progress: Progress) => unpacked(packed(of(progress), LESSONS), LESSONS).progress.get('bast');
  const long = { ...RIGHT, given: 'w4 '.repeat(2000) };
  const progress: Progress = { version: 1, step: 's', asked: { long, short: { ...RIGHT, tries: 2 } } };
  expect(packed(of(progress), LESSONS).length).toBeLessThanOrEqual(4096);
  expect(back(progress)?.asked).toMatchObject({
    long: { given: null, known: true },
    short: { given: '5', tries: 2 },
  });
  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`step-${index}`, RIGHT]));
  expect(back({ version: 1, step: 's', asked: many })).toMatchObject({ step: 's' });
  const past = new Map([['bast/wait', { tries: 3, shown: true, right: false }]]);
  expect(unpacked(packed({ ...of(progress), past }, LESSONS), LESSONS).past).toEqual(past);
  for (const foreign of [
    '',
    '{}',
    'bookmark=3',
    '{"v":1,"s":"a","a":{}}',
    '{"v":2,"l":[["a","b",{"c":3}]],"h":[]}',
  ])
    expect(unpacked(foreign, LESSONS).progress.size).toBe(0);
  // As it was before words were kept.
  const old = '{"v":2,"l":[["bast","s",{"a":[1,"5",1,1,0,2]}]],"h":[["bast/a",3,1]]}';
  expect(unpacked(old, LESSONS)).toEqual({
    progress: new Map([
      ['bast', { version: 1, step: 's', asked: { a: { ...RIGHT, variant: 1, tries: 2 } } }],
    ]),
    past: new Map([['bast/a', { tries: 3, shown: true, right: false }]]),
  });
  expect([timeOf(0), timeOf(3_909_250)]).toEqual(['0000:00:00.00', '0001:05:09.25']);
});

test('a person’s words are kept while there is room, and are the first to go', () => {
  const [first = '', second = ''] = ASKING;
  const reason = '때문에 '.repeat(20);
  const asked = { [first]: { ...RIGHT, reason }, [second]: RIGHT };
  const progress: Progress = {
    ...{ version: 1, step: first, asked, said: 'Pages move.' },
    recalled: { q1: { ...RIGHT, variant: 2 } },
  };
  const text = (given: string) => {
    const all = { ...progress, asked: { ...asked, [second]: { ...RIGHT, given } } };
    return packed({ progress: new Map([['bast', all]]), past: new Map() }, LESSONS);
  };
  const kept = (characters: number) => {
    const written = text('w'.repeat(characters));
    expect(written.length).toBeLessThanOrEqual(4096);
    const { said, recalled, asked: back = {} } = unpacked(written, LESSONS).progress.get('bast') ?? {};
    const answer = back[second]?.given?.length;
    return { said, recalled, reason: back[first]?.reason, answer };
  };
  const most = 4096 - text('').length;
  const { recalled } = progress;
  expect(kept(most)).toEqual({ said: 'Pages move.', recalled, reason, answer: most });
  expect(kept(most + 1)).toEqual({ said: 'Pages move.', reason, answer: most + 1 });
  expect(kept(most + 60)).toEqual({ said: 'Pages move.', answer: most + 60 });
  expect(kept(most + 130)).toEqual({ answer: most + 130 });
  expect(kept(5000)).toEqual({ answer: undefined });
});

test('of a long course it keeps what was shown, answered and tried', () => {
  const lessons = new Map(Array.from({ length: 40 }, (_, index) => [`lesson-${index}`, BAST] as const));
  const progress = new Map<string, Progress>();
  const past = new Map<string, Past>();
  for (const name of lessons.keys()) {
    const asked = Object.fromEntries(
      ASKING.map((id, at) => [id, at === 0 ? SHOWN : { ...RIGHT, tries: (at % 6) + 1 }]),
    );
    progress.set(name, { version: 1, step: ASKING[3] ?? '', asked });
    for (const id of ASKING) past.set(`${name}/${id}`, { tries: 1, shown: id === ASKING[1], right: false });
  }
  const text = packed({ progress, past }, lessons);
  expect(text.length).toBeLessThanOrEqual(4096);
  const back = unpacked(text, lessons);
  const [before, after] = [new Visit(lessons, { progress, past }, 0), new Visit(lessons, back, 0)];
  expect([after.score, after.done, after.place]).toEqual([before.score, before.done, before.place]);
  for (const [name, { asked }] of progress)
    for (const [id, each] of Object.entries(asked)) {
      const earlier = back.past.get(`${name}/${id}`);
      const now = back.progress.get(name)?.asked[id];
      const shown = id === ASKING[0] || id === ASKING[1];
      expect((earlier?.tries ?? 0) + (now?.tries ?? 0)).toBe(each.tries + 1);
      expect([now?.known, now?.shown || earlier?.shown || false]).toEqual([true, shown]);
      expect(scored(now, earlier)).toBe(!shown);
    }
  // The last lessons are whole.
  expect(back.progress.get('lesson-39')?.asked[ASKING[2] ?? '']?.given).toBe('5');
  // Of more than there can be, what was shown.
  const name = 'n'.repeat(100);
  const many = new Map(Array.from({ length: 40 }, (_, index) => [`${name}${index}`, BAST] as const));
  const whole = {
    progress: new Map([...many.keys()].map((each) => [each, progress.get('lesson-0') as Progress])),
    past: new Map<string, Past>(),
  };
  const least = packed(whole, many);
  expect(least.length).toBeLessThanOrEqual(4096);
  for (const each of many.keys())
    for (const id of ASKING)
      expect(unpacked(least, many).past.get(`${each}/${id}`)?.shown ?? false).toBe(id === ASKING[0]);
});

test('points that the platform has are never taken away', () => {
  const api = platform();
  api.cmi.core.lesson_status = 'incomplete';
  api.cmi.core.score.raw = '57';
  begin(api).save('bast', { version: 1, step: 's', asked: {} });
  expect([api.cmi.core.score.raw, api.cmi.core.lesson_status]).toEqual(['57', 'incomplete']);
});

test('the API is found in the frames above, and behind the window that opened this one', () => {
  const api = {};
  const top = { API: api } as unknown as { parent: unknown; API: unknown };
  top.parent = top;
  const child = { parent: { parent: top }, opener: null } as unknown as Window;
  expect(findApi(child)).toBe(api);
  const alone: { parent: unknown; opener: unknown } = { parent: null, opener: child };
  alone.parent = alone;
  expect(findApi(alone as unknown as Window)).toBe(api);
  const foreign = {
    get API(): never {
      throw new DOMException('cross-origin', 'SecurityError');
    },
  };
  expect(findApi({ parent: foreign, opener: null } as unknown as Window)).toBeNull();
});

test('the package: its manifest names every file, and every file named is there', () => {
  const all = ['_headers', 'assets/a b.js', 'files.json', 'index.html', 'sw.js', 'traces/x.gz'];
  expect(filesFor([BAST], all)).toEqual(['assets/a b.js', 'index.html']);
  const trace = read('13-trace');
  const own = 'traces/financial1-first10k.mqsim.gz';
  expect(filesFor([BAST, trace], [...all, own])).toContain(own);
  const files = new Map([
    ['index.html', new Uint8Array([1])],
    ['assets/a b.js', new Uint8Array([2])],
  ]);
  const packed: Packed = {
    ...{ id: 'bast', title: 'Log <blocks> & "merges"', language: 'ko', lessons: [BAST], classText: null },
  };
  const zip = unzipSync(packageOf(packed, files));
  const manifest = strFromU8(zip['imsmanifest.xml'] ?? new Uint8Array());
  const named = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, href]) => decodeURI(href ?? ''));
  expect(named.sort()).toEqual(
    Object.keys(zip)
      .filter((name) => name !== 'imsmanifest.xml')
      .sort(),
  );
  expect(manifest).toContain('<title>Log &#60;blocks&#62; &#38; &#34;merges&#34;</title>');
  expect(manifest).toMatch(/<schemaversion>1\.2<\/schemaversion>/);
  expect(manifest).toMatch(/adlcp:scormtype="sco" href="launch\.html"/);
  expect(strFromU8(zip['launch.html'] ?? new Uint8Array())).toContain(
    'index.html?scorm=bast#/lesson/bast?lang=ko',
  );
  expect(() => packageOf(packed, new Map())).toThrow('index.html');
  expect(manifestOf({ ...packed, title: BAST.title, language: 'en' }, [])).toMatchSnapshot();
});

test('a class is packed with its file, which the launch page opens', () => {
  const classText = 'class: Week 5\nlessons: [bast]\n';
  const packed: Packed = { id: 'class-1', title: 'Week 5', language: 'en', lessons: [BAST], classText };
  const zip = unzipSync(packageOf(packed, new Map([['index.html', new Uint8Array([1])]])));
  expect(strFromU8(zip['package.ftlclass'] ?? new Uint8Array())).toBe(classText);
  expect(strFromU8(zip['imsmanifest.xml'] ?? new Uint8Array())).toContain('<file href="package.ftlclass"/>');
  expect(strFromU8(zip['launch.html'] ?? new Uint8Array())).toContain(
    'index.html?scorm=class#/learn?lang=en',
  );
});
