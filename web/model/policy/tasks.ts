/** The tasks that a policy is tried on: a scenario, and the built-in policies that it is scored beside. */

export type TaskId = 'skewed' | 'uniform' | 'placement' | 'cache';
/** A row of the score; its name is a message. */
export type RivalId =
  | 'oracle'
  | 'greedy'
  | 'cost_benefit'
  | 'cat'
  | 'd_choices'
  | 'fifo'
  | 'random'
  | 'recency'
  | 'mixed'
  | 'lru'
  | 'slru'
  | 'lfu'
  | 'all_cached';

export interface Task {
  id: TaskId;
  scenario: Record<string, unknown>;
  /** A device so small that a short trace fills it, with the same FTL: where counterexamples are searched for. */
  small: Record<string, unknown>;
  /** The policy that decides where this one does not: the one it is compared with, decision by decision. */
  own: RivalId;
  rivals: readonly { id: RivalId; ftl: Record<string, unknown> }[];
}

const DEVICE = { blocks: 64, pages_per_block: 16, timing: 'slides' };
const REQUESTS = 20_000;
const SKEWED = { kind: 'hot_cold', r: 0.9, f: 0.1, requests: REQUESTS };

const scenario = (ftl: Record<string, unknown>, workload: Record<string, unknown>) => ({
  format: 1,
  seed: 1,
  device: DEVICE,
  spare_factor: 0.12,
  ftl,
  precondition: [{ kind: 'sequential' }],
  workload,
});

const small = (ftl: Record<string, unknown>) => ({
  format: 1,
  device: { blocks: ftl.kind === 'dftl' ? 24 : 16, pages_per_block: 4, timing: 'slides' },
  logical_pages: 32,
  ftl,
  precondition: [{ kind: 'sequential' }],
  workload: { kind: 'ops', ops: 'w0' },
});

const page = (gc_policy: unknown) => ({ kind: 'page', gc_policy });
const split = (classifier: string, gc_policy: unknown = 'greedy') => ({
  kind: 'page',
  gc_policy,
  hot_cold: { classifier, pool_choice: 'optimal' },
});
const VICTIMS: Task['rivals'] = [
  { id: 'greedy', ftl: page('greedy') },
  { id: 'cost_benefit', ftl: page('cost_benefit') },
  { id: 'cat', ftl: page('cat') },
  { id: 'd_choices', ftl: page({ kind: 'd_choices', d: 4 }) },
  { id: 'fifo', ftl: page('fifo') },
  { id: 'random', ftl: page('random') },
];

const dftl = (cmt_policy: string, cmt_entries = 64) => ({
  kind: 'dftl',
  cmt_entries,
  cmt_policy,
  entries_per_translation_page: 64,
});

export const TASKS: readonly Task[] = [
  {
    id: 'skewed',
    scenario: scenario(page('greedy'), SKEWED),
    small: small(page('greedy')),
    own: 'greedy',
    rivals: [{ id: 'oracle', ftl: split('oracle') }, ...VICTIMS],
  },
  {
    id: 'uniform',
    scenario: scenario(page('greedy'), { kind: 'uniform', requests: REQUESTS }),
    small: small(page('greedy')),
    own: 'greedy',
    rivals: VICTIMS,
  },
  {
    id: 'placement',
    scenario: scenario(split('recency'), SKEWED),
    small: small(split('recency')),
    own: 'recency',
    rivals: [
      { id: 'oracle', ftl: split('oracle') },
      { id: 'recency', ftl: split('recency') },
      { id: 'mixed', ftl: page('greedy') },
    ],
  },
  {
    id: 'cache',
    scenario: {
      ...scenario(dftl('lru'), { kind: 'zipf', theta: 0.9, requests: REQUESTS, read_fraction: 0.5 }),
      spare_factor: 0.25,
    },
    small: small({ ...dftl('lru', 4), entries_per_translation_page: 4 }),
    own: 'lru',
    rivals: [
      { id: 'all_cached', ftl: dftl('lru', 768) },
      { id: 'slru', ftl: dftl('slru') },
      { id: 'lru', ftl: dftl('lru') },
      { id: 'lfu', ftl: dftl('lfu') },
    ],
  },
];

export const taskOf = (id: string): Task => {
  const found = TASKS.find((task) => task.id === id) ?? TASKS[0];
  if (!found) throw new Error('there is a first task');
  return found;
};

/** The scenario of a rival: the same requests under another FTL. */
export function rivalText(task: Task, id: RivalId): string {
  const rival = task.rivals.find((other) => other.id === id);
  return JSON.stringify({ ...task.scenario, ftl: rival?.ftl ?? task.scenario.ftl });
}
