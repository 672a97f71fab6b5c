/**
 * A scenario with one setting changed: twice and half the CMT, the log blocks and the spare blocks, and every other GC policy,
 * as far as its FTL has them. All serve the same logical pages.
 */
import { FTL_MODELS } from '../ftls';
import { kindOf, numberAt, type ScenarioDocument, setAt } from '../scenario/document';
import { plain } from '../scenario/mid-run';
import { minimumBlocks } from '../scenario/needs';
import { cleans, FTLS, type FtlKind, policyOf, shapeOf } from '../schemes';
import { grown, policies, resized } from './batch-compare';

export type Change =
  | { of: 'cmt' | 'logs' | 'spare'; times: 2 | 0.5; value: number /** Of the device. */; blocks: number }
  | { of: 'policy'; value: string };

export interface Neighbour {
  change: Change;
  scenario: ScenarioDocument;
}

export function neighboursOf(document: ScenarioDocument): Neighbour[] {
  const kind = FTLS.find((ftl) => ftl === kindOf(document, 'ftl')) ?? 'page';
  const sized = ([2, 0.5] as const).flatMap((times) => [
    ...cmt(document, times),
    ...logs(document, kind, times),
    ...spare(document, kind, times),
  ]);
  return [...sized, ...otherPolicies(document, kind)];
}

/** The change that reduces what an FTL writes beside the data of the host. */
export function remedyOf(document: ScenarioDocument): Neighbour | undefined {
  const all = neighboursOf(document).filter(({ change }) => change.of !== 'policy' && change.times === 2);
  return ['cmt', 'logs', 'spare'].map((of) => all.find(({ change }) => change.of === of)).find(Boolean);
}

function cmt(document: ScenarioDocument, times: 2 | 0.5): Neighbour[] {
  const before = numberAt(document, 'ftl.cmt_entries', 0);
  const value = Math.floor(before * times);
  if (before === 0 || value < 1) return [];
  // The protected segment of an SLRU is a part of it.
  const whole = setAt(document, 'ftl.cmt_protected', undefined);
  return neighbour({ of: 'cmt', times, value }, setAt(whole, 'ftl.cmt_entries', value));
}

function logs(document: ScenarioDocument, kind: FtlKind, times: 2 | 0.5): Neighbour[] {
  const before = numberAt(document, 'ftl.log_blocks', 0);
  const value = Math.floor(before * times);
  const least = FTL_MODELS[kind].leastLogs;
  if (before === 0 || least === undefined || value < least) return [];
  const sequential = numberAt(document, 'ftl.seq_log_blocks', 0);
  const fewer = sequential > 0 ? Math.max(1, Math.floor(sequential * times)) : undefined;
  let scenario = setAt(document, 'ftl.log_blocks', value);
  if (fewer !== undefined) scenario = setAt(scenario, 'ftl.seq_log_blocks', fewer);
  return neighbour({ of: 'logs', times, value }, grown(scenario, minimumBlocks(scenario)));
}

function spare(document: ScenarioDocument, kind: FtlKind, times: 2 | 0.5): Neighbour[] {
  const shape = shapeOf(document);
  const logical = Math.ceil(shape.logicalPages / shape.pagesPerBlock);
  const asked = logical + Math.floor((shape.blocks - logical) * times);
  const sized = setAt(resized(document, kind, { ...shape, blocks: asked }), 'device.blocks', asked);
  const scenario = grown(sized, minimumBlocks(sized));
  const blocks = numberAt(scenario, 'device.blocks', 0);
  // Where the scheme needs all it has, there is no half of it.
  if (blocks === shape.blocks || (times < 1 && blocks > shape.blocks)) return [];
  const value = 1 - shape.logicalPages / (blocks * shape.pagesPerBlock);
  return neighbour({ of: 'spare', times, value }, scenario);
}

function otherPolicies(document: ScenarioDocument, kind: FtlKind): Neighbour[] {
  if (!cleans(kind)) return [];
  const [own] = plain(policyOf(document) ?? 'greedy').split(' ');
  return policies(document)
    .filter(({ value }) => value !== own)
    .map(({ value, scenario }) => ({ change: { of: 'policy', value: String(value) }, scenario }));
}

function neighbour(
  change: { of: 'cmt' | 'logs' | 'spare'; times: 2 | 0.5; value: number },
  scenario: ScenarioDocument,
): Neighbour[] {
  return [{ change: { ...change, blocks: numberAt(scenario, 'device.blocks', 0) }, scenario }];
}
