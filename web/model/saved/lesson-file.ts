/** Whether a file that was opened or dropped means to be a lesson or a class: then it goes to the lessons, not to the traces. */

const NAMES = /\.(ftlclass|md|markdown|ya?ml)$/i;
/** As much as says what a text means to be. */
const HEAD = 2000;

/** Whether a text means to be a class file rather than a lesson. */
export function looksLikeClass(text: string): boolean {
  return /^\s*(#.*\n\s*)*(class|lessons):/.test(text.replace(/^\uFEFF/, ''));
}

/** By its name, otherwise by how it begins: a lesson with `---`, and no trace does. */
export async function looksLikeLesson(file: File): Promise<boolean> {
  if (NAMES.test(file.name)) return true;
  const head = await file.slice(0, HEAD).text();
  return looksLikeClass(head) || /^\uFEFF?---\r?\n/.test(head);
}
