/** The ledger of a run: every program by the address of its page, from an engine of its own. */
import { writeDocument } from '../../../model/scenario/document';
import { ask, type EngineClient, type JobOptions } from '../../../protocol/engine/engine-client';
import type { Ledger } from '../../../protocol/generated/Ledger';
import type { LedgerCounts } from '../../../protocol/generated/LedgerCounts';
import type { LedgerRange } from '../../../protocol/generated/LedgerRange';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';

/** As many as `ftl-lab explain` has. */
const RANGES = 64;

export interface Job {
  key: string;
  run: BatchComparison;
  trace: Base['trace'];
}

/** Rejects as {@link EngineClient.request} does. */
export async function ledgerOf(client: EngineClient, job: Job, options: JobOptions = {}): Promise<Ledger> {
  const { trace, run } = job;
  if (trace) await client.attach(trace.named.name, trace.file);
  const scenario = writeDocument(run.variant.scenario);
  await ask(client, 'opened', { type: 'open', slot: 0, scenario }, options);
  const explain = { type: 'explain', slot: 0, ranges: RANGES } as const;
  return (await ask(client, 'explained', explain, options)).ledger;
}

/** Ranges by their copies, the most first, those without left out. */
export function copied({ ranges }: Ledger): LedgerRange[] {
  return ranges.filter(({ counts }) => counts.copies > 0).sort((a, b) => b.counts.copies - a.counts.copies);
}

const COUNTS = ['writes', 'copies'] as const;
const CAUSES = ['gc', 'merge', 'wear', 'pad'] as const;

/** The lines of `ftl-lab explain --csv`. */
export function csvOf({ ranges, elsewhere, unit }: Ledger): string[][] {
  const figures = (counts: LedgerCounts) => [
    ...COUNTS.map((name) => String(counts[name])),
    ...CAUSES.map((cause) => String(counts.programs[cause])),
  ];
  const rows = ranges.map(({ device, from, to, pages, counts }) => [
    device === null ? '' : String(device),
    unit,
    ...[from, to, pages].map(String),
    ...figures(counts),
  ]);
  const { writes, programs } = elsewhere;
  const others = writes > 0 || programs.total > 0 ? [['', '', '', '', '', ...figures(elsewhere)]] : [];
  return [['device', 'unit', 'from', 'to', 'pages', ...COUNTS, ...CAUSES], ...rows, ...others];
}
