/** The questions of a lesson in a few characters, in the lesson's order. */

export interface Mark {
  known: boolean;
  /** Of all visits: its result was shown; it was answered correctly before. */
  shown: boolean;
  right: boolean;
  /** Of all visits. More than seven are kept as seven. */
  tries: number;
}

/** Six bits a character. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** A character for each question. */
export function line(questions: readonly Mark[]): string {
  return questions
    .map(({ known, shown, right, tries }) =>
      LETTERS.charAt(Number(known) + 2 * Number(shown) + 4 * Number(right) + 8 * Math.min(tries, 7)),
    )
    .join('');
}

export function readLine(text: string): Mark[] {
  return bitsOf(text).map((bits) => ({
    ...{ known: (bits & 1) > 0, shown: (bits & 2) > 0, right: (bits & 4) > 0, tries: bits >> 3 },
  }));
}

/** A character for six questions. */
export function marks(questions: readonly boolean[]): string {
  let text = '';
  for (let at = 0; at < questions.length; at += 6) {
    const six = questions.slice(at, at + 6);
    text += LETTERS.charAt(six.reduce((sum, is, bit) => sum + (is ? 1 << bit : 0), 0));
  }
  return text;
}

export function readMarks(text: string): boolean[] {
  return bitsOf(text).flatMap((bits) => [0, 1, 2, 3, 4, 5].map((bit) => (bits & (1 << bit)) > 0));
}

function bitsOf(text: string): number[] {
  return [...text].map((letter) => Math.max(0, LETTERS.indexOf(letter)));
}
