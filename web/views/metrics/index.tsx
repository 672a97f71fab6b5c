/** The figures at the current position of a simulation. */
import { Suspense } from 'react';
import { lazyPart } from '../../kit/lazy-part';
import { closedLoop } from '../../model/scenario/closed-loop';
import { knownDocument, writeDocument } from '../../model/scenario/document';
import { otherParts, readsFirst } from '../../model/scenario/partial-writes';
import type { Frame } from '../../protocol/generated/Frame';
import type { Report } from '../../protocol/generated/Report';
import { traceOf } from '../../state/lab/shared';
import { useLab, useLabStore } from '../../state/use-lab';
import { MetricsView } from './View';

const Published = lazyPart(() => import('./Published'));
const Assumed = lazyPart(() => import('../cautions/Assumed'));
// Most workloads run once.
const Steadied = lazyPart(() => import('../cautions/Steadied'));
const Amplification = lazyPart(() => import('./Amplification'));
// Most devices have one channel and no queue.
const Parallel = lazyPart(() => import('./Parallel'));

export function Metrics({ slot }: { slot: number }) {
  const state = useLab((lab) => lab.slots[slot]);
  const report = useLab((lab) => lab.report);
  const open = useLab((lab) => lab.open);
  const compare = useLab((lab) => lab.compare);
  const told = useLab((lab) => lab.told);
  const lab = useLabStore();
  if (!state) return null;
  const document = knownDocument(state.source);
  const trace = document && traceOf(document, lab.getState());
  const closed = document && closedLoop(document);
  const readFirst = document ? readsFirst(document) : null;
  return (
    <MetricsView
      report={ratiosOfFinished(state.current.frame)}
      ftl={state.summary.ftl}
      chains={state.current.frame.tables.chain_lengths}
      name={state.summary.name}
      onReport={async () => {
        const made = await told(report(slot));
        return made.is === 'done' ? made.value : null;
      }}
      foot={
        <Suspense fallback={null}>
          <Published slot={slot} />
        </Suspense>
      }
      onClosed={closed ? () => void told(open(slot, writeDocument(closed))) : undefined}
      readFirst={readFirst ?? undefined}
      onOtherParts={
        document && slot === 0 ? () => void told(compare(writeDocument(otherParts(document)))) : undefined
      }
    >
      {state.current.frame.report.steady && (
        <Suspense fallback={null}>
          <Steadied of={state.current.frame.report.steady} />
        </Suspense>
      )}
      {trace && (
        <Suspense fallback={null}>
          <Assumed document={document} named={trace} />
        </Suspense>
      )}
      {state.current.frame.report.parallel && (
        <Suspense fallback={null}>
          <Parallel report={state.current.frame.report.parallel} />
        </Suspense>
      )}
      {state.lanes && (
        <Suspense fallback={null}>
          <Amplification lanes={state.lanes} canonical={state.summary.canonical} />
        </Suspense>
      )}
    </MetricsView>
  );
}

/** During a host page ratios stay as they were before it: they count finished pages. */
function ratiosOfFinished({ report, finished }: Frame): Report {
  if (!finished) return report;
  const { write_amplification, byte_amplification, cmt } = finished;
  return { ...report, write_amplification, byte_amplification, cmt };
}
