/** Replacement blocks (Ban 1995): behind each data block the chain of blocks that replace pages of it. */
import { m } from '../i18n/compiled/messages.js';
import { chainOf } from '../protocol/frame';
import type { Frame } from '../protocol/generated/Frame';
import { lbnRole, lbnRoleChars, MERGE_LANES } from './parts';
import type { Scheme } from './scheme';

/**
 * Most places for which each chain gets room for its longest form. Beyond it, replacement blocks have a section of their own, each at the
 * place of its number, so that a chain that grows moves no other.
 */
const MOST_PLACES = 20;

/**
 * While a chain is folded the map names its blocks one after the other: each keeps its place, in the order in which they are erased; the
 * last one stays.
 */
function placeInFold({ cost }: Frame, lbn: number, pbn: number): number {
  const erased = (cost?.operations ?? []).filter((each) => each.op === 'erase' && each.lbn === lbn);
  const place = erased.findIndex((each) => each.pbn === pbn);
  return place < 0 ? erased.length : place;
}

export const replacement: Scheme = {
  kind: 'replacement',
  diagram: {
    blocks: [
      ['vxxv', 6],
      ['fxlf', 36],
      ['flff', 66],
    ],
    line: 'M21 26h14M51 26h14M81 26h9',
  },
  stops: ['chain_chosen', 'switch_merge', 'partial_merge'],
  axis: true,
  byNumber: false,
  sections: ({ blocks, logicalBlocks }) => {
    const longest = Math.max(1, blocks - logicalBlocks + 1);
    return logicalBlocks * longest <= MOST_PLACES
      ? [{ id: 'chains', slots: logicalBlocks * longest, group: longest }]
      : [
          { id: 'data', slots: logicalBlocks },
          { id: 'replacement', slots: blocks },
        ];
  },
  claim: ({ pbn, lbn, role }, frame, [first, second]) => {
    const own = lbn ?? 0;
    if (second)
      return role === 'data' ? { section: 'data', slot: own } : { section: 'replacement', slot: pbn };
    const group = first?.group ?? 1;
    const folded = frame.merge?.lbn === own;
    const place = folded ? placeInFold(frame, own, pbn) : Math.max(0, chainOf(frame, own).indexOf(pbn));
    return { section: 'chains', slot: own * group + place };
  },
  heading: (section) =>
    section === 'replacement'
      ? { title: m.stage_row_replacement(), note: '' }
      : {
          title: m.stage_row_data(),
          note: section === 'chains' ? m.stage_note_chains() : m.stage_note_lbn(),
        },
  maps: ['block'],
  chooses: false,
  lanes: MERGE_LANES,
  figures: ['switch_merges', 'partial_merges', 'chain_reads'],
  legend: () => [{ look: 'log', text: m.stage_legend_replacement(), role: 'replacement' }],
  roles: ['replacement'],
  role: lbnRole,
  roleChars: lbnRoleChars,
};
