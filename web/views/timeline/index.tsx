/** The timeline of the lab: binds the store. */
import { useEffect, useMemo } from 'react';
import { decimal, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { copiesOf, mergesOf } from '../../model/metrics';
import type { Frame } from '../../protocol/generated/Frame';
import type { LaneId } from '../../schemes/scheme';
import { useLab } from '../../state/use-lab';
import type { Count } from './layout';
import { latestWins } from './seek';
import { TimelineView } from './View';

export function Timeline() {
  const slot = useLab((lab) => lab.slots[0]);
  const run = useLab((lab) => lab.run);
  // A request is served whole: what it does after a person was asked is not told before the answer.
  const limit = useLab((lab) => lab.limit?.request ?? null);
  const asking = useLab((lab) => lab.asking);
  const seek = useMemo(
    () => latestWins((request) => run({ to: 'position', position: { request, event: 0 } })),
    [run],
  );
  const foresee = useLab((lab) => lab.foresee);
  const ahead = useLab(({ ahead: [known] }) => (known?.source === slot?.source ? known?.end?.lanes : null));
  const source = slot?.source;
  useEffect(() => {
    if (source !== undefined) void foresee(0);
  }, [source, foresee]);
  const frame = slot?.current.frame;
  const soFar = useMemo(() => frame && soFarIn(frame), [frame]);
  if (!slot || !soFar) return null;
  const { position, requests } = slot.current.frame;
  return (
    <TimelineView
      ftl={slot.summary.ftl}
      lanes={ahead && ahead.filled >= (slot.lanes?.filled ?? 0) ? ahead : slot.lanes}
      position={position}
      requests={requests}
      counts={countsAt(slot.current.frame)}
      soFar={soFar}
      hiddenFrom={limit ?? (asking ? position.request : null)}
      text={m.transport_position_text({ request: integer(position.request), requests: integer(requests) })}
      onSeek={seek}
    />
  );
}

/** As lanes count it. */
function soFarIn({ report }: Frame): Record<Count, number> {
  const { programs, erases } = report.flash;
  const { switch: cheap, partial, full } = report.merges;
  return {
    ...{ host: report.host.writes, copies: programs.gc + programs.merge, gc: report.gc.runs },
    ...{ switch: cheap, partial, full, erases: erases.total },
    translation: programs.translation + programs.translation_gc,
  };
}

/** What each lane comes to: up to and with the last flash operation; amplification, after the last finished page. */
function countsAt({ report, finished }: Frame): Record<LaneId, string> {
  const { programs, erases } = report.flash;
  const { write_amplification: amplification } = finished ?? report;
  return {
    host: integer(report.host.writes),
    merges: integer(mergesOf(report)),
    victims: integer(report.gc.runs),
    map: integer(programs.translation + programs.translation_gc),
    copies: integer(copiesOf(report)),
    erases: integer(erases.total),
    wa: amplification === null ? '–' : decimal(amplification),
  };
}
