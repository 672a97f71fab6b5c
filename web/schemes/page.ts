/** Page mapping: a page can be anywhere, so blocks are in the order of their numbers and never move. */
import { m } from '../i18n/compiled/messages.js';
import { frontierRole } from './parts';
import type { Scheme } from './scheme';

export const page: Scheme = {
  kind: 'page',
  diagram: {
    blocks: [
      ['vxvv', 60],
      ['xvxf', 76],
    ],
    line: 'M13 9C40 9 34 38 58 39M13 20.5C36 21 40 12 58 12M13 32C40 32 40 30 58 30M13 43.5C30 44 50 22 74 21',
    dots: [
      [10, 9, 2.5],
      [10, 20.5, 2.5],
      [10, 32, 2.5],
      [10, 43.5, 2.5],
    ],
  },
  stops: ['gc'],
  axis: false,
  byNumber: true,
  sections: ({ blocks }) => [{ id: 'blocks', slots: blocks }],
  claim: ({ pbn }) => ({ section: 'blocks', slot: pbn }),
  heading: () => ({ title: m.stage_row_blocks(), note: m.stage_note_counts() }),
  maps: ['page'],
  chooses: true,
  lanes: ['host', 'victims', 'copies', 'erases', 'wa'],
  figures: ['gc_runs', 'gc_copied'],
  legend: () => [],
  roles: [],
  role: ({ role, frontier }) => {
    if (frontier) return frontierRole(frontier);
    return role === 'hot' ? m.stage_holds_hot() : role === 'cold' ? m.stage_holds_cold() : '';
  },
  roleChars: (device) => (device.option('hot_cold') > 0 ? 12 : 9),
};
