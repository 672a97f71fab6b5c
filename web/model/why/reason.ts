/**
 * Why what goes on was begun, and by which rule it is as it is: the heading of Why, and what was ruled out. It stays the same
 * from the decision until its work is done, so that each step of a merge is read under the reason for the merge.
 */
import type { Candidate } from '../../protocol/generated/Candidate';
import type { Event } from '../../protocol/generated/Event';
import type { Frame } from '../../protocol/generated/Frame';
import type { MergeWhy } from '../../protocol/generated/MergeWhy';
import type { Summary } from '../../protocol/generated/Summary';
import { isByBlock } from '../schemes';
import { momentOf } from '../sentences/current-event';
import { type Explanation, explain, settingOf } from '../sentences/sentences';
import { choiceBefore, lastBefore, place, type Said, type Setting, said } from '../sentences/setting';
import { progressOf } from './lookup';
import type { Tone } from './now';

/** One of the ways there were. */
export interface Choice {
  /** Unlike that of the others. */
  id: string;
  is: 'taken' | 'out' | 'done' | 'next' | 'rest';
  name: Said;
  /** Its cost so far or in all; the blocks it frees. */
  cost: Said | null;
  /** For a step of a lookup: how long it takes. */
  ns?: number;
  /** For a step of a lookup: its number, or a mark. */
  step?: string;
  /** Why it was ruled out, or why it fits. */
  note: Said | null;
}

export interface Reason {
  heading: Said;
  why: Said[];
  /** The rule as a question with its answer: "Which merge? The cheapest that fits". */
  question: Said | null;
  choices: Choice[];
  tone: Tone;
  /** The rule in full. */
  rule: Said | null;
  source: Said | null;
  /** The moment's own event, where the reason is that of an earlier decision. */
  step: Explanation | null;
}

type Of<T extends Event['t']> = Extract<Event, { t: T }>;

/** `null` before anything has happened. */
export function reasonOf(frame: Frame, summary: Summary): Reason | null {
  const index = momentOf(frame);
  const event = frame.window[index];
  if (!event) return null;
  const setting = settingOf(summary, frame, index);
  const step = explain(event, setting);
  const at = decisionOf(frame, index);
  const decision = at === null ? undefined : frame.window[at];
  if (at === null || !decision) return { ...plain(event, step, setting), step: null };
  const then = settingOf(summary, frame, at);
  const reason = decided(decision, then, frame);
  return { ...reason, step: at === index ? null : step };
}

/** The decision whose work is under way, in the order in which they contain each other; `null`: none. */
function decisionOf(frame: Frame, index: number): number | null {
  const { merge, reclaim, gc, inner, wear } = frame;
  const [event] = [frame.window[index]];
  const last = (kind: Event['t']) => {
    for (let at = index; at >= 0; at -= 1) if (frame.window[at]?.t === kind) return at;
    return null;
  };
  // Right after its end the work is reported once more.
  if (event?.t === 'merge_end' && !reclaim) return last('merge_begin');
  if (event?.t === 'gc_end') return last('gc_begin');
  if (reclaim || event?.t === 'reclaim_end') return last('reclaim_begin');
  if (merge) return last('merge_begin');
  if (inner?.pbn != null) return last('inner_cleaning_begin');
  if (inner) return last('compaction_begin');
  if (wear) return last('wear_begin');
  if (gc) return last('gc_begin');
  if (event?.t === 'log_block_chosen') return index;
  return lookupOf(frame, index);
}

/** The miss of a mapping that the page under way waits for, or waited for. */
function lookupOf(frame: Frame, index: number): number | null {
  for (let at = index; at >= 0; at -= 1) {
    const event = frame.window[at];
    if (event?.t === 'cmt_miss') return at;
    if (event?.t === 'host_page' || event?.t === 'cmt_hit' || event?.t === 'recovery_begin') return null;
  }
  return null;
}

/** Nothing was decided: what the event itself says. */
function plain(event: Event, { title, why, rule, source }: Explanation, setting: Setting): Reason {
  const heading = plainHeading(event, setting) ?? title;
  return { heading, why, rule, source, question: null, choices: [], tone: null, step: null };
}

function plainHeading(event: Event, setting: Setting): Said | null {
  if (event.t !== 'program' || event.from !== null || event.cause !== 'host') return null;
  const block = Math.floor(event.ppn / setting.pagesPerBlock);
  const role = setting.roleOf(block);
  const values = { page: event.logical, block };
  if (role === 'log' || role?.endsWith('_log')) return said('why_head_taken', values);
  return role === 'data' && isByBlock(setting.ftl)
    ? said('why_head_own_place', values)
    : said('why_head_frontier', values);
}

function decided(event: Event, setting: Setting, frame: Frame): Omit<Reason, 'step'> {
  const told = explain(event, setting);
  const page = lastBefore(setting, 'host_page')?.lpn ?? 0;
  const base = { why: told.why, rule: told.rule, source: told.source };
  switch (event.t) {
    case 'merge_begin':
      return {
        ...base,
        // The reason for its kind, and its cost, is in the list.
        why: ofLogBlock(event)
          ? [...told.why.slice(0, 1), said(`why_does_${event.kind}`, mergeValues(event))]
          : told.why,
        heading: mergeHeading(event, page, told),
        question: ofLogBlock(event) ? said('why_which_merge') : null,
        choices: ofLogBlock(event) ? mergeChoices(event) : [],
        tone: event.kind,
      };
    case 'reclaim_begin':
      return {
        ...base,
        heading: said('why_head_reclaim', { block: event.pbn, lbns: event.merged.length }),
        question: event.merged.length > 0 ? said('why_which_lbns', { block: event.pbn }) : null,
        choices: reclaimChoices(event, frame),
        tone: 'full',
      };
    case 'gc_begin':
      return {
        ...base,
        heading: said('why_head_gc', { free: event.free, page }),
        question: said(
          choiceBefore(setting, 'victim')
            ? 'why_which_victim_chosen'
            : `why_which_victim_${victimRule(setting.policy)}`,
        ),
        choices: victims(
          event.candidates,
          event.pbn,
          event.choices,
          setting,
          victimRule(setting.policy) === 'score',
        ),
        tone: 'copy',
      };
    case 'inner_cleaning_begin':
      return {
        ...base,
        heading: said('why_head_inner', { superblock: event.superblock, blocks: event.blocks }),
        question: said(
          choiceBefore(setting, 'victim') ? 'why_which_victim_chosen' : 'why_which_victim_greedy',
        ),
        choices: victims(event.candidates, event.pbn, event.choices, setting),
        tone: event.compaction ? 'full' : 'partial',
      };
    case 'compaction_begin':
      return {
        ...base,
        heading: told.title,
        question: said(
          choiceBefore(setting, 'superblock') ? 'why_which_superblock_chosen' : 'why_which_superblock',
        ),
        choices: ranked(event.candidates, event.superblock, event.choices, (each) => ({
          name: said('why_choice_superblock', { superblock: each.id }),
          cost: said('why_cost_valid', { valid: each.valid }),
        })),
        tone: 'full',
      };
    case 'log_block_chosen':
      return {
        ...base,
        heading: said('why_head_log_blocks', { page }),
        question: said(`why_which_log_${event.rule}`),
        choices: ranked(event.candidates, event.pbn, event.choices, (each) => ({
          name: said('why_choice_block', { block: each.id }),
          cost: said('why_cost_lbns', { lbns: each.score, valid: each.valid }),
        })),
        tone: 'full',
      };
    case 'cmt_miss':
      return {
        ...base,
        heading: missHeading(event, setting, frame),
        question: said('why_way'),
        choices: lookup(event, setting, frame),
        tone: 'trans',
      };
    default:
      return { ...base, heading: told.title, question: null, choices: [], tone: null };
  }
}

/** Whether the merge chooses among three kinds, by what is in a log block. */
function ofLogBlock({ reason }: Of<'merge_begin'>): boolean {
  return reason !== 'no_free_block' && reason !== 'page_in_use';
}

function mergeValues({ log, data, lbn, copies }: Of<'merge_begin'>): Said['values'] {
  return { log: log ?? 0, data: data ?? 0, lbn, copies };
}

function mergeHeading(event: Of<'merge_begin'>, page: number, told: Explanation): Said {
  const values = { ...mergeValues(event), page };
  switch (event.reason) {
    case 'page_in_use':
      return said('why_head_page_in_use', values);
    case 'no_free_block':
      return told.title;
    default:
      return said(`why_head_${event.reason}`, values);
  }
}

/** The three kinds from the cheapest on: why each does not fit, up to the first that does. */
function mergeChoices(event: Of<'merge_begin'>): Choice[] {
  const { kind, why, copies, data } = event;
  const values = mergeValues(event);
  const erases = {
    switch: data === null ? 0 : 1,
    partial: data === null ? 0 : 1,
    full: data === null ? 1 : 2,
  };
  const order = ['switch', 'partial', 'full'] as const;
  return order.map((each) => {
    const is = each === kind ? 'taken' : order.indexOf(each) < order.indexOf(kind) ? 'out' : 'rest';
    return {
      id: each,
      is,
      name: said(`why_kind_${each}`),
      cost:
        is === 'taken'
          ? said('why_cost', { copies, erases: erases[each] })
          : said(`why_cost_${each}`, { erases: erases[each] }),
      note:
        is === 'taken'
          ? said(why.rule === 'chosen' ? 'why_note_chosen' : `why_note_fits_${each}`, values)
          : is === 'out'
            ? ruledOut(each, why, values)
            : said('why_note_not_needed'),
    };
  });
}

function ruledOut(kind: 'switch' | 'partial' | 'full', why: MergeWhy, values: Said['values']): Said {
  switch (why.rule) {
    case 'prefix':
      return said('why_note_not_full', { ...values, pages: why.pages });
    case 'out_of_place':
      return said(`why_note_out_of_place_${kind}`, { ...values, page: why.page, holds: why.holds });
    case 'stale':
      return said(`why_note_stale_${kind}`, { ...values, page: why.page });
    case 'shared':
      return said('why_note_shared', values);
    default:
      return said('why_note_by_hand');
  }
}

/** The logical blocks with pages in the log block, each a merge of its own. */
function reclaimChoices(event: Of<'reclaim_begin'>, frame: Frame): Choice[] {
  const done = frame.reclaim?.done ?? event.merged.length;
  return [
    ...event.merged.map((lbn, i): Choice => {
      const is = i < done ? 'done' : i === done ? 'taken' : 'next';
      const letter = event.merged.length > 1 ? letterOf(i) : '';
      return {
        id: `${lbn}`,
        is,
        name: said('why_choice_lbn', { lbn }),
        cost: said(letter === '' ? `why_part_${is}` : `why_part_${is}_letter`, { letter }),
        note: null,
      };
    }),
    ...event.skipped.map(
      (lbn): Choice => ({
        id: `${lbn}`,
        is: 'out',
        name: said('why_choice_lbn', { lbn }),
        cost: said('why_part_skipped'),
        note: null,
      }),
    ),
  ];
}

/** Parts of a merge over several logical blocks: A, B, C; beyond Z their numbers. */
export function letterOf(part: number): string {
  return part < 26 ? String.fromCharCode('A'.charCodeAt(0) + part) : String(part + 1);
}

/** Rules that have a question of their own. */
function victimRule(policy: string): string {
  const own = ['greedy', 'fifo', 'fifo_full', 'windowed_greedy', 'random', 'd_choices'];
  return own.includes(policy) ? policy : 'score';
}

/** This many are named; the others are counted. */
const NAMED = 3;

function victims(
  candidates: readonly Candidate[],
  victim: number,
  choices: number,
  setting: Setting,
  byScore = false,
): Choice[] {
  return ranked(candidates, victim, choices, ({ id, valid, score }) => {
    const cost = { copies: valid, frees: setting.pagesPerBlock - valid };
    return {
      name: said('why_choice_block', { block: id }),
      // Blocks of equal cost differ in the number that the stage shows beside their names.
      cost: byScore
        ? said('why_cost_victim_score', { ...cost, score: shortScore(score) })
        : said('why_cost_victim', cost),
    };
  });
}

/** As on the stage (views/stage/step/candidates.ts). */
function shortScore(score: number): string {
  return score > 1e300 ? '∞' : String(Number(score.toPrecision(2)));
}

/** The chosen one first, then the next best, then how many there are besides. */
function ranked(
  candidates: readonly Candidate[],
  chosen: number,
  choices: number,
  tell: (candidate: Candidate) => Pick<Choice, 'name' | 'cost'>,
): Choice[] {
  const first = candidates.filter(({ id }) => id === chosen);
  const named = [...first, ...candidates.filter(({ id }) => id !== chosen)].slice(0, NAMED);
  const rest = Math.max(choices, candidates.length) - named.length;
  const others = candidates.filter((each) => !named.includes(each)).map(({ valid }) => valid);
  return [
    ...named.map(
      (each): Choice => ({
        id: `${each.id}`,
        is: each.id === chosen ? 'taken' : 'out',
        ...tell(each),
        note: null,
      }),
    ),
    ...(rest > 0
      ? [
          {
            id: 'rest',
            is: 'rest',
            name: said('why_choice_more', { count: rest }),
            // A long list leaves out the worst ones.
            cost: others.length === rest && rest > 0 ? rangeOf(others) : null,
            note: null,
          } satisfies Choice,
        ]
      : []),
  ];
}

function rangeOf(copies: number[]): Said {
  const [least, most] = [Math.min(...copies), Math.max(...copies)];
  return least === most ? said('why_cost_each', { copies: least }) : said('why_cost_range', { least, most });
}

function missHeading({ lpn, full }: Of<'cmt_miss'>, setting: Setting, frame: Frame): Said {
  const victim = laterOf(setting, frame).find((event) => event.t === 'cmt_victim');
  if (victim?.t === 'cmt_victim')
    return said(victim.dirty ? 'why_head_miss_dirty' : 'why_head_miss_clean', { entry: victim.lpn });
  return said(full ? 'why_head_miss_full' : 'why_head_miss', { page: lpn });
}

/** The lookup's events so far. */
function laterOf(setting: Setting, frame: Frame): Event[] {
  return frame.window.slice(setting.index + 1, frame.in_window + 1);
}

/** The four steps of a lookup that misses, and making room before the second. */
function lookup({ lpn, tpn, full }: Of<'cmt_miss'>, setting: Setting, frame: Frame): Choice[] {
  const { victim, evicted, fetched, placed, accessed } = progressOf(
    { lpn, tpn, full },
    laterOf(setting, frame),
  );
  const op = lastBefore(setting, 'host_page')?.op ?? 'read';
  const ppn = frame.tables.gtd?.[tpn - frame.tables.from_tpn];
  // The time of each: the operations of this page in their order.
  const operations = frame.cost?.operations ?? [];
  const spent = (which: (typeof operations)[number][]) => which.reduce((sum, { ns }) => sum + ns, 0);
  const maps = operations.filter(({ kind, cause }) => kind === 'translation' && cause === 'translation');
  const fetch = maps.findLastIndex(({ op: each, logical }) => each === 'read' && logical === tpn);
  const data = operations.filter(
    ({ kind, cause, logical }) => kind === 'data' && cause === 'host' && logical === lpn,
  );
  const steps: { id: string; done: boolean; name: Said; ns: number }[] = [
    { id: '1', ns: 0, done: true, name: said('why_way_missing', { page: lpn }) },
  ];
  if (full)
    steps.push({
      id: '!',
      ns: spent(maps.slice(0, Math.max(0, fetch))),
      done: evicted,
      name: victim
        ? said(victim.dirty ? 'why_way_room_dirty' : 'why_way_room_clean', { entry: victim.lpn })
        : said('why_way_room'),
    });
  steps.push(
    {
      id: '2',
      ns: 0,
      done: fetched || placed,
      name:
        typeof ppn === 'number'
          ? said('why_way_gtd', { tpn, page: place(ppn, setting.pagesPerBlock) })
          : said('why_way_gtd_none', { tpn }),
    },
    { id: '3', ns: spent(maps.slice(Math.max(0, fetch))), done: placed, name: said('why_way_fill', { tpn }) },
    { id: '4', ns: spent(data), done: accessed, name: said(`why_way_${op}`, { page: lpn }) },
  );
  const now = steps.find(({ done }) => !done);
  return steps.map((step): Choice => {
    const { id, done, name, ns } = step;
    const is = done ? 'done' : step === now ? 'taken' : 'next';
    return { id, step: id, is, name, cost: null, ns, note: null };
  });
}
