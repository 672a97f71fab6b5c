// The block with the fewest valid pages among the 32 that were closed longest ago. An FTL Lab policy in AssemblyScript: the functions
// are in SPEC.md, section 13.4. Build it, and open window.wasm on the page:
//
// npx --package=assemblyscript asc window.as.ts -O --runtime stub --use abort= -o window.wasm

/** The number of candidate n; the block that was closed longest ago is candidate 0. */
@external("ftl", "id")
declare function id(n: i32): i32;
/** Its valid pages. */
@external("ftl", "valid")
declare function valid(n: i32): i32;

/** The number of the block to clean, of `count` closed ones. */
export function victim(count: i32, now: i32): i32 {
  let best = 0;
  for (let n = 1; n < min(count, 32); n++) {
    if (valid(n) < valid(best)) best = n;
  }
  return id(best);
}
