/** What a simulation needs on the stage, from its summary and a frame. */
import { isByBlock, isHybrid } from '../../model/schemes';
import type { Frame } from '../../protocol/generated/Frame';
import type { Summary } from '../../protocol/generated/Summary';
import type { SuperblocksShown } from '../../protocol/generated/SuperblocksShown';
import type { RowShape, Shape } from './layout';

/** Chains are drawn one beside or below the other, each with room for its longest, while that takes no more places. */
const MOST_CHAINED = 64;
/** So many places of the CMT, per segment, and of the directory are laid out at most. */
const MOST_ENTRIES = 256;

export function shapeOf(summary: Summary, frame: Frame): Shape {
  const digits = (count: number) => String(Math.max(0, count - 1)).length;
  const translation = frame.tables.gtd?.length ?? 0;
  const capacity = frame.tables.cmt_capacity ?? 0;
  const safe = frame.tables.cmt_protected ?? 0;
  const page = digits(summary.pages_per_block);
  const groups = frame.tables.superblocks;
  return {
    pagesPerBlock: summary.pages_per_block,
    rows: rowsOf(summary, frame, translation),
    pool: Math.min(512, summary.blocks),
    labelChars: Math.max(digits(summary.logical_pages), translation > 0 ? digits(translation) + 1 : 1, 1),
    blockChars: digits(summary.blocks) + 1,
    // `new LBN 3`; in chains nothing is new.
    ownerChars: groups
      ? Math.max(6, 2 + digits(groups.count))
      : isByBlock(summary.ftl)
        ? (summary.ftl === 'replacement' ? 4 : 8) +
          digits(Math.ceil(summary.logical_pages / summary.pages_per_block))
        : 0,
    requestChars: digits(summary.logical_pages) + 4,
    buffer: bufferShape(summary, frame),
    // The protected segment takes entries from the whole: probationary may fill what is not protected now.
    cmt: groups
      ? { probationary: Math.min(MOST_ENTRIES, groups.cached_capacity), protected: 0 }
      : frame.tables.cmt
        ? {
            probationary: Math.min(MOST_ENTRIES, capacity),
            protected: Math.min(MOST_ENTRIES, safe),
          }
        : null,
    gtd: groups
      ? Math.min(MOST_ENTRIES, groups.count)
      : frame.tables.gtd
        ? Math.min(MOST_ENTRIES, translation)
        : null,
    recency: frame.tables.recency && Math.min(MOST_ENTRIES, frame.tables.recency_capacity ?? 0),
    entryChars: groups
      ? 5 +
        digits(groups.count) +
        Math.max(5 + 2 * digits(summary.logical_pages), listed(groups, digits(summary.blocks)))
      : digits(summary.logical_pages) + digits(summary.blocks) + page + 4.4,
  };
}

function bufferShape(summary: Summary, { buffer }: Frame): Shape['buffer'] {
  if (!buffer) return null;
  const byBlock = buffer.groups !== null;
  const blocks = Math.ceil(summary.logical_pages / summary.pages_per_block);
  const most = Math.min(MOST_ENTRIES, buffer.capacity, byBlock ? blocks : summary.logical_pages);
  return { byBlock, most, counted: buffer.threshold !== null };
}

/** Places for sequential log blocks. */
function sequentialLogs({ ftl, canonical }: Summary): number {
  if (ftl !== 'last') return ftl === 'fast' ? 1 : 0;
  return (JSON.parse(canonical) as { ftl: { seq_log_blocks: number } }).ftl.seq_log_blocks;
}

/** Of the blocks of a superblock so many are named. */
export const NAMED_BLOCKS = 4;

/** Characters of such a list: `B1 B6 B7`, or `B1 B6 B7 B8 +2`. */
function listed(
  { blocks_per_superblock: s, update_blocks_per_superblock: k }: SuperblocksShown,
  digits: number,
): number {
  const most = s + k + 1;
  return Math.min(most, NAMED_BLOCKS) * (digits + 2) + (most > NAMED_BLOCKS ? 3 : 0);
}

function rowsOf(summary: Summary, frame: Frame, translationPages: number): RowShape[] {
  if (summary.ftl === 'block') {
    // Beside the data blocks the one that a rewrite is filling.
    const logical = Math.ceil(summary.logical_pages / summary.pages_per_block);
    return [{ id: 'data', slots: logical + 1, apart: 1 }];
  }
  if (summary.ftl === 'replacement') {
    const logical = Math.ceil(summary.logical_pages / summary.pages_per_block);
    const longest = Math.max(1, summary.blocks - logical + 1);
    if (logical * longest <= MOST_CHAINED)
      return [{ id: 'chains', slots: logical * longest, apart: 0, group: longest }];
    return [
      { id: 'data', slots: logical, apart: 0 },
      { id: 'replacement', slots: Math.max(1, summary.blocks - 1), apart: 0 },
    ];
  }
  if (isHybrid(summary.ftl)) {
    const logical = Math.ceil(summary.logical_pages / summary.pages_per_block);
    // Two places apart: the target of a merge, and one for a block that waits for its place to be left.
    return [
      { id: 'data', slots: logical, apart: 0 },
      {
        id: 'log',
        slots: (frame.tables.log_capacity ?? 0) + 2,
        lead: sequentialLogs(summary),
        apart: 2,
      },
    ];
  }
  const groups = frame.tables.superblocks;
  if (groups) {
    // A superblock's update blocks are at most K, and at most all there are; a cleaning takes one more before it gives one back.
    const updates = Math.min(groups.update_blocks_per_superblock, groups.update_capacity);
    const group = Math.min(summary.blocks, groups.blocks_per_superblock + updates + 1);
    return [{ id: 'superblock', slots: groups.count * group, group, apart: 0 }];
  }
  if (summary.ftl === 'dftl') {
    const count = (role: string) => frame.blocks.filter((block) => block.role === role).length;
    const least = Math.ceil(translationPages / summary.pages_per_block);
    // Room for a few more than are in use, in steps, so that the layout does not change with every block.
    const translation = Math.min(
      summary.blocks,
      Math.max(least + 2, count('translation')) + count('checkpoint'),
    );
    const logical = Math.ceil(summary.logical_pages / summary.pages_per_block);
    const data = Math.min(summary.blocks, Math.max(logical + 2, count('data')));
    return [
      { id: 'data', slots: Math.min(data, Math.max(count('data'), summary.blocks - least)), apart: 0 },
      { id: 'translation', slots: translation, apart: 0 },
    ];
  }
  return [{ id: 'blocks', slots: frame.blocks.length, apart: 0 }];
}
