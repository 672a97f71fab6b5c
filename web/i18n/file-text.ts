import { m } from './compiled/messages.js';

/**
 * The text of a file from disk, of its first `most` bytes if asked. Rejects with a sentence for the person where it cannot be
 * read: it was moved, or changed, since it was chosen.
 */
export async function fileText(file: File, most?: number): Promise<string> {
  try {
    return await file.slice(0, most).text();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(m.app_file_unread({ file: file.name, reason }));
  }
}
