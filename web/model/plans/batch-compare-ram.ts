/**
 * Comparisons of write buffers at equal RAM: the same scheme behind each of them, one scheme over a range of RAM sizes,
 * all schemes with the same RAM. RAM is one figure, `ram_bytes`: mapping tables first, the rest is the buffer's (SPEC
 * 6; DFTL'J, 5.3).
 */
import { getAt, kindOf, numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { bufferPages, hasBuffer, mappingBytes } from '../scenario/needs';
import { shapeOf } from '../schemes';

/** In the order of their papers; the last two share RAM with a CMT. */
const BUFFERS = ['none', 'lru', 'cflru', 'fab', 'bplru', 'pud_lru', 'gc_arm', 'ap'] as const;

/** A buffer where the scenario has none: Hu's 32 MB for 32 GB are 64 blocks of it, so few that all buffers gain little on a small device. */
const BLOCKS_BUFFERED = 8;
/** More of a small device would hold all that is written. */
export const MOST_OF_LOGICAL = 1 / 4;

/** Bytes of an entry of the CMT (SPEC 6.6): it is searched. */
export const CMT_ENTRY_BYTES = 8;

/** Sizes beside the scenario's own. */
const TIMES = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8, 16] as const;

export interface Sized {
  /** A buffer's kind, or bytes of RAM. */
  value: string | number;
  scenario: ScenarioDocument;
}

/** Each write buffer before the scenario's scheme. Without one all the RAM is for mappings, if the scheme keeps only some of them. */
export function eachBuffer(base: ScenarioDocument): Sized[] {
  const bytes = ramOf(base);
  const dftl = kindOf(base, 'ftl') === 'dftl';
  // Without mappings to share RAM with it is `lru`.
  const kinds = BUFFERS.filter((kind) => kind !== 'ap' || dftl);
  return kinds.map((kind) => ({ value: kind, scenario: withBuffer(base, kind, bytes) }));
}

/** From an eighth of the RAM to sixteen times as much, DFTL's divided as it was: the buffer has a page at least, and at most all. */
export function eachSize(base: ScenarioDocument): Sized[] {
  const pages = bufferPages(base);
  const most = shapeOf(base).logicalPages;
  const sizes = TIMES.map((times) => Math.min(most, Math.floor(pages * times)));
  const all = [...new Set(sizes)].filter((size) => size >= 1);
  return all.map((size) => {
    let sized = base;
    const entries = getAt(base, 'ftl.cmt_entries');
    if (typeof entries === 'number') {
      const cached = Math.max(1, Math.min(most, Math.round((entries * size) / pages)));
      sized = setAt(base, 'ftl.cmt_entries', cached);
    }
    const bytes = mappingBytes(sized) + size * shapeOf(base).pageBytes;
    return { value: bytes, scenario: within(sized, bytes) };
  });
}

/** With a write buffer of this many pages, its own kind or `lru`; the mapping tables keep what they have. */
export function withPages(base: ScenarioDocument, pages: number): ScenarioDocument {
  const own = hasBuffer(base) ? base : setAt(base, 'buffer', { kind: 'lru' });
  const bytes =
    base.ram_bytes === undefined ? undefined : mappingBytes(base) + pages * shapeOf(base).pageBytes;
  // With RAM as one figure the buffer is what the tables leave, but for a DFTL's, which would be what the buffer leaves.
  const rest = bytes !== undefined && (kindOf(base, 'ftl') !== 'dftl' || getAt(base, 'ftl.cmt_entries'));
  return windowed(setAt(setAt(own, 'ram_bytes', bytes), 'buffer.capacity', rest ? undefined : pages));
}

/** Scenarios of several schemes with as much RAM each: that of the base, or what the largest tables and a page of buffer take. */
export function atEqualRam(base: ScenarioDocument, all: readonly ScenarioDocument[]): ScenarioDocument[] {
  const { pageBytes } = shapeOf(base);
  const bytes = Math.max(ramOf(base), ...all.map((each) => mappingBytes(each) + pageBytes));
  return all.map((each) => within(each, bytes));
}

/** All RAM of a scenario; where it has no buffer, with one. */
function ramOf(base: ScenarioDocument): number {
  const given = base.ram_bytes;
  if (typeof given === 'number') return given;
  const pages = hasBuffer(base) ? bufferPages(base) : soundPages(base);
  return mappingBytes(base) + pages * shapeOf(base).pageBytes;
}

/** Pages for a write buffer before a scenario that has none. */
export function soundPages(document: ScenarioDocument): number {
  const { pagesPerBlock, logicalPages } = shapeOf(document);
  return Math.max(1, Math.min(BLOCKS_BUFFERED * pagesPerBlock, Math.floor(logicalPages * MOST_OF_LOGICAL)));
}

/** Pages from the LRU end on among which `cflru` looks for a clean one, if no one says how many. */
export function cleanWindow(pages: number): number {
  return Math.ceil(pages / 4);
}

/** The buffer of the base is as it is; another has its defaults. A CMT that evicts by group does so for `gc_arm` alone. */
function withBuffer(base: ScenarioDocument, kind: string, bytes: number): ScenarioDocument {
  const own = kindOf(base, 'buffer');
  let made = base;
  if (kind !== own && (kind === 'gc_arm' || own === 'gc_arm'))
    made = setAt(setAt(made, 'ftl.cmt_policy', undefined), 'ftl.cmt_protected', undefined);
  if (kind === 'none') {
    made = setAt(made, 'buffer', { kind });
    if (kindOf(base, 'ftl') !== 'dftl') return made;
    return setAt(setAt(made, 'ftl.cmt_entries', undefined), 'ram_bytes', bytes);
  }
  const battery = getAt(base, 'buffer.battery_backed');
  if (kind !== own)
    made = setAt(made, 'buffer', { kind, ...(battery !== undefined && { battery_backed: battery }) });
  return within(made, bytes);
}

/** As large a buffer as `bytes` leave beside the mapping tables. */
function within(document: ScenarioDocument, bytes: number): ScenarioDocument {
  return windowed(setAt(setAt(document, 'buffer.capacity', undefined), 'ram_bytes', bytes));
}

/** With a window no longer than the buffer. */
function windowed(document: ScenarioDocument): ScenarioDocument {
  if (kindOf(document, 'buffer') !== 'cflru') return document;
  const pages = bufferPages(document);
  const window = numberAt(document, 'buffer.window', cleanWindow(pages));
  return setAt(document, 'buffer.window', Math.max(1, Math.min(window, pages)));
}
