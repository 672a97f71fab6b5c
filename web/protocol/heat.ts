/**
 * Reading the heat columns of a frame: `HEAT_WORDS` words per block, then a byte per page (documented in Rust,
 * `protocol.rs`). They cover the whole device whatever the frame's window is.
 */
import { FREE, INVALID, VALID } from './cell';
import type { BlockShown } from './generated/BlockShown';
import { HEAT_WORDS } from './generated/constants';
import type { Role } from './generated/Role';
import type { Stream } from './generated/Stream';

/** As `ftl::Role` and `ftl::Stream` count them. */
export const ROLES: readonly Role[] = [
  'free',
  'data',
  'log',
  'translation',
  'merge_target',
  'cold',
  'hot',
  'sequential_log',
  'random_log',
  'checkpoint',
  'hot_log',
  'cold_log',
  'update',
  'replacement',
];
const STREAMS: readonly Stream[] = ['data', 'gc', 'translation', 'cold', 'hot', 'cold_gc', 'hot_gc'];
const NONE = 0xffffffff;

/** A view over the columns: nothing is copied, so it lives as long as the frame. */
export class Heat {
  /** Per page: `FREE`, `VALID` or `INVALID`. */
  readonly states: Uint8Array;

  constructor(
    private readonly words: Uint32Array,
    readonly blocks: number,
    readonly pagesPerBlock: number,
  ) {
    const { buffer, byteOffset } = words;
    const pages = blocks * pagesPerBlock;
    this.states = new Uint8Array(buffer, byteOffset + blocks * HEAT_WORDS * 4, pages);
  }

  /** Valid pages of a block. */
  valid(pbn: number): number {
    return this.words[pbn * HEAT_WORDS] ?? 0;
  }

  erases(pbn: number): number {
    return this.words[pbn * HEAT_WORDS + 1] ?? 0;
  }

  /** Programs of the whole chip since the block's latest; `null` of an erased block. */
  age(pbn: number): number | null {
    const age = this.words[pbn * HEAT_WORDS + 2] ?? NONE;
    return age === NONE ? null : age;
  }

  lbn(pbn: number): number | null {
    const lbn = this.words[pbn * HEAT_WORDS + 3] ?? NONE;
    return lbn === NONE ? null : lbn;
  }

  /** Index into {@link ROLES}. */
  role(pbn: number): number {
    return (this.words[pbn * HEAT_WORDS + 4] ?? 0) & 0xff;
  }

  frontier(pbn: number): Stream | null {
    const stream = ((this.words[pbn * HEAT_WORDS + 4] ?? 0) >>> 8) & 0xff;
    return STREAMS[stream - 1] ?? null;
  }

  /** The block as frames tell it. */
  block(pbn: number): BlockShown {
    const first = pbn * this.pagesPerBlock;
    let free = 0;
    for (let ppn = first; ppn < first + this.pagesPerBlock; ppn += 1) {
      if (this.states[ppn] === FREE) free += 1;
    }
    return {
      pbn,
      role: ROLES[this.role(pbn)] ?? 'free',
      lbn: this.lbn(pbn),
      valid: this.valid(pbn),
      free,
      erases: this.erases(pbn),
      frontier: this.frontier(pbn),
    };
  }

  state(ppn: number): typeof FREE | typeof VALID | typeof INVALID {
    const state = this.states[ppn];
    return state === VALID || state === INVALID ? state : FREE;
  }
}
