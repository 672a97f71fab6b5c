/** Hot and cold pages kept apart, and wear leveling, in words (SPEC 3; Desnoyers 2012, sections 5 and 6). */
import type { Event } from '../../protocol/generated/Event';
import type { PoolShown } from '../../protocol/generated/PoolShown';
import { type Explanation, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;

export function classified(event: Of<'page_classified'>): Explanation {
  const values = { lpn: event.lpn, distance: event.distance, mean: rounded(event.mean) };
  return {
    title: said(event.hot ? 'why_page_hot' : 'why_page_cold', values),
    why: [said(event.hot ? 'why_page_hot_reason' : 'why_page_cold_reason', values)],
    rule: said('why_rule_recency'),
    source: said('why_source_recency'),
  };
}

export function chosen(event: Of<'pool_chosen'>, setting: Setting): Explanation {
  const [taken, left] = event.hot ? [event.hot_pool, event.cold_pool] : [event.cold_pool, event.hot_pool];
  // A block with nothing to gain comes last, whatever the scores are.
  const next = setting.events[setting.index + 1];
  // A person's choice follows: the pools say which victim the FTL would have taken.
  const instead = next?.t === 'intervened' && next.kind === 'victim' && next.chosen !== next.instead_of;
  const title = `why_pool_${instead ? 'own_' : ''}${event.hot ? 'hot' : 'cold'}`;
  const forced = left.pick_valid === setting.pagesPerBlock && taken.pick_valid < setting.pagesPerBlock;
  return {
    title: said(title, { block: taken.pick ?? 0 }),
    why: [
      said('why_pool_hot_figures', figures(event.hot_pool)),
      said('why_pool_cold_figures', figures(event.cold_pool)),
      said(forced ? 'why_pool_forced' : 'why_pool_smaller', {
        taken: rounded(taken.score),
        left: rounded(left.score),
      }),
    ],
    rule: said('why_rule_pool'),
    source: said('why_source_pool'),
  };
}

export function wearBegin(event: Of<'wear_begin'>): Explanation {
  return {
    title: said('why_wear', { from: event.from, to: event.to }),
    why: [
      said('why_wear_reason', { least: event.least, most: event.most, threshold: event.threshold }),
      said('why_wear_blocks', { from: event.from, to: event.to, copies: event.copies }),
    ],
    rule: said('why_rule_wear'),
    source: said('why_source_wear'),
  };
}

export function wearEnd(event: Of<'wear_end'>): Explanation {
  return {
    title: said('why_wear_end', { from: event.from, to: event.to }),
    why: [said('why_wear_end_reason', { from: event.from, to: event.to })],
    rule: said('why_rule_wear'),
    source: said('why_source_wear'),
  };
}

function figures(pool: PoolShown): Record<string, string | number> {
  return {
    blocks: pool.blocks,
    valid: pool.valid,
    share: Math.round(pool.share * 100),
    block: pool.pick ?? 0,
    pickValid: pool.pick_valid,
  };
}

/** Three digits distinguish two scores, or they are the same to a person. */
function rounded(value: number): string {
  return value >= Number.MAX_VALUE ? '∞' : String(Number(value.toPrecision(3)));
}
