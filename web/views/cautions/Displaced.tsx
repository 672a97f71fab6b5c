/** How much of a trace a mapping of its addresses changes: beside every result that it changes. */
import { percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Addresses } from '../../protocol/generated/Addresses';
import './displaced.css';

/** A share below has four decimals, so that it is not 0. */
const SMALL = 0.0001;

/** The largest share among several runs. Nothing if no access is changed. */
export function Displaced({ runs }: { runs: readonly (Addresses | null | undefined)[] }) {
  const most = runs.reduce((worst, run) => ((run?.share ?? 0) > (worst?.share ?? 0) ? run : worst), null);
  if (!most) return null;
  const { mapping, share } = most;
  const said = { share: percent(share, share < SMALL ? 4 : 2), mapping };
  return (
    <p className="displaced" role="note">
      {most.dropped > 0 ? m.metrics_dropped(said) : m.metrics_aliased(said)}
    </p>
  );
}
