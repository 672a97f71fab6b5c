/**
 * The report of a run over several seeds: every figure is the mean of its value with each seed, so that ranks, charts and tables agree
 * with intervals, which are about means over seeds (`interval.ts`).
 */
import type { Report } from '../../protocol/generated/Report';

/** At least one report, all of the same scenario but for its seed. Hashes are those of the first. */
export function meanReport(reports: readonly [Report, ...Report[]]): Report {
  const report = mean(reports) as Report;
  // As many pairs as there are different numbers of blocks: another count with each seed.
  const victims = new Map<number, number>();
  for (const { merges } of reports)
    for (const [blocks, n] of merges.full_merge_blocks) victims.set(blocks, (victims.get(blocks) ?? 0) + n);
  const full_merge_blocks = [...victims]
    .sort(([a], [b]) => a - b)
    .map(([blocks, n]): [number, number] => [blocks, n / reports.length]);
  return { ...report, merges: { ...report.merges, full_merge_blocks } };
}

/** Of a part that some reports lack (an overload, a write amplification without writes): over those that have it. */
function mean(values: readonly unknown[]): unknown {
  const there = values.filter((value) => value !== null && value !== undefined);
  const [first] = there;
  if (typeof first === 'number')
    return there.reduce<number>((sum, each) => sum + Number(each), 0) / there.length;
  // Whether a workload became steady: with every seed.
  if (typeof first === 'boolean') return there.every(Boolean);
  if (!isPart(first)) return first ?? values[0];
  const parts = there.filter(isPart);
  const keys = new Set(parts.flatMap((part) => Object.keys(part)));
  return Object.fromEntries([...keys].map((key) => [key, mean(parts.map((part) => part[key]))]));
}

function isPart(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
