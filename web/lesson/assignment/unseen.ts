/** Characters that no one sees, in an id or the name of a file: with them `mallory` shows as `alice`. */

/** Controls, and what Unicode leaves without a shape: marks of direction, spaces without width. Scripts and emoji are written with joiners. */
const UNSEEN = /(?![\t\n\r]|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}]/gu;

const numberOf = (letter: string) =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Those that a text has, each once, by their numbers. */
export function unseenOf(text: string): string[] {
  return [...new Set(text.match(UNSEEN) ?? [])].map(numberOf);
}

/** The text with such characters shown: `[U+202E]ecila`. */
export function seen(text: string): string {
  return text.replace(UNSEEN, (letter) => `[${numberOf(letter)}]`);
}

/** The note of the grades on a student's id. */
export function unseenNotes(student: string): { kind: 'unseen'; letters: string[] }[] {
  const letters = unseenOf(student);
  return letters.length > 0 ? [{ kind: 'unseen', letters }] : [];
}
