/**
 * A policy that is handed in by itself, `kim.js` or `kim.wasm`: the answer to the assignment's only step with a policy. The student is
 * named by the file's name.
 */
import type { Lesson } from '../language/lesson';
import type { PolicyStep } from '../policy/judge';
import { MOST_POLICY } from '../policy/read';
import type { Assignment } from './assignment';
import type { Handed } from './grade';
import { MAX_RESULT_BYTES, type Trouble } from './result';

export interface Bare {
  student: string;
  part: string;
  step: string;
  code: string | ArrayBuffer;
}

/** Whether a file is a policy, and not answers that the page saved. */
export function isPolicy(name: string): boolean {
  return /\.(m?js|wasm)$/i.test(name);
}

export function bareIn(
  { name, text, bytes }: Handed,
  { parts }: Assignment,
  lessons: ReadonlyMap<string, Lesson>,
): Bare | { trouble: Trouble } {
  const refused = (message: string, remedy: string) => {
    const fault = { line: 1, column: 1, where: 'result', message, remedy };
    return { trouble: { kind: 'unread', faults: [fault] } satisfies Trouble };
  };
  const asked = parts.flatMap((part) =>
    (lessons.get(part.name)?.steps ?? [])
      .filter((step): step is PolicyStep => step.policy !== null && part.steps.includes(step.id))
      .map((step) => ({ part: part.name, step: step.id })),
  );
  const [only, ...others] = asked;
  if (!only)
    return refused('no step of the assignment asks for a policy', 'ask for the file that the page saved');
  if (others.length > 0)
    return refused(
      `${asked.length} steps of the assignment ask for a policy`,
      'ask for the file that the page saved',
    );
  const binary = bytes !== undefined || /\.wasm$/i.test(name);
  if (binary && (bytes?.byteLength ?? text.length) > MAX_RESULT_BYTES)
    return refused(`a policy has at most ${MAX_RESULT_BYTES >> 20} MiB`, 'hand in a shorter one');
  if (!binary && text.length > MOST_POLICY)
    return refused(`a policy has at most ${MOST_POLICY} characters`, 'hand in a shorter one');
  // Where files of several folders have one name, their folders distinguish the students.
  const student = name.replace(/\.\w+$/, '');
  return { ...only, student, code: bytes ?? text };
}
