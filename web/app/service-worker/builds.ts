/**
 * Which build of the page a tab runs. A tab goes on with the build that it was loaded from until it is loaded again, and its build's
 * files stay as long: another tab may have taken a newer one, whose files have other names.
 */

/** The files of a build: addresses, and the names under which the cache has them. */
export type Files = Readonly<Record<string, string>>;

interface Earlier {
  files: Files;
  /** Ids of the tabs, and of their workers, that run it. */
  clients: readonly string[];
}

interface Kept {
  /** The build that new tabs get. */
  now: Files;
  earlier: readonly Earlier[];
}

/** The needs from the service worker. */
export interface BuildsHost {
  caches: CacheStorage;
  /** Of the files. */
  cacheName: string;
  /** Ids of all windows and workers of the page that live. */
  clients(): Promise<readonly string[]>;
}

/** The cache that has the list, apart from the files. */
const LIST_CACHE = 'ftl-lab-builds';
const LIST = './builds.json';
/** Behind it a file's name in the cache has its revision: workbox puts it there. */
const REVISION = '__WB_REVISION__';

export class Builds {
  private list: Promise<Kept | null> | null = null;

  constructor(
    private readonly host: BuildsHost,
    private readonly files: Files,
  ) {}

  /** This build takes over: the tabs that are there now go on with the one before it. */
  async takeOver(): Promise<void> {
    const before = await this.read();
    const alive = await this.host.clients();
    const earlier = (before?.earlier ?? []).map((each) => ({ ...each, clients: among(each.clients, alive) }));
    const known = earlier.flatMap(({ clients }) => clients);
    const last = before?.now ?? (await this.unlisted());
    const others = alive.filter((id) => !known.includes(id));
    await this.write({ now: this.files, earlier: [...earlier, { files: last, clients: others }] });
    await this.clean();
  }

  /** Forgets the builds that no tab runs any more, with their files. */
  async prune(): Promise<void> {
    const kept = await this.read();
    if (!kept || kept.earlier.length === 0) return;
    const alive = await this.host.clients();
    const earlier = kept.earlier.map((each) => ({ ...each, clients: among(each.clients, alive) }));
    if (earlier.every(({ clients }) => clients.length > 0)) return;
    await this.write({ now: kept.now, earlier });
    await this.clean();
  }

  /** The name in the cache of a file of a tab's build; `undefined` for tabs of this build. */
  async nameFor(client: string, addresses: readonly string[]): Promise<string | undefined> {
    const kept = await this.read();
    const build = kept?.earlier.find(({ clients }) => clients.includes(client));
    return build && addresses.map((address) => build.files[address]).find((name) => name !== undefined);
  }

  private async clean(): Promise<void> {
    const kept = await this.read();
    const builds = [this.files, ...(kept?.earlier ?? []).map(({ files }) => files)];
    const wanted = new Set(builds.flatMap((files) => Object.values(files)));
    const cache = await this.host.caches.open(this.host.cacheName);
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
  }

  /** The files of a build from before there was a list: those that are there and not of this one. */
  private async unlisted(): Promise<Files> {
    const own = new Set(Object.values(this.files));
    const cache = await this.host.caches.open(this.host.cacheName);
    const names = (await cache.keys()).map(({ url }) => url);
    // A file that is the same in both builds has one name.
    const [others, both] = [names.filter((name) => !own.has(name)), names.filter((name) => own.has(name))];
    return Object.fromEntries([...both, ...others].map((name) => [addressOf(name), name]));
  }

  private read(): Promise<Kept | null> {
    this.list ??= this.host.caches
      .open(LIST_CACHE)
      .then((cache) => cache.match(LIST))
      .then((response): Promise<Kept> | null => (response ? response.json() : null))
      .catch(() => null);
    return this.list;
  }

  private async write({ now, earlier }: Kept): Promise<void> {
    const kept = { now, earlier: earlier.filter(({ clients }) => clients.length > 0) };
    this.list = Promise.resolve(kept);
    const cache = await this.host.caches.open(LIST_CACHE);
    await cache.put(LIST, new Response(JSON.stringify(kept)));
  }
}

function among(ids: readonly string[], alive: readonly string[]): string[] {
  return ids.filter((id) => alive.includes(id));
}

function addressOf(name: string): string {
  const address = new URL(name);
  address.searchParams.delete(REVISION);
  return address.href;
}
