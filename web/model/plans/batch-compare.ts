/**
 * Scenarios on one workload: all FTLs, or one whose victim policy, log blocks, SRAM, spare space, write buffer, RAM or host's
 * side differs. All see the same logical pages, so that all serve the same requests.
 */

import type { Statistics } from '../../protocol/generated/Statistics';
import { FTL_MODELS } from '../ftls';
import {
  getAt,
  isObject,
  type Json,
  kindOf,
  logicalPages,
  numberAt,
  type ScenarioDocument,
  setAt,
} from '../scenario/document';
import { hasBuffer, minimumBlocks } from '../scenario/needs';
import { hasTrims, ignoringTrims } from '../scenario/trims';
import {
  FTLS,
  type FtlKind,
  ftlFor,
  ftlInNames,
  type Pairing,
  type Shape,
  shapeOf,
  withFtl,
} from '../schemes';
import {
  canQueue,
  canWait,
  eachChannels,
  eachDepth,
  eachScheduler,
  hasHost,
  schedulerOf,
} from './batch-compare-host';
import { atEqualRam, CMT_ENTRY_BYTES, eachBuffer, eachSize } from './batch-compare-ram';

export const PRESETS = [
  'ftls',
  'ftls_ram',
  'policies',
  'log_blocks',
  'sram',
  'spare',
  'buffers',
  'ram',
  'trims',
  'schedulers',
  'channels',
  'depths',
] as const;
export type Preset = (typeof PRESETS)[number];

/** The fields that a scenario lacks for a preset. */
export type Lack = 'buffer' | 'host' | 'waiting' | 'queue' | 'reserve' | 'trims';

/** Why a preset is not offered for a scenario; `null`: it is. `statistics`: of its trace, if that is known. */
export function lackOf(
  preset: Preset,
  document: ScenarioDocument,
  statistics: Statistics | null = null,
): Lack | null {
  switch (preset) {
    case 'ftls_ram':
    case 'ram':
      return hasBuffer(document) ? null : 'buffer';
    case 'schedulers':
      if (!hasHost(document)) return 'host';
      return canWait(document) ? null : 'waiting';
    case 'channels':
      if (!hasHost(document)) return 'host';
      return getAt(document, 'ftl.gc_trigger') === 'on_demand' ? 'reserve' : null;
    case 'depths':
      if (!hasHost(document)) return 'host';
      return canQueue(document) ? null : 'queue';
    case 'trims':
      return hasTrims(document, statistics) ? null : 'trims';
    default:
      return null;
  }
}

/** Schemes by what a request costs, the most expensive first. */
export const LONGEST_FIRST: readonly FtlKind[] = FTLS.toSorted(
  (a, b) => FTL_MODELS[b].cost - FTL_MODELS[a].cost,
);

/** The difference of a scenario of the comparison: its FTL, or the value of the varied field. */
export interface Variant {
  ftl: FtlKind;
  /**
   * The name of a policy, write buffer or scheduler; {@link TRIMS_IGNORED}; log blocks, CMT entries, bytes of RAM, channels, requests
   * that the device takes at a time, or the spare factor from 0 to 1; `null`: the FTL itself.
   */
  value: string | number | null;
  scenario: ScenarioDocument;
}

/** The value of the run on a device that ignores trims. */
export const TRIMS_IGNORED = 'trims ignored';

/** More could not be distinguished. */
const MOST = 8;
const POLICIES = ['greedy', 'windowed_greedy', 'fifo', 'cost_benefit', 'cat', 'd_choices', 'random'] as const;
/** As Desnoyers has them, and some beyond: on a small device schemes need much of it. */
const SPARE_FACTORS = [0.03, 0.05, 0.07, 0.11, 0.17, 0.23, 0.29, 0.35, 0.5, 0.65] as const;
/** Options that say how a scheme uses the blocks beyond the logical ones. */
const BY_BLOCKS = [
  'log_blocks',
  'seq_log_blocks',
  'k',
  'blocks_per_superblock',
  'update_blocks_per_superblock',
  'update_blocks',
] as const;

/** The comparison of a scenario's workload and device. Where the preset is of one scheme and the scenario of another, that scheme is taken. `cmt`: entries of a CMT among those of other sizes. */
export function variantsOf(preset: Preset, document: ScenarioDocument, cmt?: number): Variant[] {
  const base = common(document);
  return unnamed(preset, base, cmt).map((each) => ({ ...each, scenario: named(each, base) }));
}

/** Presets that a comparison of two side by side takes one of. */
export const BESIDE = ['buffers', 'schedulers', 'channels'] as const satisfies readonly Preset[];
export type Beside = (typeof BESIDE)[number];

/** The scenarios of a preset that can be beside a scenario; none where it lacks something, and not itself. */
export function besides(preset: Beside, document: ScenarioDocument): Variant[] {
  if (lackOf(preset, document) !== null) return [];
  const own = { buffers: kindOf(document, 'buffer'), schedulers: schedulerOf(document), channels: null }[
    preset
  ];
  const channels = numberAt(document, 'host.channels', 1);
  return variantsOf(preset, document).filter(({ value }) => value !== (own ?? channels));
}

/**
 * A scenario, and one of {@link besides}: on devices of one size, with as much RAM. A DFTL without a buffer has more mappings instead; other schemes get their buffer on top.
 */
export function pairBeside(
  preset: Beside,
  { value, scenario }: Variant,
  document: ScenarioDocument,
): Pairing {
  const base = common(document);
  const before = numberAt(base, 'device.blocks', 0);
  const blocks = numberAt(scenario, 'device.blocks', before);
  const alone = preset === 'buffers' && value !== 'none' && kindOf(base, 'buffer') === 'none';
  const without = alone ? eachBuffer(base).find((each) => each.value === 'none')?.scenario : undefined;
  return {
    left: setAt(without ?? base, 'device.blocks', blocks),
    right: scenario,
    blocks,
    grown: blocks > before,
    refilled: isObject(document.initial),
    enriched: without !== undefined && kindOf(base, 'ftl') === 'dftl',
  };
}

function unnamed(preset: Preset, base: ScenarioDocument, cmt?: number): Variant[] {
  const own = FTLS.find((kind) => kind === kindOf(base, 'ftl')) ?? 'page';
  switch (preset) {
    case 'ftls':
      return allFtls(setAt(base, 'power_cut', undefined), own);
    case 'policies':
      return policies(of(base, own === 'dftl' ? 'dftl' : 'page'));
    case 'log_blocks':
      return logBlocks(of(base, FTL_MODELS[own].leastLogs ? own : 'fast'));
    case 'sram':
      return sram(of(base, 'dftl'), cmt ?? (own === 'dftl' ? numberAt(base, 'ftl.cmt_entries', 0) : 0));
    case 'spare':
      return spare(base, own);
    case 'ftls_ram':
      return ftlsAtEqualRam(setAt(base, 'power_cut', undefined), own);
    case 'buffers':
      return eachBuffer(base).map(({ value, scenario }) => variant(own, value, scenario));
    case 'ram':
      return eachSize(base).map(({ value, scenario }) => variant(own, value, scenario));
    case 'trims':
      return [
        variant(own, null, ignoringTrims(base, false)),
        variant(own, TRIMS_IGNORED, ignoringTrims(base, true)),
      ];
    case 'schedulers':
      return eachScheduler(base).map(({ value, scenario }) => variant(own, value, scenario));
    case 'channels':
      return eachChannels(base).map(({ value, scenario }) => variant(own, value, scenario));
    case 'depths':
      return eachDepth(base).map(({ value, scenario }) => variant(own, value, scenario));
  }
}

/** `OLTP, FAST, 16`: the name that the stage, links and results show. */
function named({ ftl, value, scenario }: Variant, { name }: ScenarioDocument): ScenarioDocument {
  const short = typeof value === 'number' ? String(Math.round(value * 1000) / 1000) : value;
  const parts = [typeof name === 'string' ? name : '', ftlInNames(ftl), short ?? ''];
  return setAt(scenario, 'name', parts.filter(Boolean).join(', '));
}

/** Without what belongs to one run alone; a state given explicitly belongs to one scheme: all begin from a filled device instead. */
function common(document: ScenarioDocument): ScenarioDocument {
  let base = setAt(document, 'interventions', undefined);
  if (isObject(base.initial))
    base = setAt(setAt(base, 'initial', undefined), 'precondition', [{ kind: 'sequential' }]);
  // Spelt as a share of the blocks, the logical space would grow with them.
  return setAt(setAt(base, 'logical_pages', logicalPages(base)), 'spare_factor', undefined);
}

/** The document under a scheme: as it is, if that is its own. */
function of(base: ScenarioDocument, kind: FtlKind): ScenarioDocument {
  const document = kindOf(base, 'ftl') === kind ? base : withFtl(base, kind);
  return grown(document, minimumBlocks(document));
}

export function grown(document: ScenarioDocument, blocks: number): ScenarioDocument {
  return setAt(document, 'device.blocks', Math.max(blocks, numberAt(document, 'device.blocks', 0)));
}

/** On devices of the same size: as many blocks as the scheme that needs most. */
function allFtls(base: ScenarioDocument, own: FtlKind): Variant[] {
  const made = (from: ScenarioDocument) => FTLS.map((kind) => (kind === own ? from : withFtl(from, kind)));
  const roomy = grown(base, Math.max(...made(base).map(minimumBlocks)));
  return made(roomy).map((scenario, i) => variant(FTLS[i] ?? own, null, scenario));
}

/** The same behind a write buffer that has what the mapping tables leave. */
function ftlsAtEqualRam(base: ScenarioDocument, own: FtlKind): Variant[] {
  const all = allFtls(base, own).map(({ scenario }) => scenario);
  return atEqualRam(base, all).map((scenario, i) => variant(FTLS[i] ?? own, null, scenario));
}

export function policies(base: ScenarioDocument): Variant[] {
  const blocks = numberAt(base, 'device.blocks', 0);
  return POLICIES.map((kind) => {
    const policy: Json =
      kind === 'windowed_greedy'
        ? { kind, w: Math.max(2, Math.round(blocks / 10)) }
        : kind === 'd_choices'
          ? { kind, d: 2 }
          : kind;
    return variant(kindOf(base, 'ftl'), kind, setAt(base, 'ftl.gc_policy', policy));
  });
}

/** All the blocks beyond the logical ones but one, half of them, and so on. */
function logBlocks(base: ScenarioDocument): Variant[] {
  const kind = kindOf(base, 'ftl') as FtlKind;
  const shape = shapeOf(base);
  const least = FTL_MODELS[kind].leastLogs ?? 1;
  const logical = Math.ceil(shape.logicalPages / shape.pagesPerBlock);
  // Two counts at least, however small the device.
  const roomy = grown(base, logical + 1 + 2 * least);
  return halves(numberAt(roomy, 'device.blocks', 0) - logical - 1, least).map((logs) =>
    variant(kind, logs, resized(roomy, kind, { ...shape, blocks: logical + 1 + logs })),
  );
}

/** From an entry for every logical page down, and `own`, if that is some: what of the map is in SRAM (DFTL, ASPLOS 2009, Fig. 11). */
function sram(base: ScenarioDocument, own: number): Variant[] {
  const most = logicalPages(base);
  const halved = halves(most, 4);
  const all = new Set(own === 0 ? halved : [...halved.slice(-MOST + 1), Math.min(own, most)]);
  return [...all]
    .sort((a, b) => a - b)
    .map((entries) => variant('dftl', entries, setAt(base, 'ftl.cmt_entries', entries)));
}

/** The entries of a CMT of this many bytes: whole ones, and at most that of the whole map. */
export function cmtEntries(document: ScenarioDocument, bytes: number): number {
  return Math.max(1, Math.min(Math.floor(bytes / CMT_ENTRY_BYTES), logicalPages(document)));
}

/** The same logical pages on ever larger devices. */
function spare(base: ScenarioDocument, kind: FtlKind): Variant[] {
  const shape = shapeOf(base);
  const logical = Math.ceil(shape.logicalPages / shape.pagesPerBlock);
  const variants = SPARE_FACTORS.map((factor) => {
    const blocks = Math.ceil(logical / (1 - factor));
    let sized = resized(base, kind, { ...shape, blocks });
    sized = setAt(sized, 'device.blocks', Math.max(blocks, minimumBlocks(sized)));
    return variant(kind, spareFactorOf(sized), sized);
  });
  return variants.filter(({ value }, i) => value !== variants[i - 1]?.value).slice(0, MOST);
}

/** The share of the device that is not logical, as the scheme got it. */
function spareFactorOf(document: ScenarioDocument): number {
  const { blocks, pagesPerBlock, logicalPages: logical } = shapeOf(document);
  return 1 - logical / (blocks * pagesPerBlock);
}

/** The scheme with what it does with its spare blocks as for another number of them. */
export function resized(base: ScenarioDocument, kind: FtlKind, shape: Shape): ScenarioDocument {
  const sound = ftlFor(kind, shape);
  return BY_BLOCKS.reduce(
    (document, name) => (name in sound ? setAt(document, `ftl.${name}`, sound[name]) : document),
    base,
  );
}

/** `most`, its half, and so on down to `least`, ascending. */
function halves(most: number, least: number): number[] {
  const values: number[] = [];
  for (
    let value = Math.max(most, least);
    values.length < MOST && value >= least;
    value = Math.floor(value / 2)
  )
    values.unshift(value);
  return values;
}

function variant(ftl: string, value: Variant['value'], scenario: ScenarioDocument): Variant {
  return { ftl: FTLS.find((kind) => kind === ftl) ?? 'page', value, scenario };
}
