/** Replacement blocks (Ban 1995): behind each data block the chain of blocks that replace pages of it. */
import { m } from '../i18n/compiled/messages.js';
import type { Frame } from '../protocol/generated/Frame';
import { lbnRole, lbnRoleChars, MERGE_LANES } from './parts';
import type { Scheme } from './scheme';

/** Each chain has room for its longest, as long as all take no more places than this: else they stand without gaps. */
const MOST_PLACES = 20;

/** The blocks of an LBN's chain, from the first. */
export function chainOf({ tables }: Frame, lbn: number): number[] {
  const first = tables.block_map?.[lbn - tables.from_lbn];
  return first === undefined || first === null
    ? []
    : [first, ...(tables.chains?.[lbn - tables.from_lbn] ?? [])];
}

export const replacement: Scheme = {
  kind: 'replacement',
  axis: true,
  byNumber: false,
  sections: ({ blocks, logicalBlocks }) => {
    const longest = Math.max(1, blocks - logicalBlocks + 1);
    return logicalBlocks * longest <= MOST_PLACES
      ? [{ id: 'chains', slots: logicalBlocks * longest, group: longest }]
      : [{ id: 'chains', slots: blocks }];
  },
  claim: (block, frame, [section]) => {
    const lbn = block.lbn ?? 0;
    const chain = chainOf(frame, lbn);
    const place = chain.indexOf(block.pbn);
    if (section?.group && place >= 0) return { section: 'chains', slot: lbn * section.group + place };
    const { blocks } = frame;
    const inChain = place < 0 ? blocks.length : place;
    return { section: 'chains', rank: lbn * (blocks.length + 1) + inChain, from: 'left' };
  },
  heading: () => ({ title: m.stage_row_data(), note: m.stage_note_chains() }),
  maps: ['block'],
  chooses: false,
  lanes: MERGE_LANES,
  legend: () => [{ look: 'log', text: m.stage_legend_replacement(), role: 'replacement' }],
  roles: ['replacement'],
  role: lbnRole,
  roleChars: lbnRoleChars,
};
