// The block with the fewest valid pages among the 32 that were closed longest ago.

export function victim(blocks) {
  const old = blocks.slice(0, 32);
  return old.reduce((best, block) => (block.valid < best.valid ? block : best)).id;
}
