/** The notes on a trace that was read, each with the choice that changes it. */
import { bytes, duration, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { Icon } from '../../../kit/Icon';
import type { Action } from '../../../protocol/generated/Action';
import type { Note } from '../../../protocol/generated/Note';
import type { Options } from '../../../protocol/generated/Options';
import type { Import } from '../use-import';

interface NotesProps {
  imported: Import;
  notes: readonly Note[];
  onFormat: () => void;
}

export function Notes({ imported: { source, options, read }, notes, onFormat }: NotesProps) {
  if (notes.length === 0) return null;
  const set = (change: Partial<Options>) => source && read(source, { ...options, ...change });
  const lost = notes.some(({ note }) => note === 'lost');
  return (
    <section className="panel trace-notes" aria-label={m.trace_notes()} role={lost ? 'alert' : undefined}>
      <ul>
        {notes.map((note) => (
          <li key={JSON.stringify(note)} data-note={note.note}>
            {note.note === 'lost' && <Icon name="warning" />}
            <span>{textOf(note)}</span>
            {source &&
              choicesOf(note).map(([name, change]) => (
                <button key={name} type="button" className="small" onClick={() => set(change)}>
                  {name}
                </button>
              ))}
            {source && UNITS.has(note.note) && (
              <button type="button" className="quiet small" onClick={onFormat}>
                {m.trace_pace_unit()}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Notes about a unit, which is chosen where the trace's reading is. */
const UNITS: ReadonlySet<Note['note']> = new Set(['kernel_seconds', 'milliseconds', 'nvme_blocks']);

const ACTIONS: Readonly<Record<Action, () => string>> = {
  queue: m.trace_action_queue,
  insert: m.trace_action_insert,
  issue: m.trace_action_issue,
  complete: m.trace_action_complete,
};

function textOf(note: Note): string {
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

/** The buttons of a note: a name, and the change of the reading. */
function choicesOf(note: Note): [string, Partial<Options>][] {
  switch (note.note) {
    case 'write_zeroes':
      return note.counted === 'write'
        ? [[m.trace_note_count_trims(), { write_zeroes: 'trim' }]]
        : [[m.trace_note_count_writes(), { write_zeroes: 'write' }]];
    case 'doubles':
      return [note.of, note.device].map((name) => [
        m.trace_note_keep({ name }),
        { merge_devices: { only: name } },
      ]);
    default:
      return [];
  }
}
