// Greedy without a search: closed blocks are kept in a list for each number of valid pages. A block joins its list at the
// end, so the first is the one whose valid pages have gone longest without a change.

const NONE = 0xffffffff;
let pages;
let valid;
let closed;
let next;
let previous;
let first;
let last;

export function init(device) {
  const { state, blocks, pagesPerBlock } = device;
  pages = pagesPerBlock;
  valid = state.u32(blocks);
  closed = state.u8(blocks);
  next = state.u32(blocks);
  previous = state.u32(blocks);
  first = state.u32(pages + 1).fill(NONE);
  last = state.u32(pages + 1).fill(NONE);
}

function leave(block) {
  const list = valid[block];
  const before = previous[block];
  const after = next[block];
  if (before === NONE) first[list] = after;
  else next[before] = after;
  if (after === NONE) last[list] = before;
  else previous[after] = before;
}

function join(block) {
  const list = valid[block];
  previous[block] = last[list];
  next[block] = NONE;
  if (last[list] === NONE) first[list] = block;
  else next[last[list]] = block;
  last[list] = block;
}

export function write(_lpn, block) {
  valid[block] += 1;
}

export function invalidate(_lpn, block) {
  if (closed[block]) leave(block);
  valid[block] -= 1;
  if (closed[block]) join(block);
}

export function close(block) {
  closed[block] = 1;
  join(block);
}

export function erase(block) {
  if (closed[block]) leave(block);
  closed[block] = 0;
  valid[block] = 0;
}

export function victim() {
  let list = 0;
  while (first[list] === NONE && list < pages) list += 1;
  return list < pages ? first[list] : OWN;
}
