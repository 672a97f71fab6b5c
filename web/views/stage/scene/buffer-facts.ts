/** The content of the write buffer, in plain facts: for the tooltip and for screen readers. */
import { m } from '../../../i18n/compiled/messages.js';
import { pudText } from '../../../model/sentences/buffer';
import type { BufferShown } from '../../../protocol/generated/BufferShown';
import { groupsOf } from './buffer';

/** The facts of a logical page; none if it is not in the buffer. */
export function bufferedFacts(lpn: number, buffer: BufferShown): string[] {
  if (buffer.destage?.held.includes(lpn)) return [m.stage_fact_filler({ lpn })];
  const pages = buffer.list ?? buffer.groups?.flatMap((group) => group.pages) ?? [];
  const page = pages.find((each) => each.lpn === lpn);
  if (!page) return [];
  const { version } = page;
  const fact = page.dirty ? m.stage_fact_buffered({ version }) : m.stage_fact_buffered_clean({ version });
  const { destage } = buffer;
  const leaves = destage?.lbn === null && destage.lpn === lpn;
  return buffer.groups ? [fact] : [fact, ...fateOf(leaves, buffer.next === lpn)];
}

/** The facts of a block group; none if there is no such group. */
export function groupFacts(lbn: number, buffer: BufferShown): string[] {
  const group = groupsOf(buffer).find((each) => each.lbn === lbn);
  if (!group) return [];
  const pages = group.pages.map((page) => page.lpn).join(' ');
  const { updates, recency, pud, frequent } = group;
  const counts = { updates, distance: pudText(group.mean_distance), recency };
  const next = group.pages.some((page) => page.lpn === buffer.next);
  return [
    m.stage_fact_group({ lbn, pages: pages === '' ? '–' : pages }),
    ...(updates > 0 ? [m.stage_fact_group_counts(counts)] : []),
    ...(pud === null ? [] : [m.stage_fact_group_pud({ pud: pudText(pud) })]),
    ...(frequent ? [m.stage_fact_group_stays()] : []),
    ...fateOf(buffer.destage?.lbn === lbn, next),
  ];
}

function fateOf(leaves: boolean, next: boolean): string[] {
  if (leaves) return [m.stage_fact_leaving()];
  return next ? [m.stage_fact_leaves_next()] : [];
}
