/** The notes on a file, in the page's language. */
import { m } from '../../i18n/compiled/messages.js';
import type { Note, Row } from '../../lesson/assignment/grade';
import { nameOf, quoted } from '../../lesson/assignment/report';
import { seen } from '../../lesson/assignment/unseen';

/** `words`: a fault's text in the page's language. */
export function notesOf(row: Row, words: (text: string) => string): string[] {
  const notes = row.notes.map(noteText);
  if (row.is === 'graded' && !row.counts) notes.push(m.teach_note_does_not_count());
  if (row.is === 'foreign') notes.push(m.teach_note_foreign({ title: row.title || m.assignment_title() }));
  if (row.is === 'newer' && row.trouble.kind === 'newer')
    notes.push(m.teach_note_newer({ version: row.trouble.version }));
  if (row.is === 'unread' && row.trouble.kind === 'unread')
    notes.push(
      ...row.trouble.faults
        .slice(0, 3)
        .map(({ line, column, message, remedy }) =>
          m.teach_note_unread({ line, column, message: words(message), remedy: words(remedy) }),
        ),
    );
  return notes;
}

function noteText(note: Note): string {
  switch (note.kind) {
    case 'edited':
      return m.teach_note_edited();
    case 'disputed': {
      const { given, right } = note;
      const said = { question: nameOf(note), given: quoted(given) };
      return right ? m.teach_note_disputed_right(said) : m.teach_note_disputed_wrong(said);
    }
    case 'beyond':
      return m.teach_note_beyond({ question: nameOf(note) });
    case 'variant':
      return m.teach_note_variant({ question: nameOf(note) });
    case 'unknown':
      return m.teach_note_unknown({ question: nameOf(note) });
    case 'left':
      return m.teach_note_left({ times: note.times });
    case 'lesson':
      return m.teach_note_lesson({ part: note.part });
    case 'again':
      return m.teach_note_again({ file: seen(note.file) });
    case 'bare':
      return m.teach_note_bare({ question: nameOf(note) });
    case 'copied':
      return m.teach_note_copied({ file: seen(note.file) });
    case 'stopped':
      return m.teach_note_stopped({ question: nameOf(note), run: note.run });
    case 'unseen':
      return m.teach_note_unseen({ letters: note.letters.join(', ') });
  }
}
