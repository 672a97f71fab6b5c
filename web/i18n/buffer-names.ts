/** The names of write buffers: names of the field, the same in every language. */
const NAMES: Record<string, string> = {
  lru: 'LRU',
  cflru: 'CFLRU',
  fab: 'FAB',
  bplru: 'BPLRU',
  pud_lru: 'PUD-LRU',
  gc_arm: 'GC-ARM',
  ap: 'AP',
};

export function bufferName(kind: string): string {
  return NAMES[kind] ?? kind;
}
