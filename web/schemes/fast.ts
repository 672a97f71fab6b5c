/** FAST (Lee et al. 2007): one log block takes sequences (SW), the others pages of any LBN (RW), oldest first. */
import { m } from '../i18n/compiled/messages.js';
import {
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

/** The kinds of shared log blocks, as the slides call them. */
const [SW, RW] = ['SW', 'RW'];

/** Data blocks are drawn flat, above the log block that they share. */
const FLAT = { y: 4, height: 5 };

export const fast: Scheme = {
  kind: 'fast',
  diagram: {
    blocks: [
      ['vxv', 6, FLAT],
      ['vxv', 26, FLAT],
      ['vxv', 46, FLAT],
      ['vvx', 66, FLAT],
    ],
    rows: [['lllf', 6, { y: 38, width: 18 }]],
    line: 'M13 26V32M33 26V32M53 26V32M73 26V32M13 32H73M43 32V36',
  },
  stops: [...MERGE_STOPS, 'reclaim_begin'],
  axis: true,
  byNumber: false,
  sections: (device) => [
    dataByLbn(device),
    { id: 'sequential', slots: 1 },
    { id: 'log', slots: Math.max(1, device.option('log_blocks') - 1) },
    FRESH,
  ],
  claim: (block, frame) => {
    if (block.role === 'sequential_log') return { section: 'sequential', slot: 0 };
    if (block.role !== 'random_log') return dataClaim(block, frame);
    const order = frame.tables.log_blocks?.findIndex(({ pbn }) => pbn === block.pbn) ?? -1;
    return { section: 'log', rank: order < 0 ? frame.blocks.length + block.pbn : order, from: 'left' };
  },
  heading: (section) => {
    if (section === 'sequential') return { title: m.stage_row_sequential(), note: SW };
    if (section === 'log') return { title: m.stage_row_log(), note: m.stage_note_shared() };
    return section === 'fresh' ? freshHeading() : dataHeading();
  },
  maps: ['block', 'log'],
  chooses: false,
  lanes: MERGE_LANES,
  figures: [...MERGE_FIGURES],
  legend: () => [{ look: 'log', text: m.stage_legend_log(), role: 'log' }],
  roles: ['sequential_log', 'random_log', 'merge_target'],
  role: (block) => {
    if (block.role === 'random_log') return RW;
    return block.role === 'sequential_log' ? `${SW}, ${lbnRole(block)}` : lbnRole(block);
  },
  roleChars: lbnRoleChars,
};
