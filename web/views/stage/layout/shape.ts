/**
 * A simulation's needs on the stage: its sections from the scheme, its panels from the scenario. All of it is for the
 * largest state of the run, so that nothing is rescaled by a step.
 */
import { knownDocument } from '../../../model/scenario/document';
import type { Frame } from '../../../protocol/generated/Frame';
import type { Summary } from '../../../protocol/generated/Summary';
import type { SuperblocksShown } from '../../../protocol/generated/SuperblocksShown';
import { schemeOf } from '../../../schemes';
import type { Device, Section } from '../../../schemes/scheme';
import type { MapShape, Shape } from './types';

/** This many places of the CMT, per segment, and of the directory are laid out at most. */
const MOST_ENTRIES = 256;

interface Options {
  ftl: Record<string, unknown>;
  buffer?: { capacity?: number };
}

const optionsOf = ({ canonical }: Summary) => knownDocument(canonical) as unknown as Options;

function deviceOf(summary: Summary): Device {
  const { ftl } = optionsOf(summary);
  const { blocks, pages_per_block: pagesPerBlock, logical_pages: logicalPages } = summary;
  return {
    blocks,
    pagesPerBlock,
    logicalPages,
    logicalBlocks: Math.ceil(logicalPages / pagesPerBlock),
    option: (name) => {
      const value = ftl[name];
      return typeof value === 'number' ? value : value ? 1 : 0;
    },
  };
}

/** The sections of a scenario's stage. */
export function sectionsOf(summary: Summary): Section[] {
  return schemeOf(summary.ftl).sections(deviceOf(summary));
}

function digits(count: number): number {
  return String(Math.max(0, count - 1)).length;
}

export function shapeOf(summary: Summary, frame: Frame): Shape {
  const scheme = schemeOf(summary.ftl);
  const device = deviceOf(summary);
  const { tables } = frame;
  const translation = tables.translation_pages;
  const page = digits(summary.pages_per_block);
  const logical = digits(summary.logical_pages);
  const blocks = digits(summary.blocks);
  const groups = tables.superblocks;
  const capacity = device.option('cmt_entries');
  const { cmt_policy: policy = 'slru' } = optionsOf(summary).ftl;
  const safe = policy === 'slru' ? Math.floor(capacity * device.option('cmt_protected')) : 0;
  return {
    pagesPerBlock: summary.pages_per_block,
    rows: scheme.sections(device),
    axis: scheme.axis,
    counted: scheme.byNumber,
    pool: scheme.byNumber ? 0 : Math.min(512, summary.blocks),
    labelChars: Math.max(logical, translation > 0 ? digits(translation) + 1 : 1),
    blockChars: blocks + 1,
    roleChars: scheme.roleChars(device),
    requestChars: logical + 1,
    maps: scheme.maps.map((id): MapShape => {
      if (id === 'block')
        return {
          id,
          entries: device.logicalBlocks,
          chars: digits(device.logicalBlocks) + blocks + (tables.chains ? 4 : 2),
        };
      const place = logical + blocks + page + 3;
      const inLogs = device.option('log_blocks') * summary.pages_per_block;
      return {
        id,
        entries: id === 'log' ? Math.min(inLogs, summary.logical_pages) : summary.logical_pages,
        chars: place,
      };
    }),
    candidates: scheme.chooses ? blocks + 1 + 1 + figureChars(summary) : null,
    buffer: bufferShape(summary, frame),
    // The protected segment takes entries from the whole: probationary may fill what is not protected now.
    cmt: groups
      ? { probationary: Math.min(MOST_ENTRIES, groups.cached_capacity), protected: 0 }
      : tables.cmt
        ? {
            probationary: Math.min(MOST_ENTRIES, capacity),
            protected: Math.min(MOST_ENTRIES, safe),
          }
        : null,
    gtd: groups
      ? Math.min(MOST_ENTRIES, groups.count)
      : tables.gtd
        ? Math.min(MOST_ENTRIES, translation)
        : null,
    recency: tables.recency && Math.min(MOST_ENTRIES, tables.recency_capacity ?? 0),
    entryChars: groups
      ? 4 + digits(groups.count) + Math.max(5 + 2 * logical, listed(groups, blocks))
      : logical + blocks + page + 4,
    gtdChars: groups ? 0 : Math.max(blocks + page + 2, digits(translation) + 1),
  };
}

/** Characters of what a victim is ranked by: its valid pages, or a score that weighs them. */
function figureChars(summary: Summary): number {
  const { gc_policy: policy } = optionsOf(summary).ftl;
  const kind = typeof policy === 'object' && policy !== null && 'kind' in policy ? policy.kind : policy;
  const weighed = kind === 'cost_benefit' || kind === 'cat';
  return weighed ? 5 : String(summary.pages_per_block).length;
}

function bufferShape(summary: Summary, { buffer }: Frame): Shape['buffer'] {
  if (!buffer) return null;
  const byBlock = buffer.groups !== null;
  const blocks = Math.ceil(summary.logical_pages / summary.pages_per_block);
  const capacity = optionsOf(summary).buffer?.capacity ?? buffer.capacity;
  const most = Math.min(MOST_ENTRIES, capacity, byBlock ? blocks : summary.logical_pages);
  return { byBlock, most, counted: buffer.threshold !== null };
}

/** This many blocks of a superblock are named. */
export const NAMED_BLOCKS = 4;

/** Characters of such a list: `B1 B6 B7`, or `B1 B6 B7 B8 +2`. */
function listed(
  { blocks_per_superblock: s, update_blocks_per_superblock: k }: SuperblocksShown,
  digits: number,
): number {
  const most = s + k + 1;
  return Math.min(most, NAMED_BLOCKS) * (digits + 2) + (most > NAMED_BLOCKS ? 3 : 0);
}
