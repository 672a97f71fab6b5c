/** The policies that one can start from. */
import type { TaskId } from '../../model/policy/tasks';
import costBenefit from './starters/cost-benefit.js?raw';
import fifo from './starters/fifo.js?raw';
import greedy from './starters/greedy.js?raw';
import greedyLists from './starters/greedy-lists.js?raw';
import hotCold from './starters/hot-cold.js?raw';
import random from './starters/random.js?raw';
import secondChance from './starters/second-chance.js?raw';
import oldest from './starters/window.js?raw';

export const STARTERS = [
  { id: 'window', code: oldest, task: 'skewed' },
  { id: 'greedy', code: greedy, task: 'skewed' },
  { id: 'greedy_lists', code: greedyLists, task: 'skewed' },
  { id: 'fifo', code: fifo, task: 'skewed' },
  { id: 'cost_benefit', code: costBenefit, task: 'skewed' },
  { id: 'random', code: random, task: 'skewed' },
  { id: 'hot_cold', code: hotCold, task: 'placement' },
  { id: 'second_chance', code: secondChance, task: 'cache' },
] as const satisfies readonly { id: string; code: string; task: TaskId }[];

export type StarterId = (typeof STARTERS)[number]['id'];
