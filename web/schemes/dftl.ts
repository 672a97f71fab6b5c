/** DFTL (Gupta et al. 2009): the page map is on flash, in translation blocks; SRAM has the entries used last (CMT) and the GTD. */
import { m } from '../i18n/compiled/messages.js';
import type { Role } from '../protocol/generated/Role';
import { frontierRole, placesByNumber } from './parts';
import type { Scheme } from './scheme';

const isMap = (role: Role) => role === 'translation' || role === 'checkpoint';

export const dftl: Scheme = {
  kind: 'dftl',
  diagram: {
    frames: [[3, 5, 26, 24]],
    blocks: [
      ['tt', 6, { width: 20 }],
      ['txtt', 48],
      ['vvxv', 64],
      ['vfff', 80],
    ],
    line: 'M30 17H44M40 13.5l4 3.5-4 3.5',
  },
  stops: ['cmt_miss', 'gc'],
  axis: false,
  byNumber: false,
  sections: (device) => {
    const { blocks, pagesPerBlock, logicalPages, option } = device;
    const mappings = Math.max(1, option('entries_per_translation_page'));
    // The fewest that hold them, the open one, and one that is being cleaned.
    const least = Math.ceil(Math.ceil(logicalPages / mappings) / pagesPerBlock);
    const copies = option('gtd_checkpoint_every') > 0 ? 2 : 0;
    const translation = Math.min(blocks, least + 2 + copies);
    return [
      { id: 'data', slots: blocks },
      { id: 'translation', slots: translation },
    ];
  },
  // A data block has its place by its number. The few places for translation blocks are shared: which of them are in use is no
  // matter of the data blocks.
  claim: ({ pbn, role }, { blocks }, [, translation]) => {
    if (!translation || !isMap(role)) return { section: 'data', slot: pbn };
    const all = blocks.filter((each) => isMap(each.role)).map((each) => each.pbn);
    return { section: 'translation', slot: placesByNumber(all, translation.slots).get(pbn) ?? 0 };
  },
  heading: (section) => ({
    title: section === 'translation' ? m.stage_row_translation() : m.stage_row_data(),
    note: '',
  }),
  maps: [],
  chooses: true,
  lanes: ['host', 'misses', 'map', 'erases', 'wa'],
  figures: [
    'gc_runs',
    'gc_copied',
    'cmt_hit_ratio',
    'translation_programs',
    'recovery_time',
    'full_scan_time',
  ],
  legend: () => [
    { look: 'trans', text: m.stage_legend_translation(), role: 'translation' },
    { look: 'dirty', text: m.stage_legend_dirty() },
  ],
  roles: ['translation'],
  role: ({ role, frontier }) => {
    if (frontier) return frontierRole(frontier);
    if (role === 'checkpoint') return m.stage_holds_checkpoint();
    return role === 'translation' ? m.stage_holds_map() : m.stage_holds_data();
  },
  roleChars: () => 10,
};
