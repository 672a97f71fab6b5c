/** KAST (Cho et al. 2009): log blocks for sequences, and random ones that serve at most K data blocks each, oldest first. */
import { m } from '../i18n/compiled/messages.js';
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
} from './parts';
import type { Scheme } from './scheme';

/** Data blocks are drawn flat, above the log blocks that two of them share. */
const FLAT = { y: 4, height: 5 };

export const kast: Scheme = {
  kind: 'kast',
  diagram: {
    blocks: [
      ['vxv', 6, FLAT],
      ['xvv', 28, FLAT],
      ['vxv', 56, FLAT],
      ['vvx', 78, FLAT],
    ],
    rows: [
      ['lll', 4, { y: 38, width: 12 }],
      ['llf', 54, { y: 38, width: 12 }],
    ],
    line: 'M13 26V32M35 26V32M13 32H35M24 32V36M63 26V32M85 26V32M63 32H85M74 32V36',
  },
  stops: [...MERGE_STOPS, 'reclaim_begin'],
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
  claim: (block, frame) => {
    if (block.role === 'sequential_log') return byNumber('sequential', block);
    if (block.role !== 'random_log') return dataClaim(block, frame);
    const order = frame.tables.log_blocks?.findIndex(({ pbn }) => pbn === block.pbn) ?? -1;
    return { section: 'log', rank: order < 0 ? frame.blocks.length + block.pbn : order, from: 'left' };
  },
  heading: (section) => {
    if (section === 'sequential') return { title: m.stage_row_sequential(), note: '' };
    if (section === 'log') return { title: m.stage_row_random_kast(), note: m.stage_note_shared_kast() };
    return section === 'fresh' ? freshHeading() : dataHeading();
  },
  maps: ['block', 'log'],
  chooses: false,
  lanes: MERGE_LANES,
  figures: [...MERGE_FIGURES],
  legend: () => [{ look: 'log', text: m.stage_legend_log(), role: 'log' }],
  roles: ['sequential_log', 'random_log', 'merge_target'],
  role: (block) => (block.role === 'random_log' ? m.stage_random_kast() : lbnRole(block)),
  roleChars: lbnRoleChars,
};
