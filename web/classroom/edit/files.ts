/** A file from disk becomes a draft; a draft becomes a file. */
import { saveAs } from '../../base/save';
import { m } from '../../i18n/compiled/messages.js';
import { fileText } from '../../i18n/file-text';
import { MAX_BYTES } from '../../lesson/language/lesson';
import { MOST_CHARACTERS } from './codemirror';
import { type Draft, freshId, keepDraft } from './drafts';

/**
 * Keeps it as a draft, whatever is wrong in it: that is what the editor is for. A file that is no text is refused: it
 * rejects with a sentence for the person.
 */
export async function keepFile(file: File): Promise<Draft> {
  const name = file.name;
  // A character has a byte at the least.
  if (file.size > MOST_CHARACTERS) {
    const size = Math.ceil(file.size / 1024);
    const [opens, most] = [MOST_CHARACTERS / 1024, MAX_BYTES / 1024];
    throw new Error(m.edit_file_too_large({ name, size, opens, most }));
  }
  const text = await fileText(file);
  if (text.includes('\0')) throw new Error(m.edit_file_no_text({ name }));
  const draft = { id: freshId(), file: name, text, changed: Date.now() };
  keepDraft(draft, () => saveFile(name, text));
  return draft;
}

export function saveFile(file: string, text: string): void {
  saveAs(file, text, 'text/markdown');
}
