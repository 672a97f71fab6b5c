/** The bar above in a lesson: the way back to the course, which lesson it is, and the way into a lecture. */
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';

export interface BarTitleProps {
  title: string;
  /** The language of the title, if it is not that of the page. */
  lang: string | undefined;
  /** Its number in the course; `null` for a lesson from disk. */
  number: number | null;
  /** `null` for the 15-minute path and for assignments, which have no lecture. */
  lecture: (() => void) | null;
  close(): void;
  /** Where `close` leads, if not to the course. */
  closeText?: string | undefined;
}

/** Places of the bar (app/Bar.tsx). In a frame and in a lecture there is no bar, and nothing of this. */
const PLACES = ['bar-title', 'bar-actions'] as const;

export function BarTitle({ title, lang, number, lecture, close, closeText }: BarTitleProps) {
  const [[middle, end], found] = useState<(HTMLElement | null)[]>([null, null]);
  useEffect(() => {
    found(PLACES.map((id) => document.getElementById(id)));
  }, []);
  return (
    <>
      {middle &&
        createPortal(
          <>
            <button type="button" className="quiet" onClick={close}>
              {closeText ?? m.lesson_course()}
            </button>
            <span className="separator" aria-hidden="true">
              /
            </span>
            <b className="lesson-name" lang={lang}>
              {number === null ? title : m.course_numbered({ number, title })}
            </b>
          </>,
          middle,
        )}
      {end &&
        lecture &&
        createPortal(
          <button type="button" aria-label={m.lecture_start()} onClick={lecture}>
            <Icon name="screen" />
            <span className="only-wide">{m.lecture_start()}</span>
          </button>,
          end,
        )}
    </>
  );
}
