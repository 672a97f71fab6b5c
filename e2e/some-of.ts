// Cases that are alike, of which `npm test` runs a part: always the same part, so that a failure for one is a failure for all.

/** Each `every`th case, from the first on; all of them in `npm run test:deep`. */
export function someOf<T>(cases: readonly T[], every: number): readonly T[] {
  return process.env.DEEP ? cases : cases.filter((_, place) => place % every === 0);
}
