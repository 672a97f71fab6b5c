/**
 * The kinds of breakpoints that the form offers, and the text of each: what the form writes is what a person could
 * have written. The whole language is the engine's (`sim/src/predicate/forms.md`).
 */
import { m } from '../../i18n/compiled/messages.js';

export interface Kind {
  id: string;
  /** As the form calls it. */
  name: () => string;
  /** The number it needs: what it is called, its least value, what to begin with, and how fine it is. */
  number: { name: () => string; least: number; first: number; step: number } | null;
  /** The predicate. */
  text: (number: number) => string;
}

const whole = (name: () => string, least: number, first: number) => ({ name, least, first, step: 1 });

export const KINDS: readonly Kind[] = [
  {
    id: 'write',
    name: m.transport_break_write,
    number: whole(m.transport_break_lpn, 0, 0),
    text: (n) => `write lpn ${n}`,
  },
  {
    id: 'program',
    name: m.transport_break_program,
    number: whole(m.transport_break_ppn, 0, 0),
    text: (n) => `program ppn ${n}`,
  },
  {
    id: 'erase',
    name: m.transport_break_erase,
    number: whole(m.transport_break_pbn, 0, 0),
    text: (n) => `erase pbn ${n}`,
  },
  {
    id: 'erases',
    name: m.transport_break_erases,
    number: whole(m.transport_break_erases_number, 1, 2),
    text: (n) => `erases >= ${n}`,
  },
  {
    id: 'gc',
    name: m.transport_break_gc,
    number: whole(m.transport_break_gc_number, 1, 1),
    text: (n) => `gc ${n}`,
  },
  {
    id: 'victim',
    name: m.transport_break_victim,
    number: whole(m.transport_break_victim_number, 0, 1),
    text: (n) => `victim valid > ${n}`,
  },
  { id: 'switch', name: m.transport_break_switch, number: null, text: () => 'merge switch' },
  { id: 'partial', name: m.transport_break_partial, number: null, text: () => 'merge partial' },
  { id: 'full', name: m.transport_break_full, number: null, text: () => 'merge full' },
  {
    id: 'full_blocks',
    name: m.transport_break_full_blocks,
    number: whole(m.transport_break_full_blocks_number, 1, 2),
    text: (n) => `merge full blocks >= ${n}`,
  },
  { id: 'cmt_miss', name: m.transport_break_cmt_miss, number: null, text: () => 'cmt miss' },
  { id: 'evict_dirty', name: m.transport_break_evict_dirty, number: null, text: () => 'evict dirty' },
  {
    id: 'free',
    name: m.transport_break_free,
    number: whole(m.transport_break_free_number, 0, 2),
    text: (n) => `free <= ${n}`,
  },
  {
    id: 'wa',
    name: m.transport_break_wa,
    number: { name: m.transport_break_wa_number, least: 0, first: 1.5, step: 0.1 },
    text: (n) => `wa >= ${n}`,
  },
];
