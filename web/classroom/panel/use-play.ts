/** Where a person is in a lesson: alone in this window, or in a lecture as its lecture says. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Lesson } from '../../lesson/language/lesson';
import { fromProgress, type Play, type PlayAction, reduce, toProgress } from '../../lesson/play/play';
import { lectureMode } from '../../state/lecture';
import {
  act as actInLecture,
  assume,
  lectureChannel,
  lectureOf,
  setLesson,
} from '../lecture/lecture-channel';
import { type LessonRef, sameLesson } from '../lecture/lecture-state';

/** `first` is where the person is at first, where no lecture knows better. */
export function usePlay(lesson: Lesson, self: LessonRef, first: () => Play) {
  const [alone, setAlone] = useState(first);
  const lecture = useStore(lectureChannel, lectureOf);
  const id = useStore(lectureChannel, (state) => state.id);
  const lectured = useStore(lectureMode, (state) => state.on);
  const mine = lectured && lecture !== null && sameLesson(lecture.lesson, self) ? lecture : null;
  // Only this part of the lecture is about the place; other parts change too.
  const place = mine && JSON.stringify(mine.progress);
  const play = useMemo(() => {
    if (place === null) return null;
    return fromProgress(lesson, JSON.parse(place));
  }, [lesson, place]);

  // A window that was opened by its address begins with what the address says.
  useEffect(() => {
    if (lectured && id !== null && lecture === null) assume(self, toProgress(lesson, alone));
  }, [lectured, id, lecture, self, lesson, alone]);
  const taught = mine?.lesson;
  useEffect(() => {
    if (taught) setLesson(lesson);
  }, [taught, lesson]);
  // After the lecture it goes on from here.
  useEffect(() => {
    if (play) setAlone(play);
  }, [play]);

  const actAlone = useCallback(
    (action: PlayAction) => setAlone((before) => reduce(lesson, before, action)),
    [lesson],
  );
  const lecturing = mine !== null;
  return {
    play: play ?? alone,
    act: (lecturing ? actInLecture : actAlone) as (action: PlayAction) => void,
    lecturing,
  };
}
