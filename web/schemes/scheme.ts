/**
 * The page's knowledge of a scheme: one descriptor a file, one line in the registry (`index.ts`). The views ask the
 * descriptor; none of them knows a scheme by its name.
 */
import type { Diagram } from '../kit/FtlDiagram';
import type { MetricId } from '../model/metrics';
import type { BlockShown } from '../protocol/generated/BlockShown';
import type { Frame } from '../protocol/generated/Frame';
import type { FtlKind } from '../protocol/generated/FtlKind';
import type { Role } from '../protocol/generated/Role';

/** A section of the stage: blocks of one use, side by side under one heading. */
export type SectionId =
  | 'blocks'
  | 'data'
  | 'chains'
  | 'replacement'
  | 'superblock'
  | 'sequential'
  | 'log'
  | 'fresh'
  | 'translation';

export interface Section {
  id: SectionId;
  /** Places for blocks. */
  slots: number;
  /** This many places make a chain or a superblock, which stay in one line. Absent: each block is by itself. */
  group?: number;
}

/** The facts about a device that a scenario fixes, before anything has run. */
export interface Device {
  blocks: number;
  pagesPerBlock: number;
  logicalPages: number;
  /** Logical pages in blocks, rounded up. */
  logicalBlocks: number;
  /** A whole number of the FTL's options; 0 where it is not given. */
  option: (name: string) => number;
}

/**
 * The place that a block asks for. By slot: its own. By rank: one after the other in the order of the ranks, from the left of
 * its section or from the right. So a place depends on the state alone, whatever way led to it.
 */
export type Claim = { section: SectionId } & ({ slot: number } | { rank: number; from: 'left' | 'right' });

export interface Heading {
  title: string;
  /** After the title, quieter; empty: nothing. */
  note: string;
  /** A heading for blocks that fill the section from its right end. */
  end?: string;
}

/** Maps that are written above the blocks. */
export type MapId = 'block' | 'log' | 'page';

/** A lane of the timeline: one kind of event, or merges of all three kinds; `wa` is a line. */
export type LaneId = 'host' | 'merges' | 'victims' | 'misses' | 'map' | 'copies' | 'erases' | 'wa';

/** Looks of pages that the legend explains, beside free, valid and invalid ones. */
interface LegendEntry {
  look: 'log' | 'trans' | 'dirty';
  text: string;
  /** Blocks with such pages. */
  role?: Role;
}

/** Where Run to… can stop, beside erases: predicates by their short names. */
export type Stop =
  | 'gc'
  | 'switch_merge'
  | 'partial_merge'
  | 'full_merge'
  | 'reclaim_begin'
  | 'chain_chosen'
  | 'map_read'
  | 'log_block_chosen'
  | 'cmt_miss';

export interface Scheme {
  kind: FtlKind;
  /** Its idea as a small picture. */
  diagram: Diagram;
  stops: readonly Stop[];
  /** Whether a page's offset means something: then offsets are written beside the blocks. */
  axis: boolean;
  /** Whether a block has its place by its number, free or in use. Otherwise free blocks are in a pool at the right. */
  byNumber: boolean;
  sections: (device: Device) => Section[];
  /** Of a block in use. */
  claim: (block: BlockShown, frame: Frame, sections: readonly Section[]) => Claim;
  /** `logs`: how many log blocks there may be; a section may have more places for them. */
  heading: (section: SectionId, logs: number | null) => Heading;
  maps: readonly MapId[];
  /** Whether it chooses victims to clean, by a policy. */
  chooses: boolean;
  /** The lanes that it can have anything in. */
  lanes: readonly LaneId[];
  /** Figures that not every FTL has. */
  figures: readonly MetricId[];
  legend: () => LegendEntry[];
  /** Roles that a block can have, beside data blocks and free ones. */
  roles: readonly Role[];
  /** The role of a block, in its header; empty: there are no words for it. */
  role: (block: BlockShown, frame: Frame) => string;
  /** Characters of the longest of these. */
  roleChars: (device: Device) => number;
}
