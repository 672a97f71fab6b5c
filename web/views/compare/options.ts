/** The options of an FTL that can change in mid-run, as a form has them; the engine says what is allowed. */
import { m } from '../../i18n/compiled/messages.js';
import { isObject, type Json, type ScenarioDocument } from '../../model/document';
import { plain as text } from '../../model/mid-run';
import type { FtlOptions } from '../../protocol/generated/FtlOptions';

export interface Option {
  name: keyof FtlOptions;
  label: () => string;
  /** Its values, as JSON and as they are called; a number is typed in. */
  values: readonly (readonly [json: string, text: string])[] | 'number';
}

/** Of the policies with a parameter, a value to begin with; the scenario's own stands among them too. */
const POLICIES: readonly Json[] = [
  'greedy',
  'fifo',
  { kind: 'windowed_greedy', w: 4 },
  'cost_benefit',
  'cat',
  'random',
  { kind: 'd_choices', d: 4 },
];
const CMT_POLICIES: readonly Json[] = ['slru', 'lru', 'lfu'];
const POOLS: readonly Json[] = ['greedy', 'cat_hc', 'optimal'];

const gcPolicy: Option = { name: 'gc_policy', label: m.scenario_gc_policy, values: named(POLICIES) };
const threshold: Option = { name: 'gc_threshold', label: m.scenario_gc_threshold, values: 'number' };
const flag = (name: keyof FtlOptions, label: () => string): Option => ({
  name,
  label,
  values: [
    ['true', 'true'],
    ['false', 'false'],
  ],
});

/** Those of a scheme, given its options now; none of some schemes. */
export function optionsOf(ftl: ScenarioDocument): Option[] {
  const all = ofKind(String(ftl.kind), isObject(ftl.hot_cold) ? ftl.hot_cold : null);
  return all.map((option) => {
    const now = JSON.stringify(ftl[option.name] ?? null);
    const { values } = option;
    if (values === 'number' || values.some(([json]) => json === now)) return option;
    return { ...option, values: [[now, text(JSON.parse(now))], ...values] };
  });
}

function ofKind(kind: string, hotCold: ScenarioDocument | null): Option[] {
  switch (kind) {
    case 'page': {
      const classifier = hotCold?.classifier ?? 'recency';
      const pools = POOLS.map((pool_choice) => ({ classifier, pool_choice }));
      const values = pools.map((each) => [JSON.stringify(each), text(each.pool_choice)] as const);
      const pool: Option = { name: 'hot_cold', label: m.scenario_pool_choice, values };
      return [gcPolicy, ...(hotCold ? [pool] : []), threshold];
    }
    case 'fast':
      return [flag('skip_stale', m.scenario_skip_stale)];
    case 'last':
      return [{ name: 'seq_threshold', label: m.scenario_seq_threshold, values: 'number' }];
    case 'replacement':
      return [threshold];
    case 'dftl':
      return [
        { name: 'cmt_policy', label: m.scenario_cmt_policy, values: named(CMT_POLICIES) },
        gcPolicy,
        threshold,
        flag('lazy_copy', m.scenario_lazy_copy),
        flag('batch_update', m.scenario_batch_update),
        { name: 'prefetch', label: m.scenario_prefetch, values: 'number' },
      ];
    default:
      return [];
  }
}

/** Another value than the present one, to begin with. */
export function another({ name, values }: Option, ftl: ScenarioDocument): string {
  const now = JSON.stringify(ftl[name] ?? null);
  if (values === 'number') return JSON.stringify(Number(now) + 1);
  return values.find(([json]) => json !== now)?.[0] ?? now;
}

function named(values: readonly Json[]): (readonly [string, string])[] {
  return values.map((value) => [JSON.stringify(value), text(value)] as const);
}
