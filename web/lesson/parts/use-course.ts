/** A lesson computed: its stations, and the private engine that made them and makes its variants. */
import { useEffect, useState } from 'react';
import type { EngineClient } from '../../protocol/engine/engine-client';
import type { Lesson } from '../language/lesson';
import { ScenarioRefused, type Stations, walk } from '../play/walk';

export type StartEngine = () => Promise<EngineClient>;

export type Course =
  | { state: 'computing' }
  | { state: 'ready'; stations: Stations; client: EngineClient }
  | { state: 'failed'; reason: string };

/**
 * Walks the lesson on an engine of its own, so that nothing a lesson works out moves the stage. `start` must not
 * change between renders; the engine ends with the lesson.
 */
export function useCourse(lesson: Lesson, start: StartEngine): Course {
  const [course, setCourse] = useState<Course>({ state: 'computing' });
  useEffect(() => {
    const ended = new AbortController();
    let client: EngineClient | null = null;
    setCourse({ state: 'computing' });
    const compute = async () => {
      client = await start();
      if (ended.signal.aborted) return client.close();
      const stations = await walk(lesson, client, ended.signal);
      if (!ended.signal.aborted) setCourse({ state: 'ready', stations, client });
    };
    compute().catch((error: unknown) => {
      if (!ended.signal.aborted) setCourse({ state: 'failed', reason: reasonOf(error) });
    });
    return () => {
      ended.abort();
      client?.close();
    };
  }, [lesson, start]);
  return course;
}

function reasonOf(error: unknown): string {
  if (error instanceof ScenarioRefused) return `${error.failure.message}\n${error.failure.remedy}`;
  return error instanceof Error ? error.message : String(error);
}
