/** The same workload on another FTL, with a sound set-up for its device. */
import type { FtlKind } from '../protocol/generated/FtlKind';
import { SCHEMES } from '../protocol/generated/schemes';
import {
  getAt,
  isObject,
  type Json,
  kindOf,
  logicalPages,
  numberAt,
  type ScenarioDocument,
  setAt,
} from './scenario/document';
import { minimumBlocks } from './scenario/needs';

export type { FtlKind };

/** All kinds, in the order of the engine's registry. */
export const FTLS = Object.keys(SCHEMES) as readonly FtlKind[];

/** As scenarios are named, whatever the language: acronyms in capitals, words with one (`BAST`, `Page`). */
export function ftlInNames(ftl: string): string {
  const word = ftl === 'page' || ftl === 'superblock' || ftl === 'replacement' || ftl === 'block';
  return word ? ftl.charAt(0).toUpperCase() + ftl.slice(1) : ftl.toUpperCase();
}

/** Whether what a scheme does to get blocks back counts as merges of three kinds. */
function merges(ftl: string): boolean {
  return isHybrid(ftl) || ftl === 'superblock';
}

/** Whether a scheme has data blocks mapped by block, and log blocks mapped by page. */
export function isHybrid(ftl: string): boolean {
  return ftl === 'bast' || ftl === 'fast' || ftl === 'last';
}

/** Whether a scheme maps data by block: each LBN has a data block, every page at its own offset. */
export function isByBlock(ftl: string): boolean {
  return isHybrid(ftl) || ftl === 'block' || ftl === 'replacement';
}

/** Whether a scheme gets blocks back by GC of one after another: those that map by page, without log blocks. */
export function cleans(ftl: string): boolean {
  return !merges(ftl) && !isByBlock(ftl);
}

export interface Shape {
  blocks: number;
  pagesPerBlock: number;
  pageBytes: number;
  logicalPages: number;
}

export function shapeOf(document: ScenarioDocument): Shape {
  return {
    blocks: numberAt(document, 'device.blocks', 0),
    pagesPerBlock: Math.max(1, numberAt(document, 'device.pages_per_block', 1)),
    pageBytes: numberAt(document, 'device.page_bytes', 4096),
    logicalPages: logicalPages(document),
  };
}

/** What the FTL of a document chooses its victims by; `undefined`: it does not clean, but merges. */
export function policyOf(document: ScenarioDocument): Json | undefined {
  const kind = kindOf(document, 'ftl');
  const declared = FTLS.find((ftl) => ftl === kind && cleans(ftl));
  if (!declared) return undefined;
  return getAt(document, 'ftl.gc_policy') ?? SCHEMES[declared].gc_policy?.default ?? undefined;
}

/**
 * A set-up of `kind` for a device: as the papers have it, but small where the device is small. FTLs that clean get one policy, so
 * that a comparison is of what sets them apart.
 */
export function ftlFor(kind: FtlKind, shape: Shape, policy: Json = 'greedy'): ScenarioDocument {
  const logicalBlocks = Math.ceil(shape.logicalPages / shape.pagesPerBlock);
  switch (kind) {
    case 'page':
      return { kind, gc_policy: policy, gc_threshold: 2 };
    case 'bast':
      // All the space that page-level schemes have to spare; one block is where full merges go.
      return { kind, log_blocks: Math.max(1, shape.blocks - logicalBlocks - 1) };
    case 'fast':
      // The same; one of them is for sequences, so there are at least two.
      return { kind, log_blocks: Math.max(2, shape.blocks - logicalBlocks - 1), skip_stale: true };
    case 'block':
      return { kind };
    case 'replacement':
      return { kind, gc_threshold: 1 };
    case 'superblock':
      return { kind, ...superblocks(logicalBlocks, shape.blocks) };
    case 'last':
      return last(shape, logicalBlocks);
    case 'dftl':
      return {
        kind,
        cmt_entries: Math.max(4, Math.ceil(shape.logicalPages / 16)),
        entries_per_translation_page: entriesPerPage(shape),
        gc_threshold: 3,
        // The one policy that DFTL lacks.
        gc_policy: policy === 'fifo_full' ? 'greedy' : policy,
      };
  }
}

/** Superblocks of four blocks, on a small device of two; what the device has beyond them, but for one, are update blocks. */
function superblocks(logicalBlocks: number, blocks: number): ScenarioDocument {
  const size = logicalBlocks >= 16 ? 4 : 2;
  const count = Math.ceil(logicalBlocks / size);
  const updates = Math.max(1, blocks - count * size - 1);
  return {
    blocks_per_superblock: size,
    update_blocks_per_superblock: Math.min(size, updates),
    update_blocks: updates,
    cached_superblocks: Math.max(1, Math.ceil(count / 4)),
  };
}

/**
 * The same space: a sixteenth of the log blocks for sequences, as in the slides (32 of 512 MB), at least one, and at least
 * three for the rest. As many pages count as hot as an eighth of the log blocks has.
 */
function last({ blocks, pagesPerBlock, pageBytes }: Shape, logicalBlocks: number): ScenarioDocument {
  const logs = Math.max(4, blocks - logicalBlocks - 1);
  return {
    kind: 'last',
    log_blocks: logs,
    seq_log_blocks: Math.max(1, Math.floor(logs / 16)),
    k: Math.max(4, Math.floor((logs * pagesPerBlock) / 8)),
    // More than a page, however large a page is.
    seq_threshold: Math.max(4096, pageBytes + 1),
  };
}

/** 512 mappings of 4 bytes fill a 2 KiB page; on a toy device that would leave one translation page to see. */
function entriesPerPage({ pageBytes, logicalPages }: Shape): number {
  return Math.max(4, Math.min(Math.floor(pageBytes / 4), Math.ceil(logicalPages / 4)));
}

/** Whether a scheme gives each page its own place in a block, so that flash must take pages in any order. */
export function needsAnyOrder(ftl: string): boolean {
  return isByBlock(ftl) && !isHybrid(ftl);
}

/** A document with another FTL, which cleans by the policy of the one before. Power can be cut only where there is a recovery. */
export function withFtl(document: ScenarioDocument, kind: FtlKind): ScenarioDocument {
  let changed = setAt(document, 'ftl', ftlFor(kind, shapeOf(document), policyOf(document)));
  if (needsAnyOrder(kind)) changed = setAt(changed, 'device.program_order', 'any');
  return kind === 'dftl' ? changed : setAt(changed, 'power_cut', undefined);
}

export interface Pairing {
  left: ScenarioDocument;
  right: ScenarioDocument;
  /** Blocks of both; more than the left had where one of the two needs more. */
  blocks: number;
  /** The left one has to be opened again with more blocks. */
  grown: boolean;
  /** A state given explicitly belongs to one scheme: both begin from a filled device instead. */
  refilled: boolean;
  /** The left one gets, for mappings, the RAM that the right one's buffer takes. */
  enriched: boolean;
}

/** `document` beside the same with another FTL, on devices of the same size so that the comparison is fair. */
export function pairWith(kind: FtlKind, document: ScenarioDocument): Pairing {
  const refilled = isObject(document.initial);
  let left = document;
  if (refilled) {
    left = setAt(setAt(left, 'initial', undefined), 'precondition', [{ kind: 'sequential' }]);
  }
  left = setAt(left, 'interventions', undefined);
  // Spelt as a share of the blocks, the logical space would grow with them.
  left = setAt(setAt(left, 'logical_pages', logicalPages(document)), 'spare_factor', undefined);
  let right = withFtl(left, kind);
  const before = numberAt(left, 'device.blocks', 0);
  const blocks = Math.max(before, minimumBlocks(left), minimumBlocks(right));
  left = setAt(left, 'device.blocks', blocks);
  right = setAt(right, 'device.blocks', blocks);
  return { left, right, blocks, grown: blocks > before, refilled, enriched: false };
}
