import { beforeEach, expect, test } from 'vitest';
import { addressesOf, bare, isSandbox } from './answers';
import { Builds, type Files } from './builds';

const AT = 'https://lab.test/courses/';
let areas: Map<string, Map<string, Response>>;
let alive: string[];

/** A cache that keeps what it is given: as much of one as is asked of it. */
function cacheOf(name: string) {
  const kept = areas.get(name) ?? new Map<string, Response>();
  areas.set(name, kept);
  return {
    keys: async () => [...kept.keys()].map((url) => ({ url })),
    match: async (url: string) => kept.get(new URL(url, AT).href)?.clone(),
    put: async (url: string, response: Response) => void kept.set(new URL(url, AT).href, response),
    delete: async (request: { url: string }) => kept.delete(request.url),
  };
}
const caches = { open: async (name: string) => cacheOf(name) } as unknown as CacheStorage;

/** A build whose page and chunk have this mark in their names, with a picture that never changes. */
function build(mark: string): Files {
  return {
    [`${AT}index.html`]: `${AT}index.html?__WB_REVISION__=${mark}`,
    [`${AT}assets/main-${mark}.js`]: `${AT}assets/main-${mark}.js`,
    [`${AT}icon.png`]: `${AT}icon.png?__WB_REVISION__=same`,
  };
}
/** Its service worker: the files are fetched, and then it takes over. */
async function takes(mark: string): Promise<Builds> {
  for (const name of Object.values(build(mark))) await cacheOf('files').put(name, new Response(mark));
  const builds = new Builds({ caches, cacheName: 'files', clients: async () => alive }, build(mark));
  await builds.takeOver();
  return builds;
}
const names = () => [...(areas.get('files')?.keys() ?? [])].map((name) => name.slice(AT.length)).sort();
const PAGE = [AT, `${AT}index.html`];

beforeEach(() => {
  areas = new Map();
  alive = [];
});

test('the files of a build stay as long as a tab runs it, and go with the last one', async () => {
  alive = ['a', 'b'];
  await takes('one');
  alive = ['a', 'b'];
  const two = await takes('two');
  expect(names()).toEqual([
    'assets/main-one.js',
    'assets/main-two.js',
    'icon.png?__WB_REVISION__=same',
    'index.html?__WB_REVISION__=one',
    'index.html?__WB_REVISION__=two',
  ]);
  // The tab that agreed is loaded again, and has another id; the other one goes on.
  alive = ['a', 'c'];
  await two.prune();
  expect(await two.nameFor('a', PAGE)).toBe(`${AT}index.html?__WB_REVISION__=one`);
  expect(await two.nameFor('c', PAGE)).toBeUndefined();
  expect(names()).toContain('assets/main-one.js');
  alive = ['c'];
  await two.prune();
  expect(names()).toEqual([
    'assets/main-two.js',
    'icon.png?__WB_REVISION__=same',
    'index.html?__WB_REVISION__=two',
  ]);
});

test('three builds at once: each tab has its own, also after the worker was started again', async () => {
  alive = ['a'];
  await takes('one');
  await takes('two');
  alive = ['a', 'b'];
  await takes('three');
  const again = new Builds({ caches, cacheName: 'files', clients: async () => alive }, build('three'));
  expect(await again.nameFor('a', PAGE)).toContain('=one');
  expect(await again.nameFor('b', PAGE)).toContain('=two');
  alive = ['b'];
  await again.prune();
  expect(names().filter((name) => name.startsWith('assets'))).toEqual([
    'assets/main-three.js',
    'assets/main-two.js',
  ]);
});

test('a build from before there was a list stays too', async () => {
  for (const name of Object.values(build('old'))) await cacheOf('files').put(name, new Response('old'));
  alive = ['a'];
  const builds = await takes('new');
  expect(await builds.nameFor('a', PAGE)).toContain('=old');
  expect(names()).toContain('assets/main-old.js');
});

test('a file is found without `.html` and without what is behind `?`', () => {
  expect(addressesOf(`${AT}policy?x=1#y`)).toEqual([`${AT}policy`, `${AT}policy.html`]);
  expect(addressesOf(`${AT}?course=2`)).toEqual([AT, `${AT}index.html`]);
  const sandboxes = ['policy', 'policy.html', 'policy.html?1', 'policy/other', 'my-policy.html', ''];
  expect(sandboxes.filter((name) => isSandbox(AT + name))).toEqual([
    'policy',
    'policy.html',
    'policy.html?1',
  ]);
});

test('an answer that was redirected is kept as one that was not', async () => {
  const redirected = new Response('page', { headers: { 'Content-Type': 'text/html' } });
  Object.defineProperty(redirected, 'redirected', { value: true });
  const copy = await bare(redirected);
  expect([copy.redirected, copy.headers.get('Content-Type'), await copy.text()]).toEqual([
    false,
    'text/html',
    'page',
  ]);
});
