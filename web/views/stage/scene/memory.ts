/** The FTL's memory: the CMT and the directory of DFTL, the inner maps of superblocks and which blocks these have. */
import type { CmtEntryShown } from '../../../protocol/generated/CmtEntryShown';
import type { Event } from '../../../protocol/generated/Event';
import { TAG_GAP } from '../layout/block-size';
import type { Rect } from '../layout/rects';
import { NAMED_BLOCKS } from '../layout/shape';
import type { EntriesLayout, Layout } from '../layout/types';
import { momentEvents } from '../step/frame-events';
import { entryKey, groupKey, gtdKey, innerMapKey, superblockKey } from './keys';
import type { Moment } from './marks';
import { blockName, pageName } from './names';
import { type Sprite, sprite, words, Z } from './sprite';
import type { Words } from './words';

export function sram({ frame, layout, words: w }: Moment, out: Sprite[]): void {
  const area = layout.sram;
  const { gtd } = frame.tables;
  const cmt = frame.tables.cmt && withLost(frame.tables.cmt, frame.recovery?.cmt ?? []);
  const lost = new Set(cmt?.filter((entry) => !frame.tables.cmt?.includes(entry)).map(({ lpn }) => lpn));
  if (!area || !cmt || !gtd) return;
  out.push(sprite('sram', area.panel, Z.panel, { kind: 'panel' }));
  const font = Math.max(9, layout.label - 0.5);
  const title = (key: string, rect: Rect, text: string) =>
    out.push(sprite(key, rect, Z.text, words(text, layout.label, true, 'ink-2')));
  const probationary = cmt.filter((entry) => entry.segment === 'probationary');
  const safe = cmt.filter((entry) => entry.segment === 'protected');
  title('title:cmt', area.title, lost.size > 0 ? w.lost : w.cmt);
  const segment = (key: string, rect: Rect, text: string) =>
    out.push(sprite(key, rect, Z.text, words(text, font, false, 'ink-2')));
  if (area.protected) {
    segment('title:protected', area.protected.title, w.protected);
    segment('title:probationary', area.probationary.title, w.probationary);
  }
  title('title:gtd', area.gtd.title, w.gtd);
  entries(area.probationary, probationary, lost, layout, w, font, out, 'probationary');
  if (area.protected) entries(area.protected, safe, lost, layout, w, font, out, 'protected');
  const free = (frame.tables.cmt_capacity ?? 0) - cmt.length;
  for (let index = 0; index < free; index += 1) {
    const rect = area.probationary.entries[probationary.length + index];
    if (rect) out.push(sprite(`hole:${index}`, rect, Z.slot, { kind: 'hole' }));
  }
  const places = area.gtd.entries;
  const asked = translationPage(momentEvents(frame));
  const first = firstListed(gtd.length, places.length, asked);
  gtd.forEach((ppn, tpn) => {
    const rect = places[tpn - first];
    if (!rect || isRest(tpn - first, places.length, gtd.length)) return;
    const to = ppn === null ? '–' : pageName(ppn, layout.pagesPerBlock);
    out.push(
      sprite(
        gtdKey(tpn),
        rect,
        Z.chip,
        {
          kind: 'entry',
          from: `T${tpn}`,
          to,
          dirty: false,
          font,
          tone: 'gtd',
          used: tpn === asked,
          lost: frame.recovery?.gtd === true && ppn === null,
        },
        ppn === null ? null : { kind: 'page', ppn },
      ),
    );
  });
  const last = places.at(-1);
  if (last && isRest(places.length - 1, places.length, gtd.length)) {
    const text = w.more(gtd.length - places.length + 1);
    out.push(sprite('gtd:more', last, Z.text, words(text, font, false, 'ink-2')));
  }
}

/** The inner maps in SRAM, the blocks of each superblock, and the ground that shows them as one. */
export function superblocks({ frame, layout, words: w }: Moment, out: Sprite[]): void {
  const shown = frame.tables.superblocks;
  const area = layout.sram;
  if (!shown || !area) return;
  const pages = shown.blocks_per_superblock * layout.pagesPerBlock;
  const font = Math.max(9, layout.label - 0.5);
  out.push(sprite('sram', area.panel, Z.panel, { kind: 'panel' }));
  const title = (key: string, rect: Rect, text: string) =>
    out.push(sprite(key, rect, Z.text, words(text, layout.label, true, 'ink-2')));
  title('title:maps', area.title, w.innerMaps);
  title('title:superblocks', area.gtd.title, w.superblocks);
  const entry = (key: string, rect: Rect, superblock: number, to: string, tone: 'cmt' | 'gtd') =>
    out.push(
      sprite(
        key,
        rect,
        Z.chip,
        {
          kind: 'entry',
          from: w.superblock(superblock),
          to,
          dirty: false,
          font,
          tone,
          used: false,
          lost: false,
        },
        { kind: 'lpn', lpn: superblock * pages },
      ),
    );
  const places = area.probationary.entries;
  // If there is no room for all, the ones accessed last.
  const cached = shown.cached.slice(-places.length).reverse();
  places.forEach((rect, index) => {
    const superblock = cached[index];
    if (superblock === undefined) {
      out.push(sprite(`hole:${index}`, rect, Z.slot, { kind: 'hole' }));
      return;
    }
    const first = superblock * pages;
    entry(innerMapKey(superblock), rect, superblock, w.lpns(first, first + pages - 1), 'cmt');
  });
  const list = area.gtd.entries;
  const moment = momentEvents(frame).find((event) => 'superblock' in event);
  const asked = frame.inner?.superblock ?? (moment && 'superblock' in moment ? moment.superblock : undefined);
  const start = firstListed(shown.count, list.length, asked);
  list.forEach((rect, place) => {
    if (isRest(place, list.length, shown.count)) {
      out.push(sprite('gtd:more', rect, Z.text, words(w.more(shown.count - place), font, false, 'ink-2')));
      return;
    }
    const index = start + place;
    if (index >= shown.count) return;
    const { blocks = [] } = shown.groups[index] ?? {};
    const rest = blocks.length > NAMED_BLOCKS ? ` +${blocks.length - NAMED_BLOCKS}` : '';
    const names = blocks.slice(0, NAMED_BLOCKS).map(blockName).join(' ');
    entry(superblockKey(index), rect, index, names === '' ? '–' : names + rest, 'gtd');
  });
  for (const row of layout.rows) {
    const group = row.group;
    for (let superblock = 0; row.id === 'superblock' && superblock < shown.count; superblock += 1) {
      const slots = row.slots.slice(superblock * group, (superblock + 1) * group);
      const [first, last] = [slots[0], slots.at(-1)];
      if (!first || !last || first.y !== last.y) continue;
      const above = layout.tag + TAG_GAP + 2;
      const [left, w] = [first.x - 5, last.x + last.w - first.x + 10];
      const rect = { x: left, y: first.y - above, w, h: first.h + above + 5 };
      out.push(sprite(groupKey(superblock), rect, Z.panel, { kind: 'panel' }));
    }
  }
}

/** The translation page that the moment is about. */
function translationPage(events: Event[]): number | undefined {
  for (const event of events) {
    if (event.t === 'gtd_set' || event.t === 'translation_update') return event.tpn;
    if ((event.t === 'read' || event.t === 'program') && event.kind === 'translation') return event.logical;
  }
  return undefined;
}

/** The first visible entry of a list with more entries than places: `asked`, if that would be hidden otherwise. */
function firstListed(count: number, places: number, asked: number | undefined): number {
  const shown = places > 1 ? places - 1 : places;
  return asked === undefined || count <= places || asked < shown ? 0 : Math.min(asked, count - shown);
}

/** Whether a place tells how many more there are. */
function isRest(place: number, places: number, count: number): boolean {
  return count > places && places > 1 && place === places - 1;
}

/** While recovering: a lost entry keeps its place until it is found again; entries found in other places follow. */
function withLost(cmt: CmtEntryShown[], lost: CmtEntryShown[]): CmtEntryShown[] {
  const found = new Map(cmt.map((entry) => [entry.lpn, entry]));
  const were = new Set(lost.map(({ lpn }) => lpn));
  return [...lost.map((entry) => found.get(entry.lpn) ?? entry), ...cmt.filter(({ lpn }) => !were.has(lpn))];
}

/** Entries of a segment, most recently used first; of too many the newest and the oldest. */
function entries(
  area: EntriesLayout,
  oldest: CmtEntryShown[],
  lost: ReadonlySet<number>,
  layout: Layout,
  w: Words,
  font: number,
  out: Sprite[],
  segment: string,
): void {
  const all = oldest.toReversed();
  const places = area.entries.length;
  const crowded = all.length > places;
  const head = Math.ceil((places - 1) / 2);
  const tail = places - 1 - head;
  const shown = crowded ? [...all.slice(0, head), null, ...all.slice(all.length - tail)] : all;
  shown.forEach((entry, index) => {
    const rect = area.entries[index];
    if (!rect) return;
    if (!entry) {
      const text = w.more(all.length - places + 1);
      out.push(sprite(`cmt:more:${segment}`, rect, Z.text, words(text, font, false, 'ink-2')));
      return;
    }
    out.push(
      sprite(
        entryKey(entry.lpn),
        rect,
        Z.chip,
        {
          kind: 'entry',
          from: String(entry.lpn),
          to: entry.ppn === null ? '–' : pageName(entry.ppn, layout.pagesPerBlock),
          dirty: entry.dirty,
          font,
          tone: 'cmt',
          used: false,
          lost: lost.has(entry.lpn),
        },
        { kind: 'lpn', lpn: entry.lpn },
      ),
    );
  });
}
