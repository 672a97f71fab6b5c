// Cost-benefit: the largest age x (1 - u) / 2u, where u is the share of valid pages (Rosenblum and Ousterhout 1991).
// Whole numbers only: a / b > c / d is compared as a x d > c x b.

let pages;

export function init(device) {
  pages = device.pagesPerBlock;
}

export function victim(blocks, now) {
  let best = blocks[0];
  for (const block of blocks) {
    const benefit = (now - block.closedAt + 1) * (pages - block.valid);
    const most = (now - best.closedAt + 1) * (pages - best.valid);
    if (benefit * best.valid > most * block.valid) best = block;
  }
  return best.id;
}
