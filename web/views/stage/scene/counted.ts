/** A wrong answer on the stage: the pages that it counted, and those that it left out. */
import { VALID } from '../../../protocol/cell';
import { cellOf } from '../../../protocol/frame';
import type { Counted } from '../../../state/lab/lab';
import { TAG_GAP } from '../layout/block-size';
import { tagWidth } from '../layout/rects';
import type { Layout } from '../layout/types';
import type { Outline } from '../paint/draw';
import { blockKey, pageKey } from './keys';
import type { Moment } from './marks';
import { type Scene, type Sprite, sprite, Z } from './sprite';

interface Shown extends Pick<Moment, 'frame' | 'words'> {
  cells: Uint32Array;
}

export function countedOn(
  { counted, missed }: Counted,
  { frame, cells, words }: Shown,
  { pagesPerBlock, label, tag }: Layout,
  at: Scene,
): { outlines: Outline[]; tags: Sprite[] } {
  const outlines: Outline[] = [];
  const tags: Sprite[] = [];
  for (const kind of ['marked', 'missed'] as const) {
    const pbn = kind === 'marked' ? counted : missed;
    const block = pbn === null ? undefined : at.get(blockKey(pbn));
    if (pbn === null || !block) continue;
    const valid = Array.from({ length: pagesPerBlock }, (_, offset) => pbn * pagesPerBlock + offset).filter(
      (ppn) => cellOf({ frame, cells }, ppn, pagesPerBlock)?.state === VALID,
    );
    for (const ppn of valid) {
      const page = at.get(pageKey(ppn));
      if (page) outlines.push({ rect: page, kind });
    }
    const text = kind === 'marked' ? words.counted(valid.length) : words.missed;
    const rect = { x: block.x, y: block.y - tag - TAG_GAP, w: tagWidth(text, label), h: tag };
    const tone = kind === 'marked' ? 'now' : 'ink-2';
    tags.push(sprite(`counted:${kind}`, rect, Z.tag, { kind: 'tag', text, font: label, tone }));
  }
  return { outlines, tags };
}
