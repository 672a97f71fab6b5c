/** The value under a name that may be anything: `constructor` and its like, which every object has, are none. */
export function ownOf<T>(
  record: { readonly [name: string]: T } | null | undefined,
  name: string,
): T | undefined {
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
