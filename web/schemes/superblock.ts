/** Superblocks (Kang et al. 2006): adjacent LBNs share their data and update blocks; a page never leaves its group. */
import { m } from '../i18n/compiled/messages.js';
import type { BlockShown } from '../protocol/generated/BlockShown';
import { MERGE_FIGURES, MERGE_LANES, MERGE_STOPS, placesByNumber } from './parts';
import type { Scheme } from './scheme';

/** Blocks side by side in the frame of their superblock. */
const SLIM = { y: 8, width: 10 };

/** Data blocks in the first `size` places of their superblock, update blocks in those after them. */
function placesInside(inside: readonly BlockShown[], size: number, group: number): Map<number, number> {
  const pbns = (update: boolean) =>
    inside.filter(({ role }) => (role === 'update') === update).map(({ pbn }) => pbn);
  const data = pbns(false);
  // A GC may fill one more data block than there are places.
  const after = placesByNumber([...data.slice(size), ...pbns(true)], group - size);
  return new Map([
    ...placesByNumber(data.slice(0, size), size),
    ...[...after].map(([pbn, place]): [number, number] => [pbn, size + place]),
  ]);
}

export const superblock: Scheme = {
  kind: 'superblock',
  diagram: {
    frames: [
      [3, 3, 44, 46],
      [50, 3, 44, 46],
    ],
    blocks: [
      ['vvxv', 8, SLIM],
      ['vxvv', 20, SLIM],
      ['llff', 32, SLIM],
      ['vvvv', 55, SLIM],
      ['xvvv', 67, SLIM],
      ['lfff', 79, SLIM],
    ],
  },
  stops: [...MERGE_STOPS, 'map_read'],
  axis: false,
  byNumber: false,
  sections: ({ blocks, logicalBlocks, option }) => {
    const size = Math.max(1, option('blocks_per_superblock'));
    const updates = Math.min(option('update_blocks_per_superblock'), option('update_blocks'));
    // A GC takes one more block before it gives one back.
    const group = Math.min(blocks, size + updates + 1);
    return [{ id: 'superblock', slots: Math.ceil(logicalBlocks / size) * group, group }];
  },
  claim: (block, frame, [section]) => {
    const size = frame.tables.superblocks?.blocks_per_superblock ?? 1;
    const group = section?.group ?? 1;
    const own = Math.floor((block.lbn ?? 0) / size);
    const inside = frame.blocks.filter(
      ({ role, lbn }) => role !== 'free' && Math.floor((lbn ?? 0) / size) === own,
    );
    const place = placesInside(inside, Math.min(size, group - 1), group).get(block.pbn) ?? 0;
    return { section: 'superblock', slot: own * group + Math.min(place, group - 1) };
  },
  heading: () => ({ title: m.stage_row_superblock(), note: m.stage_note_superblock() }),
  maps: [],
  chooses: true,
  lanes: MERGE_LANES,
  figures: [...MERGE_FIGURES, 'map_reads'],
  legend: () => [{ look: 'log', text: m.stage_legend_update(), role: 'update' }],
  roles: ['update'],
  role: ({ role, frontier }) => {
    if (frontier === 'gc') return m.stage_superblock_copies();
    if (frontier) return m.stage_superblock_host();
    return role === 'update' ? m.stage_holds_update() : m.stage_holds_data();
  },
  roleChars: () => 6,
};
