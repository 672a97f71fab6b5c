/**
 * A scenario with one setting changed, as far as its FTL and its device have it: CMT, log blocks, spare blocks, write buffer, size of the
 * blocks, frontiers, GC policy; the addresses of a trace moved, so that writes begin with a page; trims ignored. All serve the same logical pages. Each has to be run before anyone may say that it helps.
 */
import type { Statistics } from '../../protocol/generated/Statistics';
import { SCHEMES } from '../../protocol/generated/schemes';
import { FTL_MODELS } from '../ftls';
import { getAt, kindOf, logicalPages, numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { plain } from '../scenario/mid-run';
import { bufferPages, hasBuffer, minimumBlocks } from '../scenario/needs';
import { hasTrims, ignoresTrims, ignoringTrims } from '../scenario/trims';
import { cleans, FTLS, type FtlKind, policyOf, shapeOf } from '../schemes';
import { grown, policies, resized } from './batch-compare';
import { MOST_OF_LOGICAL, withPages } from './batch-compare-ram';

type Sized = 'cmt' | 'logs' | 'spare' | 'buffer' | 'block';

export type Change =
  /** Bytes by which addresses are moved. */
  | { of: 'shift'; value: number }
  | { of: 'trims'; value: 'used' | 'ignored' }
  | { of: Sized; value: number /** Of the device. */; blocks: number }
  | { of: 'gc_frontier' | 'hot_cold' }
  | { of: 'policy'; value: string };

export interface Neighbour {
  change: Change;
  scenario: ScenarioDocument;
}

type Times = 2 | 0.5;

/** Pages of a write buffer where there is none: of one page, then eight times as many each. */
const BUFFERED = [1, 8, 64, 512] as const;

/** `statistics`: of the trace that it runs, if that is known. */
export function neighboursOf(document: ScenarioDocument, statistics: Statistics | null = null): Neighbour[] {
  const kind = FTLS.find((ftl) => ftl === kindOf(document, 'ftl')) ?? 'page';
  const sized = ([2, 0.5] as const).flatMap((times) => [
    ...cmt(document, times),
    ...logs(document, kind, times),
    ...spare(document, kind, times),
    ...blockSize(document, kind, times),
  ]);
  return [
    ...sized,
    ...shift(document, statistics),
    ...trims(document, statistics),
    ...buffers(document),
    ...frontiers(document, kind),
    ...otherPolicies(document, kind),
  ];
}

/** To where writes begin with a page, if most begin at the same place inside one. */
function shift(document: ScenarioDocument, statistics: Statistics | null): Neighbour[] {
  const page = shapeOf(document).pageBytes;
  if (kindOf(document, 'workload') !== 'trace' || statistics?.page_bytes !== page) return [];
  const before = numberAt(document, 'workload.shift_bytes', 0);
  const inside = (statistics.usual_start + before) % page;
  if (inside === 0) return [];
  const value = before + page - inside;
  return [{ change: { of: 'shift', value }, scenario: setAt(document, 'workload.shift_bytes', value) }];
}

function trims(document: ScenarioDocument, statistics: Statistics | null): Neighbour[] {
  if (!hasTrims(document, statistics)) return [];
  const ignored = !ignoresTrims(document);
  return [
    {
      change: { of: 'trims', value: ignored ? 'ignored' : 'used' },
      scenario: ignoringTrims(document, ignored),
    },
  ];
}

/** More entries than there are mappings would be empty. */
function cmt(document: ScenarioDocument, times: Times): Neighbour[] {
  const before = numberAt(document, 'ftl.cmt_entries', 0);
  const value = Math.min(Math.floor(before * times), logicalPages(document));
  if (before === 0 || value < 1 || (times > 1 && value <= before)) return [];
  return neighbour('cmt', value, setAt(document, 'ftl.cmt_entries', value));
}

function logs(document: ScenarioDocument, kind: FtlKind, times: Times): Neighbour[] {
  const before = numberAt(document, 'ftl.log_blocks', 0);
  const value = Math.floor(before * times);
  const least = FTL_MODELS[kind].leastLogs;
  if (before === 0 || least === undefined || value < least) return [];
  const sequential = numberAt(document, 'ftl.seq_log_blocks', 0);
  const fewer = sequential > 0 ? Math.max(1, Math.floor(sequential * times)) : undefined;
  let scenario = setAt(document, 'ftl.log_blocks', value);
  if (fewer !== undefined) scenario = setAt(scenario, 'ftl.seq_log_blocks', fewer);
  return neighbour('logs', value, roomy(scenario));
}

function spare(document: ScenarioDocument, kind: FtlKind, times: Times): Neighbour[] {
  const shape = shapeOf(document);
  const logical = Math.ceil(shape.logicalPages / shape.pagesPerBlock);
  const asked = logical + Math.floor((shape.blocks - logical) * times);
  const scenario = roomy(setAt(resized(document, kind, { ...shape, blocks: asked }), 'device.blocks', asked));
  const blocks = numberAt(scenario, 'device.blocks', 0);
  // Where the scheme needs all it has, there is no half of it.
  if (blocks === shape.blocks || (times < 1 && blocks > shape.blocks)) return [];
  return neighbour('spare', 1 - shape.logicalPages / (blocks * shape.pagesPerBlock), scenario);
}

/** At the same capacity, but for less than a block. */
function blockSize(document: ScenarioDocument, kind: FtlKind, times: Times): Neighbour[] {
  const before = shapeOf(document);
  const pagesPerBlock = before.pagesPerBlock * times;
  if (!Number.isInteger(pagesPerBlock)) return [];
  const blocks = Math.ceil(before.blocks / times);
  const sized = resized(document, kind, { ...before, pagesPerBlock, blocks });
  const scenario = setAt(setAt(sized, 'device.pages_per_block', pagesPerBlock), 'device.blocks', blocks);
  return neighbour('block', pagesPerBlock, roomy(scenario));
}

function buffers(document: ScenarioDocument): Neighbour[] {
  const pages = bufferPages(document);
  const most = shapeOf(document).logicalPages;
  const sizes = hasBuffer(document)
    ? [Math.min(pages * 2, most), Math.floor(pages / 2)].filter((size) => size >= 1 && size !== pages)
    : BUFFERED.filter((size) => size === 1 || size <= most * MOST_OF_LOGICAL);
  return sizes.flatMap((size) => neighbour('buffer', size, withPages(document, size)));
}

/** Blocks of their own for what GC copies, or for pages that are written often. */
function frontiers(document: ScenarioDocument, kind: FtlKind): Neighbour[] {
  const options = SCHEMES[kind];
  const apart = 'separate_gc_frontier' in options && getAt(document, 'ftl.separate_gc_frontier') !== true;
  const mixed = 'hot_cold' in options && (getAt(document, 'ftl.hot_cold') ?? null) === null;
  const set = (name: string, value: true | ScenarioDocument) => roomy(setAt(document, `ftl.${name}`, value));
  return [
    ...(apart
      ? [{ change: { of: 'gc_frontier' } as const, scenario: set('separate_gc_frontier', true) }]
      : []),
    ...(mixed
      ? [{ change: { of: 'hot_cold' } as const, scenario: set('hot_cold', { classifier: 'recency' }) }]
      : []),
  ];
}

function otherPolicies(document: ScenarioDocument, kind: FtlKind): Neighbour[] {
  if (!cleans(kind)) return [];
  const [own] = plain(policyOf(document) ?? 'greedy').split(' ');
  return policies(document)
    .filter(({ value }) => value !== own)
    .map(({ value, scenario }) => ({ change: { of: 'policy', value: String(value) }, scenario }));
}

/** With as many blocks as its scheme needs. */
function roomy(document: ScenarioDocument): ScenarioDocument {
  return grown(document, minimumBlocks(document));
}

function neighbour(of: Sized, value: number, scenario: ScenarioDocument): Neighbour[] {
  return [{ change: { of, value, blocks: numberAt(scenario, 'device.blocks', 0) }, scenario }];
}
