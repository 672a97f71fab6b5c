/**
 * The motions that the events of a step ask for (motion.ts draws them): sprites that move, pages that fly, blocks that are wiped. An
 * event that only marks something, such as a CMT hit, has none: scene/marks.ts.
 */
import { MS, motionMs } from '../../../model/pacing';
import type { Event } from '../../../protocol/generated/Event';
import type { Rect } from '../layout/rects';
import type { Layout } from '../layout/types';
import { blockKey, bufferKey, chipKey, entryKey, gtdKey, pageKey } from '../scene/keys';
import { logicalName } from '../scene/names';
import type { Scene, Tone } from '../scene/sprite';

/** Part of the motion: from, to, as parts of `u`. */
export type Span = readonly [number, number];

export interface Flight {
  key: string;
  from: Rect;
  to: Rect;
  tone: Tone;
  label: string;
  font: number;
  span: Span;
}

/** The motions that the events of a step ask for. */
export interface Cues {
  moves: Map<string, Span>;
  looks: Map<string, Span>;
  /** Sprites of one scene only: where each comes from or goes to, if that is not its anchor. */
  elsewhere: Map<string, Rect>;
  /** Pages that are wiped on their way out. */
  wiped: Map<string, Span>;
  flights: Flight[];
  wipes: { key: string; over: Rect; span: Span }[];
  /** The request that comes up: it nudges. */
  nudge: string | null;
  /** Milliseconds that all of it takes at 1x. */
  ms: number;
}

/** When something moves where no event says otherwise. */
export const MOVE: Span = [0.1, 0.95];

function none(): Cues {
  return {
    moves: new Map(),
    looks: new Map(),
    elsewhere: new Map(),
    wiped: new Map(),
    flights: [],
    wipes: [],
    nudge: null,
    ms: MS.write,
  };
}

export const NO_CUES = none();

/** Events that take a time of their own in a motion. A copy, read and program, is one. */
function takesTime(event: Event, next: Event | undefined): boolean {
  if (event.t === 'read') return !(next?.t === 'program' && next.from === event.ppn);
  return event.t === 'program' || event.t === 'erase';
}

/** The parts of a copy: until it has lifted, until it has flown, until it has landed. */
const COPY = MS.lift + MS.copy + MS.land + MS.between;
const LIFTED = MS.lift / COPY;
const FLOWN = (MS.lift + MS.copy) / COPY;
const LANDED = (MS.lift + MS.copy + MS.land) / COPY;
/** The part of an erase after which a block is wiped and leaves. */
const WIPED = MS.erase / (MS.erase + MS.place);
/** The part of a beginning after which all outlines are there and a fresh block comes. */
const OUTLINED = MS.begin / (MS.begin + MS.place);
/** The part of a change of the block map after which its entry is flipped and the block moves. */
const FLIPPED = MS.flip / (MS.flip + MS.place);

export function cuesOf(
  events: Event[],
  before: Scene,
  after: Scene,
  layout: Layout,
  request: string | null,
  /** Whether there is time for a copy to lift first. */
  lifts = true,
): Cues {
  const nudge = events[0]?.t === 'host_page' ? request : null;
  const cues: Cues = { ...none(), nudge, ms: motionMs(events) };
  const timed = events.filter((event, index) => takesTime(event, events[index + 1])).length;
  const length = timed <= 1 ? 1 : Math.max(0.18, Math.min(0.5, 1.6 / timed));
  const pages = layout.pagesPerBlock;
  const font = layout.cell.font;
  let count = 0;
  let span: Span = [0, length];
  let victim: number | null = null;
  let read: number | null = null;
  /** The data page read last. */
  let found: number | null = null;
  /** The logical page that the write buffer is giving to the FTL. */
  let leaving: number | null = destaging(events, before);
  const rectOf = (key: string): Rect | undefined => before.get(key) ?? after.get(key);
  const endOf = (key: string): Rect | undefined => after.get(key) ?? before.get(key);
  /** A part of the current event's span. */
  const part = (from: number, to: number): Span => [
    span[0] + from * (span[1] - span[0]),
    Math.min(1, span[0] + to * (span[1] - span[0])),
  ];

  /** A page comes into the buffer; one that is there already is written over. */
  const arrives = (lpn: number, origin: string | null, span: Span) => {
    const key = bufferKey(lpn);
    const from = origin === null ? undefined : rectOf(origin);
    const to = after.get(key);
    cues.moves.set(key, span);
    if (!from || !to) return;
    if (!before.has(key)) cues.elsewhere.set(key, from);
    else {
      const look = to.look.kind === 'buffered' ? to.look : null;
      cues.looks.set(key, [span[1] - 0.1, span[1]]);
      cues.flights.push({ key: `fx:${key}`, from, to, tone: 'valid', label: look?.label ?? '', font, span });
    }
  };

  for (const [index, event] of events.entries()) {
    if (takesTime(event, events[index + 1])) {
      const start = timed <= 1 ? 0 : (count / (timed - 1)) * (1 - length);
      span = [start, start + length];
      count += 1;
    }
    switch (event.t) {
      case 'read':
        if (event.kind === 'translation') read = event.ppn;
        else found = event.ppn;
        // A filler of a block flies up into the buffer.
        if (event.kind === 'data' && event.cause === 'pad')
          arrives(event.logical, pageKey(event.ppn), part(0.1, 0.95));
        break;
      case 'program': {
        const key = pageKey(event.ppn);
        const copied = event.from !== null;
        const lift = copied && lifts ? LIFTED : 0;
        cues.looks.set(key, copied ? part(FLOWN, LANDED) : part(0.82, 0.9));
        const origin =
          event.from !== null
            ? pageKey(event.from)
            : event.kind === 'translation'
              ? victim !== null && rectOf(entryKey(victim))
                ? entryKey(victim)
                : gtdKey(event.logical)
              : leaving === event.logical
                ? bufferKey(event.logical)
                : request;
        // A request that is served takes another place in the queue.
        const from = origin === null ? undefined : origin === request ? endOf(origin) : rectOf(origin);
        const to = endOf(key);
        if (!from || !to) break;
        const look = after.get(key)?.look;
        const tone = event.kind === 'translation' ? 'trans' : 'valid';
        cues.flights.push({
          key: `fx:${event.ppn}`,
          from,
          to,
          tone:
            event.cause === 'pad'
              ? 'pad'
              : look?.kind === 'cell' && (look.tone === 'log' || look.tone === 'trans')
                ? look.tone
                : tone,
          label:
            look?.kind === 'cell' ? look.label : logicalName(event.logical, event.kind === 'translation'),
          font,
          span: copied ? part(lift, FLOWN) : part(0.02, 0.86),
        });
        if (leaving === event.logical) cues.moves.set(bufferKey(event.logical), part(0.02, 0.12));
        break;
      }
      case 'invalidate':
        cues.looks.set(pageKey(event.ppn), part(FLOWN, LANDED));
        break;
      case 'erase': {
        const first = event.pbn * pages;
        const lines = Math.ceil(pages / layout.cell.columns);
        for (let offset = 0; offset < pages; offset += 1) {
          const line = offset % lines;
          const wipe = part((WIPED * line) / lines, (WIPED * (line + 1)) / lines);
          cues.looks.set(pageKey(first + offset), wipe);
          cues.wiped.set(pageKey(first + offset), wipe);
        }
        cues.moves.set(blockKey(event.pbn), part(WIPED, 1));
        cues.moves.set(chipKey(event.pbn), part(WIPED, 1));
        const over = rectOf(blockKey(event.pbn));
        if (over) {
          const body = { ...over, y: over.y + layout.header.h, h: over.h - layout.header.h };
          cues.wipes.push({ key: `fx:wipe:${event.pbn}`, over: body, span: part(0, WIPED) });
        }
        break;
      }
      case 'buffered':
      case 'buffer_rewritten':
        arrives(event.lpn, request, timed === 0 ? MOVE : [0.7, 1]);
        break;
      case 'buffer_kept':
        arrives(event.lpn, found === null ? null : pageKey(found), timed === 0 ? MOVE : [0.5, 1]);
        break;
      case 'buffer_hit': {
        const [from, to] = [rectOf(bufferKey(event.lpn)), request ? endOf(request) : undefined];
        const label = String(event.lpn);
        if (from && to)
          cues.flights.push({
            key: `fx:${bufferKey(event.lpn)}`,
            from,
            to,
            tone: 'valid',
            label,
            font,
            span: MOVE,
          });
        break;
      }
      case 'destage_page':
        leaving = event.lpn;
        break;
      case 'cmt_victim':
        victim = event.lpn;
        break;
      case 'cmt_evicted': {
        const last = cues.flights.at(-1);
        const key = entryKey(event.lpn);
        cues.moves.set(key, part(0.1, 0.85));
        if (event.dirty && last) cues.elsewhere.set(key, last.to);
        break;
      }
      case 'cmt_prefetched':
      case 'cmt_placed': {
        const key = entryKey(event.lpn);
        const from = read === null ? undefined : rectOf(pageKey(read));
        if (from && !before.has(key)) cues.elsewhere.set(key, from);
        cues.moves.set(key, MOVE);
        break;
      }
      case 'cmt_updated':
        cues.looks.set(entryKey(event.lpn), part(0.7, 1));
        break;
      case 'gtd_set':
        cues.looks.set(gtdKey(event.tpn), part(0.75, 1));
        break;
      case 'block_role':
        // It takes the place of a block that must be gone first.
        cues.moves.set(blockKey(event.pbn), timed === 0 ? [FLIPPED, 1] : part(0.5, 1));
        break;
      case 'block_taken': {
        // Where something is written as well, it is written into the block that has come.
        const span: Span = timed > 0 ? [0, 0.4] : index === 0 ? MOVE : [OUTLINED, 1];
        cues.moves.set(blockKey(event.pbn), span);
        cues.moves.set(chipKey(event.pbn), span);
        break;
      }
      default:
        break;
    }
  }
  return cues;
}

/** The logical page that moves from the write buffer to the FTL when a step begins: one of its pages, or a filler. */
function destaging(events: Event[], before: Scene): number | null {
  const program = events.find(
    (event) => event.t === 'program' && event.from === null && event.kind === 'data',
  );
  const leaves = events.some((event) => event.t === 'destaged');
  return leaves && program?.t === 'program' && before.has(bufferKey(program.logical))
    ? program.logical
    : null;
}
