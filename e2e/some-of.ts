// The part of the end-to-end tests that `npm test` runs: always the same, so that a failure for one is a failure for all.
// A long test beside which there is another of the same part of the page has `@deep` in its title: `npm run test:deep` runs it, and
// so does `npm run e2e` for the files that it is given. One with `@alone` too is about a rate, and runs when all others are done.

/** Of cases that are alike, each `every`th, from the first on; all of them in `npm run test:deep`. */
export function someOf<T>(cases: readonly T[], every: number): readonly T[] {
  return process.env.DEEP ? cases : cases.filter((_, place) => place % every === 0);
}
