/** Shapes to be laid out, and layouts: the interfaces of this folder. */
import type { MapId, Section, SectionId } from '../../../schemes/scheme';
import type { CellSize } from './block-size';
import type { BufferLayout, BufferShape } from './buffer-layout';
import type { Rect } from './rects';
import type { Units } from './windows';

/** A section of blocks. */
export type RowId = SectionId;
export type RowShape = Section;

export interface MapShape {
  id: MapId;
  /** Entries it can have, and characters of one: `12 B3.1`. */
  entries: number;
  chars: number;
}

/** The content to lay out. */
export interface Shape {
  pagesPerBlock: number;
  rows: RowShape[];
  /** Whether offsets are written beside the blocks. */
  axis: boolean;
  /** Whether the number of valid pages is above each block. */
  counted: boolean;
  /** Most blocks the free pool can hold; 0: free blocks have places of their own. */
  pool: number;
  /** Characters of the longest page label, e.g. 3 for LPN 127. */
  labelChars: number;
  /** Characters of the longest block name, e.g. 3 for B12. */
  blockChars: number;
  /** Characters of the longest role in a block's header, e.g. 6 for `LBN 12`. */
  roleChars: number;
  /** Characters of a host request, e.g. 5 for `w1023`. */
  requestChars: number;
  maps: MapShape[];
  /** Characters of a block that could be cleaned, with what it is ranked by; `null`: the FTL chooses no victims. */
  candidates: number | null;
  /** The write buffer; `null` without one. */
  buffer: BufferShape | null;
  /** Places of the cached mapping table, by segment; `null` without one. */
  cmt: { probationary: number; protected: number } | null;
  /** Translation pages of the directory; `null` without one. */
  gtd: number | null;
  /** Places in the list of pages written last; `null` without one. */
  recency: number | null;
  /** Characters of a mapping, e.g. 7 for `12 B3.1`. */
  entryChars: number;
  /** Characters of a place in the directory, which is under its number; 0: beside it, as mappings are. */
  gtdChars: number;
}

/** The room there is, and the sizes of text in it (tokens, pixels). */
export interface Viewport {
  width: number;
  height: number;
  font: number;
  label: number;
  /** Nothing is painted in smaller text. */
  least?: number;
}

/** How blocks of a section with a window are in their lines. */
interface Grid {
  /** Units in a line, and lines that a unit takes. */
  across: number;
  parts: number;
  /** Blocks of a unit in a line of its own. */
  columns: number;
  left: number;
  top: number;
  /** From a block to the next, and from a line to the next. */
  pitch: { x: number; y: number };
  w: number;
  h: number;
}

export interface RowLayout {
  id: RowId;
  heading: Rect;
  /** Outer rectangles of the blocks, header included, by slot. `null`: out of the window. */
  slots: (Rect | null)[];
  /** Places that make a chain or a superblock; 1 where there is neither. */
  group: number;
  /** Units (blocks; chains or superblocks, where `group` is more than 1) in all, and those that are seen. */
  units: number;
  window: Units;
  grid: Grid;
  /** The section as it is seen. */
  area: Rect;
}

export interface EntriesLayout {
  title: Rect;
  /** Places of entries; when there are more entries than places, the last place tells how many more. */
  entries: Rect[];
  /** Entries asked for. */
  of: number;
}

export interface PoolLayout {
  title: Rect;
  /** Places; of more blocks than places the last one tells how many more. */
  chips: Rect[];
  /** Places in a line. */
  across: number;
  /** The block in the first place, by its number in the pool. */
  from: number;
}

export interface Layout {
  width: number;
  height: number;
  /** Higher than its room: it scrolls. */
  scrolls: boolean;
  cell: CellSize;
  /** Height of a block's header, and its lines of text. */
  header: { h: number; lines: number };
  /** Height of a tag above a block. */
  tag: number;
  /** Sections have windows, and no more space than they need. */
  tight: boolean;
  label: number;
  host: { title: Rect; chips: Rect[] };
  /** Maps above the blocks; of more entries than places the last one tells how many more. */
  maps: { id: MapId; title: Rect; chips: Rect[] }[];
  /** While something is cleaned, beside the host and in place of its line's maps; `null`: there is no room, or no victim ever. */
  candidates: { title: Rect; chips: Rect[] } | null;
  buffer: BufferLayout | null;
  sram: {
    panel: Rect;
    title: Rect;
    /** `title`: the name of the segment, where there are two. */
    probationary: EntriesLayout;
    protected: EntriesLayout | null;
    gtd: EntriesLayout;
  } | null;
  /** The pages written last; of more pages than places the last place tells how many more. */
  recency: {
    panel: Rect;
    title: Rect;
    chips: Rect[];
    /** The verdict of the locality detector. */
    verdict: Rect;
  } | null;
  rows: RowLayout[];
  /** Offsets: the place of each number, and how far its line goes; empty where they mean nothing or find no room. */
  axis: { label: Rect; to: number }[];
  pool: PoolLayout;
  /** On a narrow stage: blocks that take no part. */
  tiles: Rect[];
  counted: boolean;
  pagesPerBlock: number;
}
