/** How a trace was read, in words. */
import { bytes, duration, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Action } from '../../protocol/generated/Action';
import type { ImportSummary } from '../../protocol/generated/ImportSummary';
import type { Note } from '../../protocol/generated/Note';
import type { Options } from '../../protocol/generated/Options';

const ACTIONS: Readonly<Record<Action, () => string>> = {
  queue: m.trace_action_queue,
  insert: m.trace_action_insert,
  issue: m.trace_action_issue,
  complete: m.trace_action_complete,
};

export function noteText(note: Note): string {
  switch (note.note) {
    case 'lost':
      return m.trace_note_lost({ n: integer(note.events) });
    case 'counted':
      return m.trace_note_counted({ action: ACTIONS[note.action]() });
    case 'requeued':
      return m.trace_note_requeued({ n: integer(note.requests) });
    case 'partial':
      return m.trace_note_partial({ n: integer(note.completions) });
    case 'zone_management':
      return m.trace_note_zones({ n: integer(note.commands) });
    case 'write_zeroes': {
      const n = integer(note.commands);
      return note.counted === 'write' ? m.trace_note_zeroes_write({ n }) : m.trace_note_zeroes_trim({ n });
    }
    case 'flushes': {
      const [n, forced] = [integer(note.commands), integer(note.forced)];
      return [
        ...(note.commands > 0 ? [m.trace_note_flushes({ n })] : []),
        ...(note.forced > 0 ? [m.trace_note_forced({ n: forced })] : []),
        m.trace_note_flushes_kept(),
      ].join(' ');
    }
    case 'no_ranges':
      return m.trace_note_no_ranges({ n: integer(note.commands) });
    case 'nvme_blocks':
      return m.trace_note_nvme_blocks({ bytes: integer(note.bytes) });
    case 'kernel_seconds':
      return m.trace_note_kernel_seconds();
    case 'other_time':
      return m.trace_note_other_time({ name: note.name, column: note.column });
    case 'milliseconds':
      return m.trace_note_milliseconds();
    case 'cut_off':
      return [
        m.trace_note_cut({ zeros: integer(note.zeros), line: integer(note.line) }),
        ...(note.in_a_line ? [m.trace_note_cut_line()] : []),
        ...(note.more > 0 ? [m.trace_note_cut_more({ more: integer(note.more) })] : []),
      ].join(' ');
    case 'member':
      return m.trace_note_member({ name: note.name });
    case 'utf16':
      return m.trace_note_utf16();
    case 'doubles': {
      const said = {
        n: integer(note.repeated),
        all: integer(note.requests),
        device: note.device,
        of: note.of,
        time: duration(note.within_us),
      };
      if (note.shift === 0) return m.trace_note_mirror(said);
      return m.trace_note_partition({ ...said, shift: bytes(Math.abs(note.shift)) });
    }
  }
}

/** Requests that are not as the file has them: left out, sorted, put together; none where all are. */
export function readText(read: ImportSummary, { merge_devices }: Partial<Options>): string[] {
  const devices = merge_devices === 'ignore' ? m.trace_assumed_as_one : m.trace_assumed_side;
  const counts: [number, (said: { n: string }) => string][] = [
    [read.skipped_lines, m.trace_assumed_skipped],
    [read.passed_lines, m.trace_assumed_passed],
    [read.outside, m.trace_assumed_outside],
    [read.left_out, m.trace_assumed_left_out],
    [read.out_of_order, m.trace_assumed_sorted],
    [read.devices.length > 1 ? read.devices.length : 0, devices],
  ];
  return counts.flatMap(([n, said]) => (n > 0 ? [said({ n: integer(n) })] : []));
}
