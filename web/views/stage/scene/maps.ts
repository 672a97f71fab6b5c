/** The maps above the blocks: as many entries as find room, among them those that the step reads or writes. */

import type { Frame } from '../../../protocol/generated/Frame';
import type { Selection } from '../../../state/lab/lab';
import { momentEvents } from '../step/frame-events';
import { mapKey } from './keys';
import type { Moment } from './marks';
import { blockName, pageName } from './names';
import { type Sprite, sprite, words, Z } from './sprite';

interface Entry {
  number: number;
  place: string;
  target: Selection;
}

/** The logical pages that the step is about. */
function usedPages(frame: Frame): Set<number> {
  const used = new Set<number>();
  for (const event of momentEvents(frame)) {
    if (event.t === 'host_page' || event.t === 'map_set' || event.t === 'chain_read') used.add(event.lpn);
    else if ((event.t === 'program' || event.t === 'read') && event.kind === 'data') used.add(event.logical);
  }
  return used;
}

function usedBlocks(frame: Frame, pages: Set<number>, pagesPerBlock: number): Set<number> {
  const used = new Set([...pages].map((lpn) => Math.floor(lpn / pagesPerBlock)));
  if (frame.merge) used.add(frame.merge.lbn);
  for (const event of momentEvents(frame)) if (event.t === 'block_map_set') used.add(event.lbn);
  return used;
}

function entriesOf(frame: Frame, id: 'block' | 'log' | 'page', pagesPerBlock: number): Entry[] {
  const { block_map: blocks, page_map: pages, chains, from_lbn, from_lpn } = frame.tables;
  if (id === 'block')
    return (blocks ?? []).map((pbn, index) => {
      const lbn = from_lbn + index;
      const chain = chains?.[index] ?? [];
      const more = chain.length > 0 ? `+${chain.length}` : '';
      return {
        number: lbn,
        place: pbn === null ? '–' : `${blockName(pbn)}${more}`,
        target: { kind: 'lbn', lbn },
      };
    });
  return (pages ?? []).flatMap((ppn, index): Entry[] => {
    const lpn = from_lpn + index;
    if (ppn === null) return [];
    return [{ number: lpn, place: pageName(ppn, pagesPerBlock), target: { kind: 'lpn', lpn } }];
  });
}

/** `cleaning`: the candidates take the place of the maps in their line. */
export function maps({ frame, layout, words: w }: Moment, cleaning: boolean, out: Sprite[]): void {
  const pages = usedPages(frame);
  for (const { id, title, chips } of layout.maps) {
    if (cleaning && title.y === layout.candidates?.title.y) continue;
    out.push(sprite(`title:map:${id}`, title, Z.text, words(w.maps[id], layout.label, false, 'ink-2')));
    const all = entriesOf(frame, id, layout.pagesPerBlock);
    const used = id === 'block' ? usedBlocks(frame, pages, layout.pagesPerBlock) : pages;
    const crowded = all.length > chips.length;
    const viewport = crowded ? Math.max(1, chips.length - 1) : chips.length;
    // From the beginning, unless what is used would be out of sight.
    const last = all.findLastIndex(({ number }) => used.has(number));
    const first = last < viewport ? 0 : Math.min(last - viewport + 1, all.length - viewport);
    all.slice(first, first + viewport).forEach(({ number, place, target }, index) => {
      const rect = chips[index];
      if (!rect) return;
      const look = {
        kind: 'entry',
        from: String(number),
        to: place,
        dirty: false,
        font: layout.label,
        tone: 'map',
        used: used.has(number),
        lost: false,
      } as const;
      out.push(sprite(mapKey(id, number), rect, Z.chip, look, target));
    });
    const end = chips.at(-1);
    if (crowded && end) {
      const look = words(w.plus(all.length - viewport), layout.label, false, 'ink-2');
      out.push(sprite(`map:more:${id}`, end, Z.text, { ...look, mono: true }));
    }
  }
}
