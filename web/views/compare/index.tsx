/** Comparing two simulations: what is between the stages and in place of the metrics. */
import { type ReactNode, useMemo } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { cleaningOf } from '../../model/plans/cleaning';
import { kindOf, knownDocument } from '../../model/scenario/document';
import { otherwise } from '../../model/scenario/mid-run';
import type { Frame } from '../../protocol/generated/Frame';
import type { Report } from '../../protocol/generated/Report';
import { useLab } from '../../state/use-lab';
import { CompareBarView, CompareTableView, SideFiguresView, type SideNames, sideNames } from './View';

/** `telling`: the totals of the two at the end may be shown. */
export function CompareBar({ telling, more }: { telling: boolean; more: ReactNode }) {
  const [left, right] = useLab((lab) => lab.slots);
  const divergence = useLab((lab) => lab.divergence);
  const sought = useLab((lab) => lab.divergenceSought);
  const diverge = useLab((lab) => lab.diverge);
  const run = useLab((lab) => lab.run);
  const compare = useLab((lab) => lab.compare);
  const cancel = useLab((lab) => lab.cancel);
  const [a, b] = [left?.summary.canonical, right?.summary.canonical];
  const changed = useMemo(() => (a !== undefined && b !== undefined ? otherwise(a, b) : null), [a, b]);
  const names = useSideNames();
  const ends = useEnds();
  const reordered = left?.current.frame.host !== undefined || right?.current.frame.host !== undefined;
  if (!left || !right) return null;
  const busy = left.busy ?? right.busy;
  return (
    <CompareBarView
      names={names}
      reordered={reordered}
      changed={changed}
      ends={telling ? ends : null}
      divergence={divergence}
      sought={sought}
      busy={busy}
      requests={left.summary.requests}
      onDiverge={(which) => void diverge(which)}
      onEnd={() => void run({ to: 'end' })}
      more={more}
      onCancel={cancel}
      onClose={() => void compare(null)}
    />
  );
}

/** The names of the two, by what distinguishes them; `null`: by nothing, or there are not two. */
export function useSides(): SideNames | null {
  const left = useLab(({ slots }) => slots[0]?.summary);
  const right = useLab(({ slots }) => slots[1]?.summary);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are in the page's language
  return useMemo(() => (left && right ? sideNames(left, right) : null), [left, right, language]);
}

/** The same, by their places where they have no other names. */
export function useSideNames(): SideNames {
  const sides = useSides();
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: names are in the page's language
  return useMemo(() => sides ?? [m.compare_left(), m.compare_right()], [sides, language]);
}

/** The totals of both at the end of the run, once known of both. */
function useEnds(): readonly [Report, Report] | null {
  const known = useLab((lab) => lab.ahead);
  const [left, right] = useLab((lab) => lab.slots);
  const end = (at: 0 | 1, source: string | undefined) =>
    known[at]?.source === source ? known[at]?.end?.report : undefined;
  const [a, b] = [end(0, left?.source), end(1, right?.source)];
  return useMemo(() => (a && b ? [a, b] : null), [a, b]);
}

function spentOf(left: Frame, right: Frame) {
  const { request, event } = left.position;
  // Inside a request one simulation may be done with an operation that the other has yet to do.
  const together = event === 0 && right.position.event === 0 && right.position.request === request;
  return together && request > 0 ? { request, left: left.report, right: right.report } : null;
}

/** The cost of one of the two so far, above its stage. */
export function SideFigures({ slot }: { slot: 0 | 1 }) {
  const report = useLab((lab) => lab.slots[slot]?.current.frame.report);
  return report ? <SideFiguresView report={report} /> : null;
}

export function CompareTable() {
  const [left, right] = useLab((lab) => lab.slots);
  const [leftName, rightName] = useSideNames();
  const divergence = useLab((lab) => lab.divergence);
  const [a, b] = [left?.summary.canonical ?? '', right?.summary.canonical ?? ''];
  const cleaning = useMemo(() => {
    const documents = [a, b].map((text) => knownDocument(text) ?? {});
    const [one, other] = documents.map((document) => kindOf(document, 'ftl'));
    return one === other ? [] : cleaningOf(documents);
  }, [a, b]);
  if (!left || !right) return <p className="quiet">{m.compare_nothing()}</p>;
  const side = ({ summary, current }: typeof left, name: string) => ({
    name,
    ftl: summary.ftl,
    report: current.frame.report,
  });
  const { position, requests } = right.current.frame;
  const apart = position.request !== Math.min(left.current.frame.position.request, requests);
  return (
    <CompareTableView
      left={side(left, leftName)}
      right={side(right, rightName)}
      divergence={divergence}
      spent={spentOf(left.current.frame, right.current.frame)}
      cleaning={cleaning}
      apart={apart}
    />
  );
}
