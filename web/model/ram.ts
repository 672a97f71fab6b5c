/**
 * What RAM a scenario takes (SPEC 6): mapping tables and write buffer, as the engine counts them (`sim/src/device/ram.rs`, whose table
 * tells the sizes). For scenarios to be made of equal RAM before anything runs.
 */
import { getAt, kindOf, numberAt, type ScenarioDocument } from './document';
import { isByBlock, shapeOf } from './schemes';

/** Bytes of a table entry that its place tells of, and of one that is searched for. */
const INDEXED = 4;
const SEARCHED = 8;

/** Bytes of the mapping tables. */
export function mappingBytes(document: ScenarioDocument): number {
  const { blocks, pagesPerBlock, pageBytes, logicalPages } = shapeOf(document);
  const kind = kindOf(document, 'ftl');
  const option = (name: string, fallback: number) => numberAt(document, `ftl.${name}`, fallback);
  const logicalBlocks = Math.ceil(logicalPages / pagesPerBlock);
  if (isByBlock(kind)) {
    const blockMap = INDEXED * logicalBlocks;
    const logs = option('log_blocks', 1);
    switch (kind) {
      case 'bast':
        return blockMap + logs * INDEXED * (1 + pagesPerBlock);
      case 'fast':
        return blockMap + logs * SEARCHED * pagesPerBlock;
      case 'last':
        return blockMap + logs * SEARCHED * pagesPerBlock + INDEXED * Math.min(option('k', 0), logicalPages);
      case 'replacement':
        return blockMap + INDEXED * blocks;
      default:
        return blockMap;
    }
  }
  switch (kind) {
    case 'superblock': {
      const size = option('blocks_per_superblock', 1);
      const cached = Math.min(option('cached_superblocks', 1), Math.ceil(logicalBlocks / size));
      return INDEXED * blocks + cached * INDEXED * pagesPerBlock * size;
    }
    case 'dftl': {
      const entries = option('entries_per_translation_page', Math.floor(pageBytes / 4));
      return INDEXED * Math.ceil(logicalPages / entries) + SEARCHED * option('cmt_entries', 0);
    }
    default:
      return INDEXED * logicalPages;
  }
}

export function hasBuffer(document: ScenarioDocument): boolean {
  return kindOf(document, 'buffer') !== 'none';
}

/** Pages of the write buffer where `bytes` are all RAM there is, of DFTL beside the CMT entries that are given; below 1: too few. */
export function pagesWithin(bytes: number, document: ScenarioDocument): number {
  return Math.floor((bytes - mappingBytes(document)) / shapeOf(document).pageBytes);
}

/** Pages that a scenario's write buffer holds, however that is said; 0 without one. */
export function bufferPages(document: ScenarioDocument): number {
  if (!hasBuffer(document)) return 0;
  const given = getAt(document, 'buffer.capacity');
  if (typeof given === 'number') return given;
  return Math.max(1, pagesWithin(numberAt(document, 'ram_bytes', 0), document));
}
