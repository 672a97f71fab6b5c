/** The words about channels and queues, in the page's language. */
import { duration } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { HostShown } from '../../protocol/generated/HostShown';
import type { OperationShown } from '../../protocol/generated/OperationShown';
import type { RequestTimes } from '../../protocol/generated/RequestTimes';
import { type Purpose, purposeOf, type Queue } from './layout';

const KINDS: Record<OperationShown['kind'], () => string> = {
  read: m.channels_read,
  program: m.channels_program,
  erase: m.channels_erase,
};

const PURPOSES: Record<Purpose, () => string> = {
  host: m.channels_for_host,
  clean: m.channels_for_cleaning,
  map: m.channels_for_mapping,
  pad: m.channels_for_padding,
};

export function kindName(kind: OperationShown['kind']): string {
  return KINDS[kind]();
}

export function purposeName(purpose: Purpose): string {
  return PURPOSES[purpose]();
}

/** `W 12+3` */
export function requestText({ op, lpn, pages }: RequestTimes): string {
  const letter = { read: 'R', write: 'W', trim: 'T' }[op];
  return `${letter} ${lpn}${pages !== 1 ? `+${pages}` : ''}`;
}

/** An operation in a sentence: what, where, when, and what it waited behind. */
export function operationText(operation: OperationShown, now: number): string {
  const { request, block, channel, die, started_us, ended_us, asked_us, held_up_us } = operation;
  const first = m.channels_operation({
    kind: kindName(operation.kind),
    purpose: purposeName(purposeOf(operation)),
    request: request + 1,
    block,
    channel,
    die,
  });
  const times = m.channels_operation_times({
    waited: duration(started_us - asked_us),
    from: when(started_us, now),
    took: duration(ended_us - started_us),
  });
  return held_up_us > 0
    ? `${first}; ${times}; ${m.channels_held_up({ time: duration(held_up_us) })}`
    : `${first}; ${times}`;
}

/** Beside the current time: `+120 µs`. */
export function when(us: number, now: number): string {
  const from = us - now;
  return `${from < 0 ? '−' : '+'}${duration(Math.abs(from))}`;
}

export function queueName(queue: Queue, scheduler: string): string {
  if (scheduler === 'noop') return m.channels_queue_all();
  if (scheduler === 'cfq')
    return queue.of === null
      ? m.channels_queue_writes()
      : m.channels_queue_process({ process: queue.of + 1 });
  if (scheduler === 'ssd_zones')
    return queue.reads
      ? m.channels_queue_zone_reads({ zone: (queue.of ?? 0) + 1 })
      : m.channels_queue_zone_writes({ zone: (queue.of ?? 0) + 1 });
  return queue.reads ? m.channels_queue_reads() : m.channels_queue_writes();
}

/** Whose turn it is, in a sentence. */
export function turnText({ scheduler, turn, now_us }: HostShown): string {
  if (scheduler === 'noop') return m.channels_turn_noop();
  if (turn.reads === null) return m.channels_turn_none();
  const what = turn.reads ? m.channels_turn_reads() : m.channels_turn_writes();
  const left = turn.until_us === null ? null : duration(Math.max(0, turn.until_us - now_us));
  switch (scheduler) {
    case 'deadline':
      return m.channels_turn_batch({ what, taken: turn.taken, most: turn.most });
    case 'ssd_zones':
      return m.channels_turn_round({ what, zone: (turn.queue ?? 0) + 1, zones: turn.most });
    case 'cfq':
      return turn.queue === null
        ? m.channels_turn_slice_writes({ taken: turn.taken, most: turn.most, left: left ?? '' })
        : m.channels_turn_slice({ process: turn.queue + 1, taken: turn.taken, left: left ?? '' });
    default:
      return m.channels_turn_time({ what, left: left ?? '' });
  }
}
