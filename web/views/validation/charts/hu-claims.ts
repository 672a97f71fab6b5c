/** Hu's claims about erases, as a table: our change at each size of the RAM, and whether the claim holds. On the page and by `npm run charts -- claims`. */
import { m } from '../../../i18n/compiled/messages.js';
import type { Readings } from '../runs/experiment';
import { claimOf } from './claim';
import { pointsOf } from './render';
import { listed, valuesOf } from './scope';
import type { ClaimData } from './source';
import { HU, scopeOf } from './sources';
import { fill, SHOWS, say, scalarsOf } from './words';

export interface ClaimRow {
  id: string;
  workload: string;
  scheme: string;
  than: string;
  /** The dissertation's figures. */
  says: string;
  /** How many more or fewer erases, and the run; `null`: not run. */
  cells: readonly ({ text: string; link: string } | null)[];
  agrees: boolean | null;
}

const [SOURCE] = HU.sources;

/** The sizes of the RAM, as the columns of the table have them. */
export const CLAIM_SIZES = valuesOf(
  scopeOf(SOURCE, () => undefined, null),
  'mb',
).map(({ at }) => at);

export function claimRows(readings: Readings): ClaimRow[] {
  const scope = scopeOf(SOURCE, readings, null);
  return listed(SOURCE.table, {}, scope).map(({ item, named }) => {
    const { workload, along, run, over } = item;
    const erases = { of: 'erases', run, over, as: 'more' } as const;
    const found: ClaimData['found'] = { least: { take: 'least' }, most: { take: 'most' } };
    const { says, agrees } = claimOf({ ...item, ...erases, found, ours: '' }, named, scope);
    const cells = valuesOf(scope, along).map(({ value }) => {
      const at = { ...scope, values: { [along]: [value] } };
      const [point] = pointsOf(erases, named, { along }, at);
      return point ? { text: SHOWS.change(point.y), link: point.link ?? '' } : null;
    });
    return {
      id: fill(`${run} ${over}`, scalarsOf(named)),
      workload: say(workload, named),
      ...{ scheme: say('{scheme}', named), than: say('{than}', named) },
      ...{ says, cells, agrees },
    };
  });
}

/** As text, in columns. */
export function claimsText(readings: Readings): string {
  const head = [
    ...[m.hu_claim_workload(), m.hu_claim_erases(), m.hu_claim_says()],
    ...CLAIM_SIZES.map((mb) => m.hu_claim_mb({ mb })),
    m.hu_claim_verdict(),
  ];
  const lines = claimRows(readings).map(({ workload, scheme, than, says, cells, agrees }) => [
    ...[workload, m.hu_claim_against({ scheme, than }), says],
    ...cells.map((cell) => cell?.text ?? '-'),
    agrees === null ? m.sources_not_run() : agrees ? m.sources_agrees() : m.sources_differs(),
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)));
  const columns = (line: string[]) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  ');
  return [head, ...lines].map((line) => columns(line).trimEnd()).join('\n');
}
