/** Where the steps of a lesson begin: of any text, also of one that is no lesson yet. */

/** The lines, from 1, of the headings `## …` outside of front matter and code. */
export function stepLines(text: string): number[] {
  const found: number[] = [];
  const lines = text.split('\n');
  let fence: string | null = null;
  let front = lines[0]?.trimEnd() === '---';
  for (const [at, line] of lines.entries()) {
    if (front) {
      front = at === 0 || line.trimEnd() !== '---';
      continue;
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = null;
    if (fence === null && mark === null && /^ {0,3}##(\s|$)/.test(line)) found.push(at + 1);
  }
  return found;
}

/** The index of the step a line is in; what is before the first step counts to it. */
export function stepAt(text: string, line: number): number {
  return Math.max(0, stepLines(text).filter((start) => start <= line).length - 1);
}

/** The title, as far as it can be seen without reading the lesson. */
export function titleOf(text: string): string | null {
  return /^title:[ \t]*(["']?)(.+?)\1[ \t]*$/m.exec(text.slice(0, 4096))?.[2] ?? null;
}
