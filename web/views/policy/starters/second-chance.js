// Second chance (CLOCK) for the cached mapping table: the hand passes over a mapping that was used since it came by, and takes
// the first one that was not.

let used;
let hand;

export function init(device) {
  hand = 0;
  used = device.state.u8(device.logicalPages);
}

export function load(lpn) {
  used[lpn] = 0;
}

export function hit(lpn) {
  used[lpn] = 1;
}

export function eviction(entries) {
  for (let step = 0; step < 2 * entries.length; step++) {
    hand = (hand + 1) % entries.length;
    const { id } = entries[hand];
    if (used[id] === 0) return id;
    used[id] = 0;
  }
  return OWN;
}
