/** LAST's list of pages written last, and beside it what the locality detector made of the current page. */
import type { ColorToken } from '../../../base/tokens';
import type { Frame } from '../../../protocol/generated/Frame';
import { recentKey } from './keys';
import type { Moment } from './marks';
import { type Sprite, sprite, Z } from './sprite';

export type Verdict = 'sequential' | 'hot' | 'cold';

const TONES: Record<Verdict, ColorToken> = { sequential: 'switch', hot: 'now', cold: 'ink-2' };

/** Of the page under way; `null` where its data block takes it, or the detector has not looked yet. */
function verdictOf({ window, in_window }: Frame): Verdict | null {
  for (let index = in_window; index >= 0; index -= 1) {
    const event = window[index];
    if (event?.t === 'host_page') return null;
    if (event?.t !== 'locality_judged') continue;
    if (event.locality.verdict !== 'random') return 'sequential';
    return event.locality.place === null ? 'cold' : 'hot';
  }
  return null;
}

export function recency({ frame, layout, words: w }: Moment, out: Sprite[]): void {
  const area = layout.recency;
  const pages = frame.tables.recency;
  if (!area || !pages) return;
  const font = layout.label;
  const text = (rect: Sprite | (typeof area)['title'], key: string, text: string, bold: boolean) =>
    out.push(sprite(key, rect, Z.text, { kind: 'text', text, font, bold, align: 'left', tone: 'ink-2' }));
  out.push(sprite('recency', area.panel, Z.panel, { kind: 'panel' }));
  text(area.title, 'title:recency', w.recency, true);
  const capacity = frame.tables.recency_capacity ?? 0;
  const crowded = capacity > area.chips.length;
  const places = crowded ? area.chips.slice(0, -1) : area.chips;
  places.forEach((rect, index) => {
    const lpn = pages[index];
    if (lpn === undefined) out.push(sprite(`recency:hole:${index}`, rect, Z.slot, { kind: 'hole' }));
    else
      out.push(
        sprite(
          recentKey(lpn),
          rect,
          Z.chip,
          { kind: 'chip', text: String(lpn), note: '', font, next: index === 0 },
          { kind: 'lpn', lpn },
        ),
      );
  });
  const last = area.chips.at(-1);
  if (crowded && last) text(last, 'recency:more', w.more(capacity - places.length), false);
  const verdict = verdictOf(frame);
  if (verdict)
    out.push(
      sprite('recency:verdict', area.verdict, Z.tag, {
        kind: 'tag',
        text: w.locality[verdict],
        font,
        tone: TONES[verdict],
      }),
    );
}
