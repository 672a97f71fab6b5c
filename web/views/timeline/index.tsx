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
  const seek = useMemo(
    () => latestWins((request) => run({ to: 'position', position: { request, event: 0 } })),
    [run],
  );
  if (!slot) return null;
  const { position, requests } = slot.current.frame;
  return (
    <TimelineView
      ftl={slot.summary.ftl}
      lanes={slot.lanes}
      position={position}
      requests={requests}
      text={m.transport_position_text({ request: integer(position.request), requests: integer(requests) })}
      onSeek={seek}
    >
      {children}
    </TimelineView>
  );
}
