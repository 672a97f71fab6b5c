/** Where the run is, in words; and where it can go. */
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FTLS } from '../../model/schemes';
import type { Progress } from '../../protocol/engine/engine-client';
import type { Frame } from '../../protocol/generated/Frame';
import type { Grain } from '../../protocol/generated/Grain';
import type { Position } from '../../protocol/generated/Position';
import type { Target } from '../../protocol/generated/Target';
import { schemeOf } from '../../schemes';
import type { Stop } from '../../schemes/scheme';
import type { Stopped } from '../../state/lab/breakpoints';
import { hitText } from './hits';

/** Where the run is: in which request, and at which of its steps; `null` between requests. */
export function positionWords({ position, requests, events }: Frame): { at: string; step: string | null } {
  if (position.event === 0) return { at: between(position, requests), step: null };
  return {
    at: m.transport_position_text({
      request: integer(position.request + 1),
      requests: integer(requests),
    }),
    step: m.transport_position_step({
      step: integer(position.event),
      steps: integer(Math.max(events, position.event)),
    }),
  };
}

function between(position: Position, requests: number): string {
  const all = integer(requests);
  const only = requests === 1;
  if (requests === 0) return m.transport_position_none();
  if (position.request === 0)
    return only ? m.transport_position_start_one() : m.transport_position_start({ requests: all });
  if (position.request >= requests)
    return only ? m.transport_position_end_one() : m.transport_position_end({ requests: all });
  return m.transport_position_text({ request: integer(position.request), requests: all });
}

export function atStart({ position }: Frame): boolean {
  return position.request === 0 && position.event === 0;
}

export function atEnd({ position, requests }: Frame): boolean {
  return position.request >= requests;
}

/** The offers of Run to…, for a scheme; behind a write buffer also the destages. */
export interface Destination {
  id: string;
  text: string;
  target: Target;
}

const STOPS: Record<Stop, () => string> = {
  gc: m.transport_run_next_gc,
  switch_merge: m.transport_run_switch_merge,
  partial_merge: m.transport_run_partial_merge,
  full_merge: m.transport_run_full_merge,
  reclaim_begin: m.transport_run_reclaim,
  chain_chosen: m.transport_run_fold,
  map_read: m.transport_run_map_read,
  log_block_chosen: m.transport_run_reclaim,
  cmt_miss: m.transport_run_cmt_miss,
};

export function destinations(ftl: string, buffered = false): Destination[] {
  // Their short names are predicates.
  const next = (id: string, text: string): Destination => ({
    id,
    text,
    target: { to: 'next', until: id, back: false },
  });
  const own = FTLS.find((kind) => kind === ftl);
  const stops = own ? schemeOf(own).stops : [];
  return [
    ...(buffered ? [next('destage_begin', m.transport_run_destage())] : []),
    ...stops.map((stop) => next(stop, STOPS[stop]())),
    next('erase', m.transport_run_erase()),
    { id: 'end', text: m.transport_run_end(), target: { to: 'end' } },
    {
      id: 'start',
      text: m.transport_run_start(),
      target: { to: 'position', position: { request: 0, event: 0 } },
    },
  ];
}

/** The event that the last move stopped at; `null` where there are no words for it. */
export function stoppedText(stopped: Stopped | null): string | null {
  if (stopped === null) return null;
  if (stopped.hit !== null) return m.transport_stopped({ what: hitText(stopped.hit) });
  return stopped.back ? m.transport_no_earlier_hit() : m.transport_no_further_hit();
}

/** On the slider; the keys reach others. */
const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16, 60, 250, 1000, 10_000];

/** The place of a speed on the slider, whose steps are the set ones: the nearest where the keys have gone in between. */
export function speedPlace(speed: number): number {
  const near = (other: number) => Math.abs(Math.log(other / speed));
  return SPEEDS.reduce((best, each, i) => (near(each) < near(SPEEDS[best] ?? 0) ? i : best), 0);
}

export function speedAt(place: number): number {
  return SPEEDS[place] ?? 2;
}

export const FASTEST_PLACE = SPEEDS.length - 1;

export const GRAINS: readonly Grain[] = ['request', 'action', 'operation'];

export function grainText(grain: Grain): string {
  return {
    request: m.transport_grain_request,
    action: m.transport_grain_action,
    operation: m.transport_grain_operation,
  }[grain]();
}

export function busyText({ doing, requests, total }: Progress): string {
  const known: Record<string, () => string> = {
    run: m.transport_busy_run,
    seek: m.transport_busy_seek,
    search: m.transport_busy_search,
    precondition: m.transport_busy_precondition,
    compare: m.transport_busy_compare,
    provenance: m.transport_busy_provenance,
  };
  const what = known[doing]?.() ?? doing;
  return m.transport_busy_progress({ doing: what, requests: integer(requests), total: integer(total) });
}
