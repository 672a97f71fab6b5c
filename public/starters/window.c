/*
 * The block with the fewest valid pages among the 32 that were closed longest ago. An FTL Lab policy in C: the functions are in
 * SPEC.md, section 13.4. Build it with clang and lld, and open window.wasm on the page:
 *
 * clang --target=wasm32 -O2 -nostdlib -Wl,--no-entry -o window.wasm window.c
 */

#define FTL(name) __attribute__((import_module("ftl"), import_name(name)))

/* The number of candidate n; the block that was closed longest ago is candidate 0. */
FTL("id") int id(int n);
/* Its valid pages. */
FTL("valid") int valid(int n);

/* The number of the block to clean, of `count` closed ones. */
__attribute__((export_name("victim"))) int victim(int count, int now) {
  (void)now;
  int best = 0;
  for (int n = 1; n < count && n < 32; n++) {
    if (valid(n) < valid(best)) best = n;
  }
  return id(best);
}
