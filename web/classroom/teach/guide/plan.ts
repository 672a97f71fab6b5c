/**
 * Two lectures of 75 minutes and the homework after each, out of the course's steps. `plan.test.ts` holds the minutes of a
 * part to those that its steps are computed to take, and each homework to questions that there are.
 */
import { m } from '../../../i18n/compiled/messages.js';
import type { Assignment } from '../../../lesson/assignment/assignment';

/** Minutes of a lecture. */
export const LECTURE = 75;

/** Some minutes of a lecture, with steps of one lesson, or without any. */
export interface Item {
  minutes: number;
  /** A lesson of the course, or a bank of questions. */
  lesson?: string;
  steps?: readonly string[];
  about: () => string;
}

export interface Plan {
  id: string;
  title: () => string;
  items: readonly Item[];
  homework: { title: () => string; parts: readonly { lesson: string; steps: readonly string[] }[] };
}

export const PLANS: readonly Plan[] = [
  {
    id: 'one',
    title: m.guide_one,
    items: [
      { minutes: 5, about: m.guide_one_open },
      { minutes: 7, lesson: 'flash', steps: ['program', 'update', 'map'], about: m.guide_one_update },
      {
        minutes: 12,
        lesson: 'flash',
        steps: ['victim', 'wait', 'amplification', 'spare'],
        about: m.guide_one_gc,
      },
      {
        minutes: 11,
        lesson: 'mapping',
        steps: ['offset', 'block_map', 'rewrite_block'],
        about: m.guide_one_map,
      },
      {
        minutes: 14,
        lesson: 'bast',
        steps: ['kinds', 'update', 'dedicated', 'full_merge'],
        about: m.guide_one_bast,
      },
      { minutes: 9, lesson: 'bast', steps: ['partial', 'which_merge'], about: m.guide_one_merges },
      { minutes: 8, lesson: 'bast', steps: ['thrash', 'challenges'], about: m.guide_one_thrash },
      { minutes: 9, about: m.guide_one_close },
    ],
    homework: {
      title: m.guide_homework_one,
      parts: [
        { lesson: 'flash', steps: ['victim', 'wait'] },
        { lesson: 'mapping', steps: ['page_map', 'rewrite_block', 'task'] },
        { lesson: 'bast', steps: ['partial', 'which_merge', 'thrash', 'rescue'] },
        { lesson: 'exam-maps', steps: ['outdated', 'gc_wait', 'gained'] },
      ],
    },
  },
  {
    id: 'two',
    title: m.guide_two,
    items: [
      { minutes: 6, lesson: 'exam-logs', steps: ['partial', 'kind'], about: m.guide_two_recall },
      {
        minutes: 16,
        lesson: 'fast',
        steps: ['shared', 'mixed', 'offset_zero', 'merges'],
        about: m.guide_two_fast,
      },
      { minutes: 8, lesson: 'last', steps: ['detector', 'recency', 'dead'], about: m.guide_two_last },
      { minutes: 8, lesson: 'dftl', steps: ['problem', 'gtd', 'miss'], about: m.guide_two_dftl },
      { minutes: 10, lesson: 'dftl', steps: ['write', 'evict', 'batched'], about: m.guide_two_evict },
      { minutes: 13, lesson: 'amplification', steps: ['gain', 'ratio', 'spare'], about: m.guide_two_wa },
      { minutes: 6, lesson: 'hot-cold', steps: ['apart', 'won'], about: m.guide_two_hot },
      { minutes: 8, about: m.guide_two_close },
    ],
    homework: {
      title: m.guide_homework_two,
      parts: [
        { lesson: 'fast', steps: ['offset_zero', 'merges', 'task'] },
        { lesson: 'dftl', steps: ['miss', 'evict', 'translation_gc', 'by_hand'] },
        { lesson: 'amplification', steps: ['gain', 'spare', 'adversary'] },
        { lesson: 'exam-gc', steps: ['greedy_copies', 'fifo_copies'] },
      ],
    },
  },
];

/** A homework as an assignment, which the page saves, links or opens. */
export function homeworkOf({ homework }: Plan, seed: string): Assignment {
  return {
    title: homework.title(),
    parts: homework.parts.map(({ lesson, steps }) => ({ name: lesson, text: null, steps })),
    attempts: 3,
    hints: false,
    due: '',
    seed,
  };
}

/** A rubric for the written answer of a homework: two points, one, none. */
export const RUBRIC: readonly { name: () => string; points: readonly (() => string)[] }[] = [
  {
    name: m.guide_rubric_claim,
    points: [m.guide_rubric_claim_2, m.guide_rubric_claim_1, m.guide_rubric_claim_0],
  },
  {
    name: m.guide_rubric_cause,
    points: [m.guide_rubric_cause_2, m.guide_rubric_cause_1, m.guide_rubric_cause_0],
  },
  {
    name: m.guide_rubric_figure,
    points: [m.guide_rubric_figure_2, m.guide_rubric_figure_1, m.guide_rubric_figure_0],
  },
];
