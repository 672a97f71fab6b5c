// Greedy: the closed block with the fewest valid pages. Of several, the one whose valid pages have gone longest
// without a change.

let changed;
let changes;

export function init(device) {
  changes = 0;
  changed = device.state.u32(device.blocks);
}

export function close(block) {
  changed[block] = ++changes;
}

export function invalidate(_lpn, block) {
  changed[block] = ++changes;
}

export function victim(blocks) {
  let best = blocks[0];
  for (const block of blocks) {
    const fewer = block.valid - best.valid || changed[block.id] - changed[best.id];
    if (fewer < 0) best = block;
  }
  return best.id;
}
