/** BAST (Kim et al. 2002): a log block serves one data block. Log blocks are in the order of the data blocks they serve. */
import { m } from '../i18n/compiled/messages.js';
import {
  dataByLbn,
  dataClaim,
  dataHeading,
  digits,
  FRESH,
  freshHeading,
  lbnRole,
  MERGE_FIGURES,
  MERGE_LANES,
  MERGE_STOPS,
} from './parts';
import type { Device, Scheme } from './scheme';

/** Up to this many data blocks, each has a place for its log block: then none moves when another comes or goes. */
const FEW = 8;

function logsOf({ logicalBlocks, option }: Device): number {
  const logs = option('log_blocks');
  return logs > 1 && logicalBlocks <= FEW ? Math.max(logs, logicalBlocks) : logs;
}

export const bast: Scheme = {
  kind: 'bast',
  diagram: {
    blocks: [
      ['vxxv', 6],
      ['llff', 23],
      ['xvxv', 54],
      ['llff', 71],
    ],
    line: 'M45 6V46',
  },
  stops: MERGE_STOPS,
  axis: true,
  byNumber: false,
  sections: (device) => [dataByLbn(device), { id: 'log', slots: logsOf(device) }, FRESH],
  claim: (block, frame, sections) => {
    if (block.role !== 'log') return dataClaim(block, frame);
    const lbn = block.lbn ?? block.pbn;
    const [data = 0, log = 0] = ['data', 'log'].map((id) => sections.find((each) => each.id === id)?.slots);
    return log > 1 && log >= data
      ? { section: 'log', slot: lbn }
      : { section: 'log', rank: lbn, from: 'left' };
  },
  heading: (section, logs) =>
    section === 'log'
      ? { title: m.stage_row_log(), note: m.stage_note_log({ n: logs ?? 0 }) }
      : section === 'fresh'
        ? freshHeading()
        : dataHeading(),
  maps: ['block', 'log'],
  chooses: false,
  lanes: MERGE_LANES,
  figures: [...MERGE_FIGURES],
  legend: () => [{ look: 'log', text: m.stage_legend_log(), role: 'log' }],
  roles: ['log', 'merge_target'],
  role: (block) =>
    block.role === 'log' && block.lbn !== null ? m.stage_log_of({ lbn: block.lbn }) : lbnRole(block),
  roleChars: ({ logicalBlocks }) => 11 + digits(logicalBlocks),
};
