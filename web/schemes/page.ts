/** Page mapping: a page can be anywhere, so blocks are in the order of their numbers and never move. */
import { m } from '../i18n/compiled/messages.js';
import { frontierRole } from './parts';
import type { Scheme } from './scheme';

export const page: Scheme = {
  kind: 'page',
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
