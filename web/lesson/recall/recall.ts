/**
 * Two questions from earlier lessons, asked at the start of a lesson: an answer from memory is what makes it last (Roediger and
 * Karpicke 2006). They are of the exam banks, with fresh figures each time.
 */
import type { Language } from '../../base/language';
import type { Lesson, LessonScenario, Step } from '../language/lesson';
import { parseLesson } from '../language/parse';
import { loadLesson } from '../play/library';

/** A question: the earlier lesson that it is about, its bank, its step. */
export type Recalled = readonly [about: string, bank: string, step: string];

/** By lesson. The first has none before it. */
export const RECALL: { readonly [slug: string]: readonly [Recalled, Recalled] } = {
  mapping: [
    ['flash', 'exam-maps', 'outdated'],
    ['flash', 'exam-maps', 'victim_copies'],
  ],
  replacement: [
    ['mapping', 'exam-maps', 'offset'],
    ['flash', 'exam-maps', 'where_is'],
  ],
  bast: [
    ['mapping', 'exam-maps', 'offset'],
    ['mapping', 'exam-maps', 'block_ram'],
  ],
  fast: [
    ['bast', 'exam-logs', 'partial'],
    ['bast', 'exam-logs', 'kind'],
  ],
  superblock: [
    ['bast', 'exam-logs', 'full'],
    ['mapping', 'exam-maps', 'page_ram'],
  ],
  last: [
    ['fast', 'exam-logs', 'associated'],
    ['fast', 'exam-logs', 'sequence_copies'],
  ],
  dftl: [
    ['mapping', 'exam-maps', 'page_ram'],
    ['flash', 'exam-maps', 'gc_wait'],
  ],
  power: [
    ['dftl', 'exam-dftl', 'evict_all'],
    ['dftl', 'exam-dftl', 'batch'],
  ],
  amplification: [
    ['flash', 'exam-maps', 'victim_copies'],
    ['flash', 'exam-maps', 'gained'],
  ],
  'hot-cold': [
    ['amplification', 'exam-gc', 'greedy_copies'],
    ['amplification', 'exam-gc', 'fifo_copies'],
  ],
  outside: [
    ['amplification', 'exam-gc', 'spare_factor'],
    ['flash', 'exam-maps', 'gc_wait'],
  ],
  trace: [
    ['flash', 'exam-maps', 'gained'],
    ['flash', 'exam-maps', 'gc_wait'],
  ],
  buffer: [
    ['bast', 'exam-logs', 'owners'],
    ['bast', 'exam-logs', 'kind'],
  ],
  'pud-lru': [
    ['buffer', 'exam-device', 'leaves'],
    ['buffer', 'exam-device', 'group'],
  ],
  'gc-arm': [
    ['buffer', 'exam-device', 'absorbed'],
    ['buffer', 'exam-device', 'group'],
  ],
  ram: [
    ['dftl', 'exam-dftl', 'lru_hits'],
    ['buffer', 'exam-device', 'absorbed'],
  ],
  channels: [
    ['flash', 'exam-maps', 'gc_wait'],
    ['flash', 'exam-maps', 'where_is'],
  ],
  fingerprint: [
    ['dftl', 'exam-dftl', 'lru_hits'],
    ['amplification', 'exam-gc', 'spare_factor'],
  ],
  schedulers: [
    ['channels', 'exam-device', 'striped_writes'],
    ['channels', 'exam-device', 'one_at_a_time'],
  ],
  wear: [
    ['amplification', 'exam-gc', 'greedy_copies'],
    ['amplification', 'exam-gc', 'spare_factor'],
  ],
  since: [
    ['dftl', 'exam-dftl', 'evict_all'],
    ['channels', 'exam-device', 'parallel_reads'],
  ],
  cleaner: [
    ['amplification', 'exam-gc', 'greedy_copies'],
    ['amplification', 'exam-gc', 'fifo_copies'],
  ],
  cache: [
    ['dftl', 'exam-dftl', 'lru_hits'],
    ['dftl', 'exam-dftl', 'evict_all'],
  ],
  contest: [
    ['amplification', 'exam-gc', 'greedy_copies'],
    ['amplification', 'exam-gc', 'spare_factor'],
  ],
};

/** The two questions as a lesson of their own, in this language; `null` for a lesson that has none. */
export async function loadRecall(slug: string, language: Language): Promise<Lesson | null> {
  const wanted = RECALL[slug];
  if (!wanted) return null;
  const names = [...new Set(wanted.map(([, bank]) => bank))];
  const banks = await Promise.all(
    names.map(
      async (name) => [name, parseLesson((await loadLesson(name, language))?.text ?? '').lesson] as const,
    ),
  );
  return recallOf(wanted, new Map(banks));
}

export function recallOf(
  wanted: readonly Recalled[],
  banks: ReadonlyMap<string, Lesson | null>,
): Lesson | null {
  const scenarios = new Map<string, LessonScenario>();
  const steps: Step[] = [];
  for (const [, name, id] of wanted) {
    const bank = banks.get(name);
    const step = bank?.steps.find((each) => each.id === id);
    const scenario = bank?.scenarios.get(step?.on ?? '');
    if (!step || !scenario) return null;
    // Banks may use the same name for different scenarios.
    const own = `${name}_${scenario.name}`;
    scenarios.set(own, { ...scenario, name: own });
    // A question of a bank starts by itself.
    steps.push({ ...step, id: `${name}_${id}`, on: own, from: step.from ?? [{ to: 'start' }] });
  }
  const [first] = banks.values();
  return first ? { ...first, scenarios, steps } : null;
}
