/** The same workload on another FTL, with a sound set-up for its device. */
import type { FtlKind } from '../protocol/generated/FtlKind';
import { SCHEMES } from '../protocol/generated/schemes';
import { FTL_MODELS } from './ftls';
import type { FtlModel, Shape } from './ftls/ftl';
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

export type { FtlKind, Shape };

/** All kinds, in the order of the engine's registry. */
export const FTLS = Object.keys(SCHEMES) as readonly FtlKind[];

const models: Readonly<Record<string, FtlModel | undefined>> = FTL_MODELS;

/** As scenarios are named, whatever the language: acronyms in capitals, words with one (`BAST`, `Page`). */
export function ftlInNames(ftl: string): string {
  return models[ftl]?.inNames ?? ftl.toUpperCase();
}

/** Whether what a scheme does to get blocks back counts as merges of three kinds. */
function merges(ftl: string): boolean {
  return isHybrid(ftl) || models[ftl]?.family === 'superblocks';
}

/** Whether a scheme has data blocks mapped by block, and log blocks mapped by page. */
export function isHybrid(ftl: string): boolean {
  return models[ftl]?.family === 'logs';
}

/** Whether a scheme maps data by block: each LBN has a data block, every page at its own offset. */
export function isByBlock(ftl: string): boolean {
  return isHybrid(ftl) || models[ftl]?.family === 'in_place';
}

/** Whether a scheme gets blocks back by GC of one after another: those that map by page, without log blocks. */
export function cleans(ftl: string): boolean {
  return !merges(ftl) && !isByBlock(ftl);
}

export function shapeOf(document: ScenarioDocument): Shape {
  return {
    blocks: numberAt(document, 'device.blocks', 0),
    pagesPerBlock: Math.max(1, numberAt(document, 'device.pages_per_block', 1)),
    pageBytes: numberAt(document, 'device.page_bytes', 4096),
    logicalPages: logicalPages(document),
  };
}

/** The victim policy of the FTL of a document; `undefined`: it merges and has no GC. */
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
  return { kind, ...FTL_MODELS[kind].setUp(shape, logicalBlocks, policy) };
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
  /** A state given explicitly belongs to one scheme: both start from a filled device instead. */
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
