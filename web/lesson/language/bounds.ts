/**
 * Texts that a Markdown parser takes too long over: its time grows with the square of the marks that wait for their
 * other half in a part of the text, and faster with containers in containers. A lesson needs few of either.
 */
import type { Faults } from './yaml';

/** Marks of Markdown in a step, its block included: several times what the longest of the course has. */
const MOST_MARKS = 1000;
/** `:::` in `:::`: no lesson nests them. */
const MOST_OPEN = 4;
const MARKS = /[*_[\]<>!&\\`~]|^\s*(?:[-+]|\d+[.)])(?=\s)|(?<=[-+>] )[-+](?=\s)/gm;

/** Whether the text can be parsed in no time; a fault if not. */
export function bounded(text: string, faults: Faults): boolean {
  let [open, marks] = [0, 0];
  for (const [at, line] of text.split('\n').entries()) {
    const fault = (message: string, remedy: string) => {
      faults.add(at + 1, 1, 'lesson', message, remedy);
      return false;
    };
    if (/^\s*:{3,}\s*$/.test(line)) open = Math.max(0, open - 1);
    else if (/^\s*:{3,}/.test(line)) open += 1;
    if (open > MOST_OPEN) return fault(`${open} ":::" are open`, 'close each with a line ":::"');
    if (line.startsWith('## ')) marks = 0;
    marks += line.match(MARKS)?.length ?? 0;
    if (marks > MOST_MARKS) {
      return fault(
        `more than ${MOST_MARKS} marks of Markdown in a step`,
        'split the step, or write plain text',
      );
    }
  }
  return true;
}
