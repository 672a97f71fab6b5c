/** Comparing two simulations: what stands between the stages and in place of the metrics. */
import { useMemo } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { otherwise } from '../../model/mid-run';
import type { Frame } from '../../protocol/generated/Frame';
import { useLab } from '../../state/use-lab';
import { CompareBarView, CompareTableView, sideNames } from './View';

export function CompareBar() {
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
  if (!left || !right) return null;
  const busy = left.busy ?? right.busy;
  return (
    <CompareBarView
      left={left.summary}
      right={right.summary}
      changed={changed}
      spent={spentOf(left.current.frame, right.current.frame)}
      divergence={divergence}
      sought={sought}
      busy={busy}
      onDiverge={() => void diverge()}
      onEnd={() => void run({ to: 'end' })}
      onCancel={cancel}
      onClose={() => void compare(null)}
    />
  );
}

function spentOf(left: Frame, right: Frame) {
  const { request, event } = left.position;
  // Inside a request the one may be done with what the other has yet to do.
  const together = event === 0 && right.position.event === 0 && right.position.request === request;
  return together && request > 0 ? { request, left: left.report, right: right.report } : null;
}

export function CompareTable() {
  const [left, right] = useLab((lab) => lab.slots);
  if (!left || !right) return <p className="quiet">{m.compare_nothing()}</p>;
  const [leftName, rightName] = sideNames(left.summary, right.summary);
  const side = ({ summary, current }: typeof left, name: string) => ({
    name,
    ftl: summary.ftl,
    report: current.frame.report,
  });
  const { position, requests } = right.current.frame;
  const apart = position.request !== Math.min(left.current.frame.position.request, requests);
  return <CompareTableView left={side(left, leftName)} right={side(right, rightName)} apart={apart} />;
}
