/**
 * The course as a map: each lesson right of those it builds on, and how far the person has come. To a screen reader, and on
 * a narrow screen, it is the list of lessons in the order of the course, which says in words what lines say there. Nothing is
 * locked.
 */
import { type CSSProperties, useMemo } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { LessonEntry } from '../entries';
import type { Standing } from './course';
import { type Line, layoutMap } from './layout';
import './course.css';

/** A lesson on the map. */
export interface Stop extends LessonEntry {
  /** From 1. */
  number: number;
  after: readonly string[];
  standing: Standing | null;
}

const MARKS = { open: '', begun: '◐', done: '✓' };
const percent = (share: number) => `${(100 * share).toFixed(2)}%`;

export function CourseMap({ stops, open }: { stops: readonly Stop[]; open(slug: string): void }) {
  const layout = useMemo(() => layoutMap(stops), [stops]);
  const next = stops.find(({ standing }) => standing && standing.is !== 'done') ?? null;
  const titles = new Map(stops.map(({ slug, title }) => [slug, title]));
  return (
    <div className="course-map" style={{ '--rows': layout.rows } as CSSProperties}>
      <svg className="ways" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {layout.lines.map((line) => (
          <path key={`${line.from} ${line.to}`} d={pathOf(line)} data-next={line.to === next?.slug} />
        ))}
      </svg>
      <ol>
        {stops.map((stop) => {
          const { x, y } = layout.places.get(stop.slug) ?? { x: 0, y: 0 };
          const place = {
            '--x': percent(x - layout.width / 2),
            '--y': percent(y),
            '--w': percent(layout.width),
          };
          const is = stop.standing?.is ?? 'open';
          return (
            <li key={stop.slug} style={place as CSSProperties} data-is={is} data-next={stop === next}>
              <a href={`#/lesson/${stop.slug}`} onClick={() => open(stop.slug)}>
                <span className="number">{stop.number}</span>
                <span className="title" lang={stop.language}>
                  {stop.title}
                </span>
                <span className="facts">
                  {MARKS[is] && <span aria-hidden="true">{MARKS[is]} </span>}
                  {factsOf(stop, stop === next)}
                </span>
              </a>
              {stop.after.length > 0 && (
                <span className="builds-on">
                  {m.course_builds_on({ lessons: stop.after.map((slug) => titles.get(slug)).join(', ') })}
                </span>
              )}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** What there is to say of a lesson in a line. */
function factsOf({ minutes, standing }: Stop, next: boolean): string {
  const parts = [
    next && (standing?.is === 'begun' ? m.course_go_on() : m.course_begin()),
    standing?.is === 'done' && m.course_done(),
    standing?.is === 'begun' &&
      m.course_answered({ answered: standing.answered, questions: standing.questions }),
    minutes > 0 && m.course_minutes({ minutes }),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Level in columns, curved between them. */
function pathOf({ points }: Line): string {
  const [first, ...rest] = points.map(({ x, y }) => [100 * x, 100 * y] as const);
  if (!first) return '';
  let [x, y] = first;
  let path = `M ${x} ${y}`;
  for (const [toX, toY] of rest) {
    const middle = (x + toX) / 2;
    path += ` C ${middle} ${y} ${middle} ${toY} ${toX} ${toY}`;
    [x, y] = [toX, toY];
  }
  return path;
}
