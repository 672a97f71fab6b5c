/**
 * A lookup of DFTL in its four steps (Gupta et al. 2009, section 3): 1 the CMT, 2 the GTD, 3 the translation page, which fills the CMT,
 * 4 the page itself. A hit goes from 1 to 4. Before 2 an entry may have to leave.
 */
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';

type Step = 1 | 2 | 3 | 4;
type Is = 'done' | 'now' | 'next';

/** How far a missed mapping has come, by what has happened since. */
export interface Progress {
  victim: Extract<Event, { t: 'cmt_victim' }> | undefined;
  /** The entry that had to leave has left. */
  evicted: boolean;
  /** The translation page was read. */
  fetched: boolean;
  placed: boolean;
  /** The page itself was read or written. */
  accessed: boolean;
}

export function progressOf(
  { lpn, tpn, full }: Pick<Extract<Event, { t: 'cmt_miss' }>, 'lpn' | 'tpn' | 'full'>,
  later: readonly Event[],
): Progress {
  const left = later.findIndex((event) => event.t === 'cmt_evicted');
  const evicted = left >= 0;
  // The entry that leaves may be of the same translation page, which is then read to be written back.
  const after = full ? later.slice(evicted ? left : later.length) : later;
  return {
    victim: later.find((event) => event.t === 'cmt_victim'),
    evicted,
    fetched: after.some(
      (event) =>
        event.t === 'read' &&
        event.kind === 'translation' &&
        event.cause === 'translation' &&
        event.logical === tpn,
    ),
    placed: later.some((event) => event.t === 'cmt_placed' && event.lpn === lpn),
    accessed: later.some((event) => isAccess(event, lpn)),
  };
}

function isAccess(event: Event, lpn: number): boolean {
  const operates = event.t === 'read' || event.t === 'program';
  return operates && event.kind === 'data' && event.cause === 'host' && event.logical === lpn;
}

export interface Lookup {
  lpn: number;
  /** Its translation page; `null`: the CMT has the entry. */
  tpn: number | null;
  is: Record<Step, Is>;
  /** The translation page on flash; the page that is read or written: `null` where there is none. */
  map: number | null;
  page: number | null;
}

/** The lookup of the host page under way; `null`: there is none, or something else is done first. */
export function lookupOf(frame: Frame): Lookup | null {
  const { window, in_window: now, tables, gc, recovery, cost } = frame;
  if (gc || recovery || !tables.cmt) return null;
  for (let at = now; at >= 0; at -= 1) {
    const event = window[at];
    if (event?.t === 'host_page') return null;
    if (event?.t !== 'cmt_hit' && event?.t !== 'cmt_miss') continue;
    const { lpn } = event;
    const later = window.slice(at + 1, now + 1);
    const access = cost?.operations.find(
      ({ kind, cause, logical }) => kind === 'data' && cause === 'host' && logical === lpn,
    );
    const page = access?.to ?? access?.from ?? null;
    if (event.t === 'cmt_hit') {
      const done = later.some((each) => isAccess(each, lpn));
      const is = { 1: 'done', 2: 'done', 3: 'done', 4: done ? 'done' : 'now' } as const;
      return { lpn, tpn: null, is, map: null, page };
    }
    const progress = progressOf(event, later);
    return {
      lpn,
      tpn: event.tpn,
      is: stepsOf(event.full, progress),
      map: tables.gtd?.[event.tpn - tables.from_tpn] ?? null,
      page,
    };
  }
  return null;
}

function stepsOf(full: boolean, { evicted, fetched, placed, accessed }: Progress): Lookup['is'] {
  const done = [true, fetched || placed, placed, accessed];
  // Nothing goes on while room is made.
  const now = full && !evicted && !placed ? -1 : done.indexOf(false);
  const [first = 'done', second = 'next', third = 'next', fourth = 'next'] = done.map(
    (each, step): Is => (each ? 'done' : step === now ? 'now' : 'next'),
  );
  return { 1: first, 2: second, 3: third, 4: fourth };
}
