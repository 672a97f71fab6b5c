/** The step at the cursor as a student meets it, on the stage too. */
import { memo, useEffect, useMemo, useState } from 'react';
import type { StartChallenges } from '../../lesson/language/challenge';
import type { Course, StartEngine } from '../../lesson/parts/use-course';
import type { ProgressStore } from '../../lesson/play/progress';
import type { EngineClient } from '../../protocol/engine/engine-client';
import type { RunPolicy } from '../../protocol/policy/run-policy';
import type { LessonRef } from '../lecture/lecture-state';
import { LessonOn } from '../panel/View';
import type { Shown } from './checker';

/** A writer of a lesson has no progress in it, and meets it again at every try. */
export const NOTHING: ProgressStore = {
  load: () => null,
  save: () => undefined,
  clear: () => undefined,
  all: () => new Map(),
};

export interface PreviewProps {
  shown: Shown;
  /** The lesson's file: its links, handouts and packages are of the text shown. */
  file: string;
  step: number;
  /** The person goes to another step by the preview's own buttons. */
  went(step: number): void;
  start: StartEngine;
  challenges: StartChallenges;
  policies: RunPolicy;
}

export const Preview = memo(function Preview({
  shown,
  file,
  step,
  went,
  start,
  challenges,
  policies,
}: PreviewProps) {
  const course = useCourseOf(shown, start);
  const self = useMemo((): LessonRef => ({ name: file, text: shown.text }), [file, shown.text]);
  const at = Math.min(step, shown.lesson.steps.length - 1);
  return (
    <LessonOn
      lesson={shown.lesson}
      self={self}
      language={null}
      wanted={null}
      progress={NOTHING}
      course={course}
      challenges={challenges}
      policies={policies}
      follows={{ step: at, went }}
    />
  );
});

/**
 * The steps that the check has carried out already; variants, tasks and charts get an engine that no check waits
 * for.
 */
function useCourseOf({ stations }: Shown, start: StartEngine): Course {
  const [client, setClient] = useState<EngineClient | null>(null);
  const [reason, setReason] = useState<string | null>(null);
  useEffect(() => {
    let ended = false;
    let engine: EngineClient | null = null;
    start().then(
      (started) => {
        engine = started;
        if (ended) started.close();
        else setClient(started);
      },
      (error: unknown) => setReason(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      ended = true;
      engine?.close();
    };
  }, [start]);
  return useMemo(() => {
    if (reason !== null) return { state: 'failed', reason };
    return client ? { state: 'ready', stations, client } : { state: 'computing' };
  }, [client, reason, stations]);
}
