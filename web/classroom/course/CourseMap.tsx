/**
 * The course by its parts: a row for each, with its lessons in the order of the course and how far the person has
 * come. The lessons that a lesson builds on are named by number. Nothing is locked.
 */
import { useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { Segmented } from '../../kit/Segmented';
import { PARTS, type Part } from '../../lesson/language/lesson';
import type { Standing } from '../../lesson/play/course';
import type { LessonEntry } from '../../lesson/play/entries';
import { minutesText } from '../minutes-text';
import './course.css';

/** A lesson on the map. */
export interface Stop extends LessonEntry {
  /** From 1. */
  number: number;
  after: readonly string[];
  standing: Standing | null;
}

const PART_NAMES: Record<Part, [name: () => string, about: () => string]> = {
  foundations: [m.course_part_foundations, m.course_part_foundations_about],
  log_blocks: [m.course_part_log_blocks, m.course_part_log_blocks_about],
  map: [m.course_part_map, m.course_part_map_about],
  cleaning: [m.course_part_cleaning, m.course_part_cleaning_about],
  buffers: [m.course_part_buffers, m.course_part_buffers_about],
  device: [m.course_part_device, m.course_part_device_about],
};

const FILTERS = {
  all: () => true,
  core: ({ lesson }: Stop) => lesson?.core ?? false,
  todo: ({ standing }: Stop) => standing?.is !== 'done',
};
type Filter = keyof typeof FILTERS;

export interface CourseMapProps {
  stops: readonly Stop[];
  /** The lesson to continue with. */
  current: Stop | null;
  open(slug: string): void;
}

export function CourseMap({ stops, current, open }: CourseMapProps) {
  const [filter, setFilter] = useState<Filter>('all');
  const numbers = new Map(stops.map(({ slug, number }) => [slug, number]));
  const shown = stops.filter(FILTERS[filter]);
  const parts = PARTS.map((part) => [part, shown.filter(({ lesson }) => lesson?.part === part)] as const);
  const names: Record<Filter, string> = {
    all: m.course_filter_all({ lessons: stops.length }),
    core: m.course_filter_core(),
    todo: m.course_filter_todo(),
  };
  return (
    <>
      <div className="course-filter">
        <Segmented
          label={m.course_filter()}
          value={filter}
          options={(Object.keys(FILTERS) as Filter[]).map((value) => ({ value, text: names[value] }))}
          onChange={setFilter}
        />
        <a href="#/path">{m.path_new()}</a>
        <p className="course-key">
          <span data-is="done">{m.course_key_done()}</span>
          <span data-core="true">{m.course_key_core()}</span>
          <span>{m.course_key_advanced()}</span>
        </p>
      </div>
      {shown.length === 0 && stops.length > 0 && <p className="quiet">{m.course_filter_none()}</p>}
      {parts.map(
        ([part, lessons]) =>
          lessons.length > 0 && (
            <section key={part} className="course-part" aria-labelledby={`part-${part}`}>
              <div>
                <h3 id={`part-${part}`}>{PART_NAMES[part][0]()}</h3>
                <p>{PART_NAMES[part][1]()}</p>
              </div>
              <ol>
                {lessons.map((stop) => (
                  <li key={stop.slug}>
                    <LessonCard {...{ stop, numbers, open }} current={stop === current} />
                  </li>
                ))}
              </ol>
            </section>
          ),
      )}
    </>
  );
}

interface LessonCardProps extends Pick<CourseMapProps, 'open'> {
  stop: Stop;
  numbers: ReadonlyMap<string, number>;
  current: boolean;
}

function LessonCard({ stop, numbers, current, open }: LessonCardProps) {
  const is = stop.standing?.is ?? 'open';
  return (
    <a
      className="lesson-card"
      href={`#/lesson/${stop.slug}`}
      data-is={is}
      data-core={stop.lesson?.core ?? false}
      data-current={current}
      onClick={() => open(stop.slug)}
    >
      <span className="number">
        {is === 'done' && !current ? (
          <>
            <Icon name="check" size={13} />
            <span className="visually-hidden">{stop.number}</span>
          </>
        ) : (
          stop.number
        )}
      </span>
      <span className="title" lang={stop.language}>
        {stop.title}
      </span>
      <span className="facts">
        {factsOf(stop, numbers)}
        {stop.lesson?.core && <span className="visually-hidden">, {m.course_key_core()}</span>}
      </span>
    </a>
  );
}

/** A lesson in a line: how long it takes, and where it is, or the lessons before it. */
function factsOf({ lesson, standing, after }: Stop, numbers: ReadonlyMap<string, number>): string {
  const takes = lesson && minutesText(lesson);
  const before = after.flatMap((slug) => numbers.get(slug) ?? []).join(', ');
  const where =
    standing?.is === 'begun'
      ? m.course_at({ step: standing.step, steps: standing.steps })
      : standing?.is === 'open' && before !== '' && m.course_after({ lessons: before });
  const parts = [standing?.is === 'done' && m.course_done(), takes, where];
  return parts.filter(Boolean).join(m.course_comma());
}
