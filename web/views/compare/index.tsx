/** Comparing two simulations: what is between the stages and in place of the metrics. */
import { type ReactNode, useEffect, useMemo } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { cleaningOf } from '../../model/plans/cleaning';
import { kindOf, parseDocument } from '../../model/scenario/document';
import { otherwise } from '../../model/scenario/mid-run';
import type { Frame } from '../../protocol/generated/Frame';
import { useLab } from '../../state/use-lab';
import { CompareBarView, CompareTableView, SideFiguresView, type SideNames, sideNames } from './View';

export function CompareBar({ more }: { more: ReactNode }) {
  const [left, right] = useLab((lab) => lab.slots);
  const divergence = useLab((lab) => lab.divergence);
  const sought = useLab((lab) => lab.divergenceSought);
  const diverge = useLab((lab) => lab.diverge);
  const run = useLab((lab) => lab.run);
  const compare = useLab((lab) => lab.compare);
  const cancel = useLab((lab) => lab.cancel);
  const changed = useMemo(
    () => (left && right ? otherwise(left.summary.canonical, right.summary.canonical) : null),
    [left, right],
  );
  const names = useSides() ?? byPlace();
  const reordered = left?.current.frame.host !== undefined || right?.current.frame.host !== undefined;
  if (!left || !right) return null;
  const busy = left.busy ?? right.busy;
  return (
    <CompareBarView
      names={names}
      reordered={reordered}
      changed={changed}
      spent={spentOf(left.current.frame, right.current.frame)}
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

function byPlace(): SideNames {
  return [m.compare_left(), m.compare_right()];
}

function spentOf(left: Frame, right: Frame) {
  const { request, event } = left.position;
  // Inside a request one simulation may be done with an operation that the other has yet to do.
  const together = event === 0 && right.position.event === 0 && right.position.request === request;
  return together && request > 0 ? { request, left: left.report, right: right.report } : null;
}

/** What one of the two has cost so far, above its stage; `telling`: and what it comes to. */
export function SideFigures({ slot, telling }: { slot: 0 | 1; telling: boolean }) {
  const report = useLab((lab) => lab.slots[slot]?.current.frame.report);
  const source = useLab((lab) => lab.slots[slot]?.source);
  const known = useLab((lab) => lab.ahead[slot]);
  const foresee = useLab((lab) => lab.foresee);
  useEffect(() => {
    if (telling && source !== undefined) void foresee(slot);
  }, [telling, source, foresee, slot]);
  if (!report) return null;
  const end = telling && known?.source === source ? (known?.end?.report ?? null) : null;
  return <SideFiguresView report={report} end={end} />;
}

export function CompareTable() {
  const [left, right] = useLab((lab) => lab.slots);
  const [leftName, rightName] = useSides() ?? byPlace();
  const [a, b] = [left?.summary.canonical ?? '', right?.summary.canonical ?? ''];
  const cleaning = useMemo(() => {
    const documents = [a, b].map((text) => parseDocument(text) ?? {});
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
      cleaning={cleaning}
      apart={apart}
    />
  );
}
