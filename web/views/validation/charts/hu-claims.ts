/** Hu's claims about erases, as a table: ours at each size of the RAM, and whether her claim holds. On the page and by `npm run charts -- claims`. */
import { percent } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Job, Readings } from './experiment';
import { linkTo } from './figure';
import { RECORDED_SIZES, RIVAL_NAMES, type Rival, ramJob, recordedJob, SIZES } from './hu-ram';
import { change } from './hu-ram-figures';
import { SHARED_TRACES, SHARER_NAMES, type Sharer, sharedJob } from './hu-shared';
import { TRACE_NAMES, type Trace } from './hu-traffic';

export interface ClaimRow {
  id: string;
  workload: string;
  scheme: string;
  than: string;
  /** What she says. */
  says: string;
  /** How many more or fewer erases, and the run; `null`: not run. */
  cells: readonly ({ text: string; link: string } | null)[];
  agrees: boolean | null;
}

type Scheme = Rival | Sharer;

function jobFor(trace: Trace, scheme: Scheme, mb: number): Job {
  return scheme === 'pud_lru' ? ramJob(trace, scheme, mb) : sharedJob(trace, scheme, mb);
}

const NAMES: Record<Scheme, string> = { ...RIVAL_NAMES, ...SHARER_NAMES };

interface Claimed {
  trace: Trace;
  of: Scheme;
  than: Scheme;
  /** By how much fewer, at best; 0: she gives no figure; `null`: about as many. */
  fewer: number | null;
}

const CLAIMS: readonly Claimed[] = [
  { trace: 'financial1', of: 'pud_lru', than: 'bplru', fewer: 0.3 },
  { trace: 'financial2', of: 'pud_lru', than: 'bplru', fewer: 0.42 },
  { trace: 'exchange', of: 'pud_lru', than: 'bplru', fewer: 0.07 },
  { trace: 'build', of: 'pud_lru', than: 'bplru', fewer: 0.07 },
  { trace: 'tpce', of: 'pud_lru', than: 'bplru', fewer: null },
  ...SHARED_TRACES.flatMap((trace): Claimed[] => [
    { trace, of: 'gc_arm', than: 'bplru', fewer: 0 },
    { trace, of: 'gc_arm', than: 'dftl', fewer: 0 },
  ]),
];

/** What "almost identically" is held to. */
const SAME = 0.05;

/** The sizes of the RAM, as the columns of the table have them. */
export const CLAIM_SIZES = SIZES;

export function claimRows(readings: Readings): ClaimRow[] {
  const rows = CLAIMS.map(({ trace, of, than, fewer }): ClaimRow => {
    const found = SIZES.map((mb) => {
      const job = jobFor(trace, of, mb);
      const [own, other] = [readings(job.key), readings(jobFor(trace, than, mb).key)];
      return own && other ? { ratio: own.erases / other.erases, link: linkTo(job, own) } : null;
    });
    return {
      id: `${trace}-${of}-${than}`,
      workload: TRACE_NAMES[trace],
      ...{ scheme: NAMES[of], than: NAMES[than] },
      says: saysOf(fewer),
      ...judged(found, (ratio) => (fewer === null ? Math.abs(ratio - 1) <= SAME : ratio <= 1)),
    };
  });
  return [...rows.slice(0, 1), recordedRow(readings), ...rows.slice(1)];
}

function saysOf(fewer: number | null): string {
  if (fewer === null) return m.hu_claim_same({ share: percent(SAME) });
  return fewer === 0 ? m.hu_claim_no_more() : m.hu_claim_fewer({ share: percent(fewer) });
}

type Found = { ratio: number; link: string } | null;

function judged(
  found: readonly Found[],
  holds: (ratio: number) => boolean,
): Pick<ClaimRow, 'cells' | 'agrees'> {
  const missing = found.includes(null);
  return {
    cells: found.map((each) => each && { text: change(each.ratio - 1), link: each.link }),
    agrees: missing ? null : found.every((each) => each !== null && holds(each.ratio)),
  };
}

/** The first claim on the first requests of its trace, with the RAM that they need. */
function recordedRow(readings: Readings): ClaimRow {
  const found = RECORDED_SIZES.map((kib): Found => {
    const job = recordedJob('financial1', 'pud_lru', kib);
    const [own, other] = [readings(job.key), readings(recordedJob('financial1', 'bplru', kib).key)];
    return own && other ? { ratio: own.erases / other.erases, link: linkTo(job, own) } : null;
  });
  return {
    id: 'financial1-recorded',
    workload: m.hu_claim_recorded(),
    ...{ scheme: RIVAL_NAMES.pud_lru, than: RIVAL_NAMES.bplru },
    says: m.hu_claim_fewer({ share: percent(0.3) }),
    ...judged(found, (ratio) => ratio <= 1),
  };
}

/** As text, in columns. */
export function claimsText(readings: Readings): string {
  const head = [
    ...[m.hu_claim_workload(), m.hu_claim_erases(), m.hu_claim_says()],
    ...SIZES.map((mb) => m.hu_claim_mb({ mb })),
    m.hu_claim_verdict(),
  ];
  const lines = claimRows(readings).map(({ workload, scheme, than, says, cells, agrees }) => [
    ...[workload, m.hu_claim_against({ scheme, than }), says],
    ...cells.map((cell) => cell?.text ?? '-'),
    agrees === null ? m.sources_not_run() : agrees ? m.sources_agrees() : m.sources_differs(),
  ]);
  const widths = head.map((_, at) => Math.max(...[head, ...lines].map((line) => line[at]?.length ?? 0)));
  return [head, ...lines]
    .map((line) =>
      line
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
