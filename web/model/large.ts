/** When a device is large: the one threshold for what frames carry and how the stage draws. */
import type { Summary } from '../protocol/generated/Summary';

/** Up to this many pages every page is a labelled cell; above it the stage is a heat map to zoom into. */
export const MOST_LABELLED = 4096;

export function isLarge({ blocks, pages_per_block }: Summary): boolean {
  return blocks * pages_per_block > MOST_LABELLED;
}
