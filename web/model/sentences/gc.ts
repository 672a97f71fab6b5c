/** GC of page-mapped FTLs in words (SPEC 3, 5). */
import type { Event } from '../../protocol/generated/Event';
import { choiceBefore, type Explanation, type Setting, said } from './setting';

export function gcBegin(event: Extract<Event, { t: 'gc_begin' }>, setting: Setting): Explanation {
  const values = {
    block: event.pbn,
    valid: event.valid,
    invalid: setting.pagesPerBlock - event.valid,
    free: event.free,
    threshold: event.threshold,
    choices: event.choices,
  };
  const rivals = event.candidates.filter((each) => each.id !== event.pbn && each.valid === event.valid);
  const choice = choiceBefore(setting, 'victim');
  const tie = !choice && setting.policy === 'greedy' && rivals.length > 0;
  return {
    title: said(event.translation ? 'why_gc_translation' : 'why_gc_data', values),
    why: [
      said(setting.onDemand ? 'why_gc_on_demand' : 'why_gc_threshold', values),
      choice
        ? said('why_gc_chosen', { ...values, instead: choice.instead_of })
        : said(`why_gc_${known(setting.policy)}`, values),
      ...(tie ? [said('why_gc_tie')] : []),
      said(event.valid === 0 ? 'why_gc_cost_nothing' : 'why_gc_cost', values),
    ],
    ...ruleOfCleaning(setting),
  };
}

export function gcEnd(event: Extract<Event, { t: 'gc_end' }>, setting: Setting): Explanation {
  const values = { block: event.pbn, copied: event.copied, won: setting.pagesPerBlock - event.copied };
  return {
    title: said('why_gc_end', values),
    why: [said(event.translation ? 'why_gc_end_translation' : 'why_gc_end_data', values)],
    ...ruleOfCleaning(setting),
  };
}

/** Policies that have a sentence of their own. */
function known(policy: string): string {
  const own = ['greedy', 'fifo', 'windowed_greedy', 'cost_benefit', 'cat', 'random', 'd_choices'].includes(
    policy,
  );
  if (policy === 'fifo_full') return 'fifo';
  return own ? policy : 'other';
}

/** The rule that GC follows, and where it is. */
export function ruleOfCleaning({ ftl }: Setting): Pick<Explanation, 'rule' | 'source'> {
  return {
    rule: said(`why_rule_gc_${ftl}`),
    source: said(ftl === 'dftl' ? 'why_source_dftl_gc' : `why_source_${ftl}`),
  };
}
