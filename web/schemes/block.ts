/** Block mapping: each LBN has one block, and a page that is in use is written by copying the block. */
import {
  dataByLbn,
  dataClaim,
  dataHeading,
  FRESH,
  freshHeading,
  lbnRole,
  lbnRoleChars,
  MERGE_LANES,
} from './parts';
import type { Scheme } from './scheme';

export const block: Scheme = {
  kind: 'block',
  diagram: {
    blocks: [
      ['vvvv', 8],
      ['vvvv', 74],
    ],
    line: 'M24 26H70M66 22l4.5 4-4.5 4',
  },
  stops: ['full_merge'],
  axis: true,
  byNumber: false,
  sections: (device) => [dataByLbn(device), FRESH],
  claim: dataClaim,
  heading: (section) => (section === 'fresh' ? freshHeading() : dataHeading()),
  maps: ['block'],
  chooses: false,
  lanes: MERGE_LANES,
  figures: ['full_merges'],
  legend: () => [],
  roles: ['merge_target'],
  role: lbnRole,
  roleChars: lbnRoleChars,
};
