/**
 * The decisions of LAST, in words (SPEC 4): the place of a page that its data block cannot take, and the log block
 * given back.
 */
import type { Event } from '../../protocol/generated/Event';
import type { RandomWhy } from '../../protocol/generated/RandomWhy';
import { type Explanation, type Said, type Setting, said } from './setting';

type Of<T extends Event['t']> = Extract<Event, { t: T }>;
type Ruled = Pick<Explanation, 'rule' | 'source'>;

const DETECTOR: Ruled = { rule: said('why_rule_locality'), source: said('why_source_locality') };
const REPLACEMENT: Ruled = {
  rule: said('why_rule_log_replacement'),
  source: said('why_source_log_replacement'),
};

export function judged(event: Of<'locality_judged'>, setting: Setting): Explanation {
  const { lpn, bytes, threshold, locality } = event;
  const values = {
    lpn,
    bytes,
    threshold,
    lbn: Math.floor(lpn / setting.pagesPerBlock),
    offset: lpn % setting.pagesPerBlock,
  };
  if (locality.verdict === 'random') {
    const { place, k } = locality;
    const heat = place !== null ? 'recent' : k > 0 ? 'not_recent' : 'one_partition';
    return {
      title: said(place === null ? 'why_locality_cold' : 'why_locality_hot', { lpn }),
      why: [
        randomReason(locality.why, values, setting),
        said(`why_locality_${heat}`, { lpn, place: place ?? 0, k }),
      ],
      ...DETECTOR,
    };
  }
  const log = locality.verdict === 'continues' ? locality.log : 0;
  const large = said('why_locality_large', values);
  return {
    title: said(`why_locality_${locality.verdict}`, { lpn, log }),
    why: [large, said(`why_locality_${locality.verdict}_reason`, { ...values, log })],
    ...DETECTOR,
  };
}

/** Why the page is not sequential. */
function randomReason(why: RandomWhy, values: Said['values'], setting: Setting): Said {
  if (why.reason !== 'out_of_order') return said(`why_locality_${why.reason}`, values);
  const { log, next } = why;
  return next < setting.pagesPerBlock
    ? said('why_locality_out_of_order', { ...values, log, next })
    : said('why_locality_full', { ...values, log });
}

export function recent({ lpn }: Of<'recency_moved'>): Explanation {
  return {
    title: said('why_recency', { lpn }),
    why: [said('why_recency_reason')],
    ...DETECTOR,
  };
}

export function chosen(event: Of<'log_block_chosen'>): Explanation {
  const { pbn: block, rule, candidates, choices } = event;
  const lbns = candidates.find(({ id }) => id === block)?.score ?? 0;
  return {
    title: said('why_log_block', { block }),
    why: [said(`why_log_block_${rule}`, { block, choices, lbns })],
    ...REPLACEMENT,
  };
}
