import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Report } from '../../protocol/generated/Report';
import { MetricsView } from './View';

afterEach(cleanup);

const count = {
  total: 10,
  host: 10,
  gc: 0,
  merge: 0,
  translation: 0,
  translation_gc: 0,
  pad: 0,
  wear: 0,
  recovery: 0,
};
const REPORT = {
  ...{ host: { writes: 10, reads: 0, trims_partial: 0, trims_too_small: 0 } },
  ...{ flash: { programs: count, erases: count, reads: count } },
  ...{ write_amplification: 1, merges: { switch: 0, partial: 0, full: 0, full_merge_blocks: [] } },
  ...{ gc: { runs: 0, copied: 0 }, cmt: { hits: 0, misses: 0 }, wear: { max: 1, mean: 1 }, energy_uj: 0 },
  ...{ service_us: { mean: 1, p99: 1 }, response_us: { mean: 1, p99: 1 }, recovery: { power_cuts: 0 } },
  ...{ recovery_us: 0, full_scan_us: 0, checked_reads: 0 },
} as unknown as Report;

test('trims, and reads of pages without data, are among the figures; reads are verified where there are any', () => {
  const shown = (change: object, checked_reads: number) => {
    const report = { ...REPORT, host: { ...REPORT.host, ...change }, checked_reads };
    render(<MetricsView report={report} ftl="page" chains={null} name="t" onReport={async () => null} />);
    const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
    cleanup();
    return rows.filter((row) => /trims|without data|verified/.test(row));
  };
  expect(shown({ trims: 7, unmapped_reads: 2, reads: 3 }, 3)).toEqual([
    'Host reads of pages without data2 pages',
    'Host trims7 pages',
    'Reads verified✓ 3 pages',
  ]);
  expect(shown({ trims: 0, unmapped_reads: 0 }, 0)).toEqual([]);
});

test('the share of aliased accesses of a trace is beside the figures', () => {
  const run = (report: Report) => (
    <MetricsView report={report} ftl="page" chains={null} name="t" onReport={async () => null} />
  );
  const { rerender } = render(run(REPORT));
  expect(screen.queryByRole('note')).toBeNull();
  const addresses = { mapping: 'wrap', accesses: 8, aliased: 5, dropped: 0, share: 0.625 } as const;
  rerender(run({ ...REPORT, addresses }));
  expect(screen.getByRole('note').textContent).toContain('62.50% of the trace’s page accesses share');
});
