/** The notes on a trace that was read, each with the choice that changes it. */
import { m } from '../../../i18n/compiled/messages.js';
import { Icon } from '../../../kit/Icon';
import type { Note } from '../../../protocol/generated/Note';
import type { Options } from '../../../protocol/generated/Options';
import { noteText } from '../../cautions/note-text';
import type { Import } from '../use-import';

interface NotesProps {
  imported: Import;
  /** Other facts about the reading. */
  said: readonly string[];
  notes: readonly Note[];
  onFormat: () => void;
}

export function Notes({ imported: { source, options, read }, said, notes, onFormat }: NotesProps) {
  if (said.length + notes.length === 0) return null;
  const set = (change: Partial<Options>) => source && read(source, { ...options, ...change });
  const lost = notes.some(({ note }) => note === 'lost');
  return (
    <section className="panel trace-notes" aria-label={m.trace_notes()} role={lost ? 'alert' : undefined}>
      <ul>
        {notes.map((note) => (
          <li key={JSON.stringify(note)} data-note={note.note}>
            {note.note === 'lost' && <Icon name="warning" />}
            <span>{noteText(note)}</span>
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
        {said.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </section>
  );
}

/** Notes about a unit, which is chosen where the trace's reading is. */
const UNITS: ReadonlySet<Note['note']> = new Set(['kernel_seconds', 'milliseconds', 'nvme_blocks']);

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
