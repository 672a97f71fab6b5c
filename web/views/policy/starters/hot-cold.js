// Hot and cold by recency: a page that is written again soon goes to the hot block, every other page to the cold one.
// The FTL needs `hot_cold`; its own classifier decides where this one has no opinion.

const SOON = 200;
let written;

export function init(device) {
  written = device.state.u32(device.logicalPages);
}

export function placement(lpn, now) {
  const soon = written[lpn] > 0 && now - written[lpn] < SOON;
  written[lpn] = now;
  return soon ? 1 : 0;
}
