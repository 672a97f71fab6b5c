/** The names of I/O schedulers: names of the field, the same in every language. */
const NAMES: Record<string, string> = {
  noop: 'Noop',
  deadline: 'Deadline',
  cfq: 'CFQ',
  anticipatory: 'Anticipatory',
  ssd_zones: 'SSD zones',
};

export function schedulerName(kind: string): string {
  return NAMES[kind] ?? kind;
}
