/** The options of a decision that a person makes: a dashed outline around each, and the key that chooses it. */
import { type Choices, thingsOf } from '../../../state/choices';
import type { Selection } from '../../../state/lab/lab';
import { TAG_GAP } from '../layout/block-size';
import { type Rect, tagWidth } from '../layout/rects';
import type { Layout } from '../layout/types';
import { blockKey, chipKey, entryKey } from './keys';
import type { Moment } from './marks';
import { type Scene, type Sprite, sprite, Z } from './sprite';

/** Options that have a key. */
const KEYS = 9;

/** Where an option is seen: all of its blocks, as far as they are in sight. */
export function spotsOf(things: readonly Selection[], at: Scene): Sprite[] {
  return things.flatMap((thing) => {
    const spot =
      thing.kind === 'block'
        ? (at.get(blockKey(thing.pbn)) ?? at.get(chipKey(thing.pbn)))
        : thing.kind === 'lpn' && at.get(entryKey(thing.lpn));
    return spot ? [spot] : [];
  });
}

/** The blocks that could be chosen, with those that take what is written: they do not fade. */
export function inQuestion({ kind, ids }: Choices, { frame }: Moment): ReadonlySet<number> | null {
  const options = ids.flatMap((id) => thingsOf(kind, id, frame));
  const blocks = options.flatMap((thing) => (thing.kind === 'block' ? [thing.pbn] : []));
  if (blocks.length === 0) return null;
  const open = frame.blocks.filter(({ frontier }) => frontier !== null).map(({ pbn }) => pbn);
  return new Set([...blocks, ...open]);
}

export function optionMarks({ kind, ids }: Choices, moment: Moment, at: Scene): Sprite[] {
  const { frame, layout, words } = moment;
  const out: Sprite[] = [];
  const look = { kind: 'ring', tone: 'now-edge', dashed: true, thick: 1.75, out: 2.5 } as const;
  ids.forEach((id, index) => {
    const spots = spotsOf(thingsOf(kind, id, frame), at);
    spots.forEach((spot, part) => {
      out.push(sprite(`option:${index}:${part}`, spot, Z.ring, look));
    });
    const [first] = spots;
    if (!first || index >= KEYS) return;
    const text = String(index + 1);
    const key = { kind: 'tag', text, font: layout.label, tone: 'now' } as const;
    out.push(sprite(`option:${index}`, keyRect(first, layout), Z.tag, key));
  });
  if (kind !== 'victim') return out;
  // A block without an invalid page gives nothing back.
  for (const { pbn, role, valid, frontier } of frame.blocks) {
    const on = at.get(blockKey(pbn));
    if (!on || role === 'free' || frontier !== null || valid < layout.pagesPerBlock) continue;
    const font = Math.max(9, layout.label - 1);
    const w = Math.min(on.w, tagWidth(words.allValid, font));
    const rect = { x: on.x, y: on.y - layout.tag - TAG_GAP, w, h: layout.tag };
    out.push(sprite(`whole:${pbn}`, rect, Z.tag, { kind: 'tag', text: words.allValid, font, tone: 'ink-2' }));
  }
  return out;
}

/** Above a block, and on the corner of what is small, where its name is not. */
function keyRect({ key, x, y, w }: Sprite, { tag: h }: Layout): Rect {
  const wide = Math.ceil(h * 1.2);
  if (key.startsWith('b')) return { x: x + (w - wide) / 2, y: y - h - TAG_GAP, w: wide, h };
  return { x: x + w - wide + 5, y: y - h / 2, w: wide, h };
}
