/** Comparing two simulations: what stands between the stages and in place of the metrics. */
import { m } from '../../i18n/compiled/messages.js';
import { useLab } from '../../state/use-lab';
import { CompareBarView, CompareTableView } from './View';

export function CompareBar() {
  const [left, right] = useLab((lab) => lab.slots);
  const divergence = useLab((lab) => lab.divergence);
  const sought = useLab((lab) => lab.divergenceSought);
  const diverge = useLab((lab) => lab.diverge);
  const run = useLab((lab) => lab.run);
  const compare = useLab((lab) => lab.compare);
  const cancel = useLab((lab) => lab.cancel);
  if (!left || !right) return null;
  const busy = left.busy ?? right.busy;
  return (
    <CompareBarView
      left={left.summary}
      right={right.summary}
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

export function CompareTable() {
  const [left, right] = useLab((lab) => lab.slots);
  if (!left || !right) return <p className="quiet">{m.compare_nothing()}</p>;
  const side = ({ summary, current }: typeof left) => ({
    name: summary.ftl.toUpperCase(),
    ftl: summary.ftl,
    report: current.frame.report,
  });
  return <CompareTableView left={side(left)} right={side(right)} />;
}
