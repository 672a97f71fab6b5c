/** Of a workload that is repeated until steady: the window that all figures are of. */
import { decimal, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Steady } from '../../protocol/generated/Steady';
import './displaced.css';

export default function Steadied({ of: { reached, window, passes, before, amplification } }: { of: Steady }) {
  const said = {
    window: integer(window),
    passes: integer(passes),
    wa: decimal(amplification),
    before: before === null ? m.metrics_none() : decimal(before),
  };
  return (
    <p className="displaced" role="note">
      {reached ? m.metrics_steady(said) : m.metrics_steady_not(said)}
    </p>
  );
}
