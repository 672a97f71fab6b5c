/** LAST (Lee et al. 2008): log blocks for sequences, and for random pages a hot and a cold partition, which share their places. */
import { m } from '../i18n/compiled/messages.js';
import { isDead } from '../protocol/frame';
import {
  byNumber,
  dataByLbn,
  dataClaim,
  dataHeading,
  FRESH,
  freshHeading,
  lbnRole,
  lbnRoleChars,
  MERGE_FIGURES,
  MERGE_LANES,
  MERGE_STOPS,
  placesByNumber,
} from './parts';
import type { Scheme } from './scheme';

export const last: Scheme = {
  kind: 'last',
  diagram: {
    rows: [
      ['llll', 30, { y: 6 }],
      ['lxxl', 30, { y: 24 }],
      ['llff', 30, { y: 40 }],
    ],
    line: 'M6 9.5H18M15 6.5l3.5 3-3.5 3M24 18.5H94M24 35.5H94',
    dots: [[12, 27.5, 3.5]],
    rings: [[12, 43.5, 3.5]],
  },
  stops: [...MERGE_STOPS, 'log_block_chosen'],
  axis: true,
  byNumber: false,
  sections: (device) => {
    const sequential = device.option('seq_log_blocks');
    return [
      dataByLbn(device),
      { id: 'sequential', slots: sequential },
      { id: 'log', slots: Math.max(1, device.option('log_blocks') - sequential) },
      FRESH,
    ];
  },
  claim: (block, frame, sections) => {
    if (block.role === 'sequential_log') {
      const slots = sections.find(({ id }) => id === 'sequential')?.slots ?? 1;
      const all = frame.blocks.filter(({ role }) => role === 'sequential_log').map(({ pbn }) => pbn);
      return { section: 'sequential', slot: placesByNumber(all, Math.max(1, slots)).get(block.pbn) ?? 0 };
    }
    if (block.role === 'hot_log') return byNumber('log', block);
    // One partition fills the places from the left, the other from the right.
    if (block.role === 'cold_log') return { section: 'log', rank: block.pbn, from: 'right' };
    return dataClaim(block, frame);
  },
  heading: (section) => {
    if (section === 'sequential') return { title: m.stage_row_sequential(), note: '' };
    if (section === 'log') return { title: m.stage_row_hot(), note: '', end: m.stage_row_cold() };
    return section === 'fresh' ? freshHeading() : dataHeading();
  },
  maps: ['block', 'log'],
  chooses: false,
  lanes: MERGE_LANES,
  figures: [...MERGE_FIGURES, 'dead_blocks'],
  legend: () => [{ look: 'log', text: m.stage_legend_log(), role: 'log' }],
  roles: ['sequential_log', 'hot_log', 'cold_log', 'merge_target'],
  role: (block) => {
    const dead = isDead(block);
    if (block.role === 'hot_log') return dead ? m.stage_dead_hot() : m.stage_holds_hot();
    if (block.role === 'cold_log') return dead ? m.stage_dead_cold() : m.stage_holds_cold();
    return lbnRole(block);
  },
  roleChars: lbnRoleChars,
};
