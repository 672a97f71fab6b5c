/** An instructor's actions on a lesson of the course: show it, hand out a link or a sheet, pack it for a platform. */
import { useState } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { currentLanguage } from '../../base/language';
import { packedLesson } from '../../base/packed';
import { m } from '../../i18n/compiled/messages.js';
import { fromProgress, toProgress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { writeLessonLink } from '../../model/saved/lesson-link';
import { classStore } from '../lecture/class';
import { start as startLecture } from '../lecture/lecture-channel';
import { begin } from '../lecture/lecture-state';
import { openWindow } from '../lecture/windows';
import { ExportButton } from '../scorm/ExportButton';
import type { Stop } from './CourseMap';

export interface TeachToolsProps {
  stops: readonly Stop[];
  current: Stop | null;
  progress: ProgressStore;
}

export function TeachTools({ stops, current, progress }: TeachToolsProps) {
  const [chosen, choose] = useState<string | null>(null);
  const [told, setTold] = useState<string | null>(null);
  const stop = stops.find(({ slug }) => slug === chosen) ?? current ?? stops[0];
  const lecture = ({ slug, lesson }: Stop) => {
    const { opened } = classStore.getState();
    const place = lesson && toProgress(lesson, fromProgress(lesson, progress.load(slug)));
    const theme = opened?.theme ?? 'projector';
    startLecture(begin({ slug }, Date.now(), { progress: place, lessons: opened?.lessons ?? [], theme }));
    setTold(openWindow('presenter'));
    navigate(`/lesson/${slug}`);
  };
  const copyLink = async ({ slug }: Stop) => {
    const link = writeLessonLink({ slug, step: null, theme: 'projector', lang: currentLanguage() });
    const text = `${location.origin}${location.pathname}#${link}`;
    // In some frames there is no clipboard.
    const copied = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setTold(copied ? m.course_class_link_copied() : m.app_copy_by_hand({ text }));
  };
  return (
    <section aria-labelledby="teach-title">
      <h3 id="teach-title">{m.course_teach()}</h3>
      <p className="quiet">{m.course_teach_how()}</p>
      {stop && (
        <>
          <select
            aria-label={m.course_teach_lesson()}
            value={stop.slug}
            onChange={(event) => choose(event.target.value)}
          >
            {stops.map(({ slug, number, title }) => (
              <option key={slug} value={slug}>
                {m.course_numbered({ number, title })}
              </option>
            ))}
          </select>
          <div className="actions">
            <button type="button" onClick={() => lecture(stop)}>
              {m.lecture_start()}
            </button>
            <button type="button" onClick={() => void copyLink(stop)}>
              {m.course_class_link()}
            </button>
            <a className="button" href={`#/handout/${stop.slug}`}>
              {m.course_handout()}
            </a>
            {packedLesson() === null && <ExportButton of={stop} />}
          </div>
        </>
      )}
      <a className="button" href="#/teach">
        {m.teach_make()}
      </a>
      <p role="status">{told}</p>
    </section>
  );
}
