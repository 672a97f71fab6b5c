// Random: any closed block. Chance is absent here, so that a run is the same twice: these numbers only look like it
// (a linear congruence, Numerical Recipes 7.1).

let seed;

export function init() {
  seed = 1;
}

export function victim(blocks) {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return blocks[seed % blocks.length].id;
}
