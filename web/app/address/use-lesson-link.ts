/** Class links (model/saved/lesson-link.ts): the lesson and the step of the address, and the theme it asks for. */
import { useEffect, useMemo } from 'react';
import { useRoute } from 'wouter';
import { useHashLocation } from 'wouter/use-hash-location';
import { setLanguage } from '../../base/language';
import { m } from '../../i18n/compiled/messages.js';
import { ASSIGNMENT, PATH, readLessonLink } from '../../model/saved/lesson-link';
import { preferences } from '../../state/preferences';
import { say } from '../page-messages';

/** As the page routes: what is behind `?` in the hash is no part of the path. */
export function useHashPath(): ReturnType<typeof useHashLocation> {
  const [location, go] = useHashLocation();
  return [location.split('?')[0] ?? '/', go];
}

/** The lesson of the address, `null` where it names none, empty for the course. */
export function useLessonLink(): { slug: string; step: string | null } | null {
  const [onLesson, params] = useRoute('/lesson/:slug?');
  const [onMap] = useRoute('/learn');
  const [onPath] = useRoute('/path');
  const [onAssignment] = useRoute('/assignment/:packed?/:part?');
  const [location] = useHashLocation();
  const name = onMap ? '' : onPath ? PATH : onAssignment ? ASSIGNMENT : onLesson ? (params.slug ?? '') : null;
  const search = location.split('?').slice(1).join('?');
  const read = useMemo(() => (name === null ? null : readLessonLink(name, search)), [name, search]);
  useEffect(() => {
    if (!read) return;
    if (read.link.theme) preferences.getState().set({ visit: read.link.theme });
    if (read.link.lang) void setLanguage(read.link.lang, false);
    for (const { parameter, value, allowed } of read.faults) {
      const list = allowed.join(', ');
      const text =
        value === null
          ? m.app_lesson_link_parameter({ parameter, allowed: list })
          : m.app_lesson_link_value({ parameter, value, allowed: list });
      say(text, { trouble: true });
    }
  }, [read]);
  return read && { slug: read.link.slug, step: read.link.step };
}
