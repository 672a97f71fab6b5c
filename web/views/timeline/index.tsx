/** The timeline of the lab: binds the store. The transport is put into it as its child. */
import { type ReactNode, useMemo } from 'react';
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { useLab } from '../../state/use-lab';
import { latestWins } from './seek';
import { TimelineView } from './View';

export function Timeline({ children }: { children?: ReactNode }) {
  const slot = useLab((lab) => lab.slots[0]);
  const run = useLab((lab) => lab.run);
  const limit = useLab((lab) => lab.limit);
  const all = slot?.lanes ?? null;
  // A request is served whole: what it does after a person was asked is not told before the answer.
  const lanes = useMemo(() => {
    if (!all || !limit) return all;
    return { ...all, filled: Math.min(all.filled, Math.floor(limit.request / all.requests_per_bin)) };
  }, [all, limit]);
  const seek = useMemo(
    () => latestWins((request) => run({ to: 'position', position: { request, event: 0 } })),
    [run],
  );
  if (!slot) return null;
  const { position, requests } = slot.current.frame;
  return (
    <TimelineView
      ftl={slot.summary.ftl}
      lanes={lanes}
      position={position}
      requests={requests}
      text={m.transport_position_text({ request: integer(position.request), requests: integer(requests) })}
      onSeek={seek}
    >
      {children}
    </TimelineView>
  );
}
