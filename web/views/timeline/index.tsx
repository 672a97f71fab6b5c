/** The timeline of the lab: binds the store. */
import { useEffect, useMemo } from 'react';
import { decimal, integer, short } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { copiesOf, mergesOf } from '../../model/metrics';
import type { Frame } from '../../protocol/generated/Frame';
import type { LaneId } from '../../schemes/scheme';
import { useLab } from '../../state/use-lab';
import type { Count } from './layout';
import { latestWins } from './seek';
import { TimelineView, type Track } from './View';

export interface TimelineOf {
  /** Which of two runs side by side; `null`: there is one. */
  names: readonly [string, string] | null;
  /** In a line with the transport: the requests and their cost in two low lanes. */
  short?: boolean;
}

export function Timeline({ names, short = false }: TimelineOf) {
  const slot = useLab((lab) => lab.slots[0]);
  const run = useLab((lab) => lab.run);
  // A request is served whole: what it does after a person was asked is not told before the answer.
  const limit = useLab((lab) => lab.limit?.request ?? null);
  const asking = useLab((lab) => lab.asking);
  const seek = useMemo(
    () =>
      latestWins(async (request) => void (await run({ to: 'position', position: { request, event: 0 } }))),
    [run],
  );
  const [left, right] = [useTrack(0, names?.[0] ?? null), useTrack(1, names?.[1] ?? null)];
  const tracks = useMemo(
    () => [left, names ? right : null].filter((track) => track !== null),
    [left, right, names],
  );
  if (!slot || tracks.length === 0) return null;
  const { position, requests } = slot.current.frame;
  return (
    <TimelineView
      short={short}
      tracks={tracks}
      position={position}
      requests={requests}
      hiddenFrom={limit ?? (asking ? position.request : null)}
      text={m.transport_position_text({ request: integer(position.request), requests: integer(requests) })}
      onSeek={seek}
    />
  );
}

/** The known part of a run: played, or foreseen. */
function useTrack(at: 0 | 1, name: string | null): Track | null {
  const slot = useLab((lab) => lab.slots[at]);
  const foresee = useLab((lab) => lab.foresee);
  const ahead = useLab((lab) => (lab.ahead[at]?.source === slot?.source ? lab.ahead[at]?.end?.lanes : null));
  const source = slot?.source;
  useEffect(() => {
    if (source !== undefined) void foresee(at);
  }, [source, foresee, at]);
  return useMemo(() => {
    if (!slot) return null;
    const { summary, lanes, current } = slot;
    return {
      name,
      ftl: summary.ftl,
      lanes: ahead && ahead.filled >= (lanes?.filled ?? 0) ? ahead : lanes,
      counts: countsAt(current.frame),
      soFar: soFarIn(current.frame),
    };
  }, [slot, ahead, name]);
}

/** As lanes count it. */
function soFarIn({ report }: Frame): Record<Count, number> {
  const { programs, erases } = report.flash;
  const { switch: cheap, partial, full } = report.merges;
  return {
    ...{ host: report.host.writes, copies: programs.gc + programs.merge, gc: report.gc.runs },
    ...{ switch: cheap, partial, full, erases: erases.total },
    translation: programs.translation + programs.translation_gc,
    cmt_misses: report.cmt.misses,
  };
}

/** The totals of each lane: up to and with the last flash operation; amplification, after the last finished page. */
function countsAt({ report, finished }: Frame): Record<LaneId, string> {
  const { programs, erases } = report.flash;
  const { write_amplification: amplification } = finished ?? report;
  return {
    host: short(report.host.writes),
    merges: short(mergesOf(report)),
    victims: short(report.gc.runs),
    misses: short(report.cmt.misses),
    map: short(programs.translation + programs.translation_gc),
    copies: short(copiesOf(report)),
    erases: short(erases.total),
    wa: amplification === null ? '–' : decimal(amplification),
  };
}
