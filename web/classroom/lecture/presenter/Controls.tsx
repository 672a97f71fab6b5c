/** The presenter's keys, each a button too; what is set once for a room is behind "Room". */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { currentLanguage } from '../../../base/language';
import { saveAs } from '../../../base/save';
import { THEMES, type Theme } from '../../../base/tokens';
import { m } from '../../../i18n/compiled/messages.js';
import { Segmented } from '../../../kit/Segmented';
import { SLUGS } from '../../../lesson/play/library';
import { ariaLectureKeys, type LectureKey, shownLectureKeys } from '../../../state/keys/lecture-keys';
import { writeClass } from '../class-file';
import { act, lectureChannel, sendKey, setSync, showApart } from '../lecture-channel';
import { type LectureState, type LessonRef, NO_FILTER, SIZES, type Size, sameLesson } from '../lecture-state';
import { useTitles } from '../use-shared-lesson';
import { Help } from './Help';
import { presenterView } from './speaker';

const THEME_NAMES: Record<Theme, () => string> = {
  light: m.app_theme_light,
  dark: m.app_theme_dark,
  projector: m.app_theme_projector,
};

const SIZE_NAMES: Record<Size, () => string> = {
  smaller: m.lecture_size_smaller,
  normal: m.lecture_size_normal,
  larger: m.lecture_size_larger,
};

interface ControlsProps {
  lecture: LectureState;
  apart: boolean;
  /** Whether the step at hand has another scenario to set beside its own. */
  compares: boolean;
  /** Whether its question can be drawn with other values. */
  varies: boolean;
}

export function Controls({ lecture, apart, compares, varies }: ControlsProps) {
  const watch = useStore(lectureChannel, ({ replica }) => replica?.place?.watch ?? null);
  const large = useStore(presenterView, ({ notes }) => notes === 'large');
  const key = (of: LectureKey, name: string, press: () => void, pressed?: boolean) => (
    <button
      type="button"
      className="quiet"
      aria-keyshortcuts={ariaLectureKeys(of)}
      aria-pressed={pressed}
      onClick={press}
    >
      <span className="kbd" aria-hidden="true">
        {speakersKey(of)}
      </span>
      {name}
    </button>
  );
  const running = lecture.timer.since !== null;
  return (
    <section className="controls" aria-label={m.lecture_controls()}>
      {key('next', m.lecture_forward(), () =>
        watch && !apart && !lecture.blank && !lecture.question
          ? sendKey('watch_on')
          : act({ type: 'advance' }),
      )}
      {key('previous', m.lecture_back(), () => act({ type: 'previous' }))}
      {key('watch', m.lecture_watch(), () => sendKey('watch'))}
      {varies && key('variant', m.lecture_variant(), () => act({ type: 'fresh' }))}
      {compares && key('compare', m.lecture_compare(), () => sendKey('compare'))}
      {key(
        'question',
        m.lecture_question(),
        () => act({ type: 'question', on: !lecture.question }),
        lecture.question,
      )}
      {key('laser', m.lecture_laser(), () => sendKey('laser'))}
      {key('pen', m.lecture_pen(), () => sendKey('pen'))}
      {key('blank', m.lecture_blank(), () => act({ type: 'blank', on: !lecture.blank }), lecture.blank)}
      {key('sync', m.lecture_sync(), () => setSync(apart), !apart)}
      {key('timer', running ? m.lecture_timer_stop() : m.lecture_timer_start(), () =>
        act({ type: 'timer', do: running ? 'stop' : 'start', now: Date.now() }),
      )}
      {apart && (
        <button type="button" className="now" onClick={showApart}>
          {m.lecture_show_apart()}
        </button>
      )}
      <span className="gap" />
      {key(
        'notes',
        m.lecture_notes_larger(),
        () => presenterView.setState({ notes: large ? 'normal' : 'large' }),
        large,
      )}
      <Room lecture={lecture} />
      <Help />
    </section>
  );
}

/** The key of an action that is nearest on a keyboard at the desk. */
function speakersKey(of: LectureKey): string {
  const keys = shownLectureKeys(of);
  const at: Partial<Record<LectureKey, string>> = { next: 'Space', previous: '←', blank: 'B' };
  return at[of] ?? keys[0] ?? '';
}

const COURSE: readonly LessonRef[] = SLUGS.map((slug) => ({ slug }));

/** The lessons of the class, or all of the course. */
function Lessons({ lecture }: { lecture: LectureState }) {
  const all = useMemo(() => {
    const list = lecture.lessons.length > 0 ? lecture.lessons : COURSE;
    return list.some((each) => sameLesson(each, lecture.lesson)) ? list : [lecture.lesson, ...list];
  }, [lecture.lessons, lecture.lesson]);
  const titles = useTitles(all);
  return (
    <label>
      {m.lecture_lesson()}{' '}
      <select
        value={all.findIndex((each) => sameLesson(each, lecture.lesson))}
        onChange={(event) => {
          const lesson = all[Number(event.target.value)];
          if (lesson) act({ type: 'lesson', lesson });
          event.target.blur();
        }}
      >
        {all.map((each, index) => (
          <option key={'slug' in each ? each.slug : each.text} value={index}>
            {titles[index] ?? ('slug' in each ? each.slug : each.name)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The wishes of the room: the arrows of the clicker, the theme, and a filter for a weak projector. */
function Room({ lecture }: { lecture: LectureState }) {
  const { contrast, gamma } = lecture.filter;
  return (
    <details className="room">
      <summary>{m.lecture_room()}</summary>
      <div className="sheet">
        <Lessons lecture={lecture} />
        <Segmented
          label={m.lecture_size()}
          value={lecture.size}
          options={SIZES.map((value) => ({ value, text: SIZE_NAMES[value]() }))}
          onChange={(size) => act({ type: 'size', size })}
        />
        <label>
          {m.lecture_arrows()}{' '}
          <select
            value={lecture.arrows}
            onChange={(event) =>
              act({ type: 'arrows', arrows: event.target.value as LectureState['arrows'] })
            }
          >
            <option value="lesson">{m.lecture_arrows_lesson()}</option>
            <option value="stage">{m.lecture_arrows_stage()}</option>
          </select>
        </label>
        <label>
          {m.lecture_theme()}{' '}
          <select
            value={lecture.theme}
            onChange={(event) => act({ type: 'theme', theme: event.target.value as Theme })}
          >
            {THEMES.map((theme) => (
              <option key={theme} value={theme}>
                {THEME_NAMES[theme]()}
              </option>
            ))}
          </select>
        </label>
        <label>
          {m.lecture_contrast({ percent: Math.round(contrast * 100) })}
          <input
            type="range"
            min="1"
            max="2"
            step="0.05"
            value={contrast}
            onChange={(event) =>
              act({ type: 'filter', filter: { contrast: event.target.valueAsNumber, gamma } })
            }
          />
        </label>
        <label>
          {m.lecture_gamma({ gamma: gamma.toFixed(2) })}
          <input
            type="range"
            min="0.4"
            max="2.5"
            step="0.05"
            value={gamma}
            onChange={(event) =>
              act({ type: 'filter', filter: { contrast, gamma: event.target.valueAsNumber } })
            }
          />
        </label>
        <button type="button" onClick={() => act({ type: 'filter', filter: NO_FILTER })}>
          {m.lecture_no_filter()}
        </button>
        <button type="button" onClick={() => saveClass(lecture)}>
          {m.lecture_class_save()}
        </button>
        <button type="button" onClick={() => sendKey('clear_strokes')}>
          {m.lecture_clear_strokes()}
        </button>
        <button type="button" onClick={() => act({ type: 'timer', do: 'reset', now: Date.now() })}>
          {m.lecture_timer_reset()}
        </button>
        <button type="button" onClick={() => act({ type: 'end' })}>
          {m.lecture_end()}
        </button>
      </div>
    </details>
  );
}

/** The choices on this page as a file for the next time: these lessons, this step, this theme and language. */
function saveClass(lecture: LectureState): void {
  const lessons = lecture.lessons.length > 0 ? lecture.lessons : [lecture.lesson];
  const lesson = Math.max(
    0,
    lessons.findIndex((each) => sameLesson(each, lecture.lesson)),
  );
  const start = { lesson, step: lecture.progress?.step || null };
  const title = lectureChannel.getState().lesson?.title ?? '';
  const text = writeClass({ title, lessons, start, theme: lecture.theme, lang: currentLanguage() });
  saveAs('class.ftlclass', text, 'application/yaml');
}
