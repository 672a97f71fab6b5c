/**
 * A text checked while it is written. The parser says at once what it can; then an engine of the checker's own walks the
 * lesson, which makes the preview, and checks what must hold and every question. A newer text ends the check of an older.
 */

import type { StartChallenges } from '../../lesson/language/challenge';
import { checkParsed } from '../../lesson/language/check';
import type { Fault } from '../../lesson/language/fault';
import type { Lesson } from '../../lesson/language/lesson';
import { parseLesson } from '../../lesson/language/parse';
import type { StartEngine } from '../../lesson/parts/use-course';
import type { Stations } from '../../lesson/play/walk';
import type { EngineClient } from '../../protocol/engine/engine-client';

/** A lesson that could be read and carried out: what can be shown. */
export interface Shown {
  /** As it was written. */
  text: string;
  lesson: Lesson;
  stations: Stations;
}

export interface Findings {
  /** The text they are about. */
  text: string;
  state: 'checking' | 'checked' | 'failed';
  faults: readonly Fault[];
  /** The last text that could be carried out; `null` as long as there was none. */
  shown: Shown | null;
  /** Whether `shown` is of this text, not of one before it. */
  current: boolean;
  /** The values computed by the check. */
  evaluated: number;
  /** Why the engine did not run, with `failed`. */
  reason: string;
}

export interface Checker {
  /** Checks a text; findings arrive as they are made, the last with `checked` or `failed`. */
  check(text: string): void;
  close(): void;
}

export function createChecker(
  start: StartEngine,
  challenges: StartChallenges,
  tell: (findings: Findings) => void,
): Checker {
  let engine: EngineClient | null = null;
  let running = new AbortController();
  /** One check after another has the engine. */
  let before: Promise<void> = Promise.resolve();
  let shown: Shown | null = null;

  async function run(text: string, signal: AbortSignal): Promise<void> {
    const none = { text, faults: [], shown, current: false, evaluated: 0, reason: '' };
    // Some tens of milliseconds for the longest lesson: once for a text, not on every key (use-findings.ts).
    const { lesson, faults } = parseLesson(text);
    if (!lesson) return tell({ ...none, faults, state: 'checked' });
    tell({ ...none, state: 'checking' });
    let current = false;
    try {
      engine ??= await start();
      signal.throwIfAborted();
      const walked = (lesson: Lesson, stations: Stations) => {
        shown = { text, lesson, stations };
        current = true;
        tell({ ...none, state: 'checking', shown, current });
      };
      const { faults, evaluated } = await checkParsed(lesson, engine, challenges, { signal, walked });
      tell({ ...none, state: 'checked', faults, shown, current, evaluated });
    } catch (error) {
      if (signal.aborted) return;
      // It may have died: the next text gets a new one.
      engine?.close();
      engine = null;
      const reason = error instanceof Error ? error.message : String(error);
      tell({ ...none, state: 'failed', shown, current, reason });
    }
  }

  return {
    check(text) {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      before = before.then(() => (signal.aborted ? undefined : run(text, signal)));
    },
    close() {
      running.abort();
      void before.then(() => engine?.close());
    },
  };
}
