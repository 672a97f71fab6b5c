/** An FTL's facts, whatever it looks like: one file each, one line in the registry (`index.ts`). */
import type { Json, ScenarioDocument } from '../scenario/document';

/** The inputs of a set-up. */
export interface Shape {
  blocks: number;
  pagesPerBlock: number;
  pageBytes: number;
  logicalPages: number;
}

export interface FtlModel {
  /** As scenarios are named, whatever the language: acronyms in capitals, words with one (`BAST`, `Page`). */
  inNames: string;
  /**
   * How it maps and gets blocks back. `logs`: data blocks mapped by block, log blocks mapped by page, and merges. `in_place`: by block
   * alone. `superblocks`: by page inside groups, and merges. `cleaning`: by page, and one victim after another.
   */
  family: 'logs' | 'in_place' | 'superblocks' | 'cleaning';
  /**
   * The cost of a request beside the others, in order (127,043 requests of a server in the page: from 160 ms down to
   * 60).
   */
  cost: number;
  /** With log blocks: how few of them it can do with. */
  leastLogs?: number;
  /** Its options on a device: as the papers have them, but small where the device is small. */
  setUp: (shape: Shape, logicalBlocks: number, policy: Json) => ScenarioDocument;
  /** Small enough to name every page, and busy enough that its idea shows within some twenty requests. */
  example: ScenarioDocument;
  /** The name of the example in a page that is in Korean. */
  koreanName: string;
  /** Sentences of log blocks that it has a wording of its own for: the key, then `_` and its kind. */
  ownWords?: readonly string[];
}
