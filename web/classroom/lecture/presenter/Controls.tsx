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
import { act, room, sendKey, setSync, showApart } from '../lecture-channel';
import { type LessonRef, NO_FILTER, SIZES, type Size, sameLesson, type Talk } from '../lecture-state';
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
  talk: Talk;
  apart: boolean;
  /** Whether the step at hand has another scenario to set beside its own. */
  compares: boolean;
}

export function Controls({ talk, apart, compares }: ControlsProps) {
  const watch = useStore(room, ({ replica }) => replica?.place?.watch ?? null);
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
  const running = talk.timer.since !== null;
  return (
    <section className="controls" aria-label={m.lecture_controls()}>
      {key('next', m.lecture_forward(), () =>
        watch && !apart && !talk.blank && !talk.question ? sendKey('watch_on') : act({ type: 'advance' }),
      )}
      {key('previous', m.lecture_back(), () => act({ type: 'previous' }))}
      {key('watch', m.lecture_watch(), () => sendKey('watch'))}
      {compares && key('compare', m.lecture_compare(), () => sendKey('compare'))}
      {key(
        'question',
        m.lecture_question(),
        () => act({ type: 'question', on: !talk.question }),
        talk.question,
      )}
      {key('laser', m.lecture_laser(), () => sendKey('laser'))}
      {key('pen', m.lecture_pen(), () => sendKey('pen'))}
      {key('blank', m.lecture_blank(), () => act({ type: 'blank', on: !talk.blank }), talk.blank)}
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
      <Room talk={talk} />
      <Help />
    </section>
  );
}

/** Of the keys of an action, the one that a keyboard at the desk has at hand. */
function speakersKey(of: LectureKey): string {
  const keys = shownLectureKeys(of);
  const at: Partial<Record<LectureKey, string>> = { next: 'Space', previous: '←', blank: 'B' };
  return at[of] ?? keys[0] ?? '';
}

const COURSE: readonly LessonRef[] = SLUGS.map((slug) => ({ slug }));

/** The lessons of the class, or all of the course. */
function Lessons({ talk }: { talk: Talk }) {
  const all = useMemo(() => {
    const list = talk.lessons.length > 0 ? talk.lessons : COURSE;
    return list.some((each) => sameLesson(each, talk.lesson)) ? list : [talk.lesson, ...list];
  }, [talk.lessons, talk.lesson]);
  const titles = useTitles(all);
  return (
    <label>
      {m.lecture_lesson()}{' '}
      <select
        value={all.findIndex((each) => sameLesson(each, talk.lesson))}
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

/** What the room asks for: the arrows of the clicker, the theme, and a filter for a weak projector. */
function Room({ talk }: { talk: Talk }) {
  const { contrast, gamma } = talk.filter;
  return (
    <details className="room">
      <summary>{m.lecture_room()}</summary>
      <div className="sheet">
        <Lessons talk={talk} />
        <Segmented
          label={m.lecture_size()}
          value={talk.size}
          options={SIZES.map((value) => ({ value, text: SIZE_NAMES[value]() }))}
          onChange={(size) => act({ type: 'size', size })}
        />
        <label>
          {m.lecture_arrows()}{' '}
          <select
            value={talk.arrows}
            onChange={(event) => act({ type: 'arrows', arrows: event.target.value as Talk['arrows'] })}
          >
            <option value="lesson">{m.lecture_arrows_lesson()}</option>
            <option value="stage">{m.lecture_arrows_stage()}</option>
          </select>
        </label>
        <label>
          {m.lecture_theme()}{' '}
          <select
            value={talk.theme}
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
        <button type="button" onClick={() => saveClass(talk)}>
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
function saveClass(talk: Talk): void {
  const lessons = talk.lessons.length > 0 ? talk.lessons : [talk.lesson];
  const lesson = Math.max(
    0,
    lessons.findIndex((each) => sameLesson(each, talk.lesson)),
  );
  const start = { lesson, step: talk.progress?.step || null };
  const title = room.getState().lesson?.title ?? '';
  const text = writeClass({ title, lessons, start, theme: talk.theme, lang: currentLanguage() });
  saveAs('class.ftlclass', text, 'application/yaml');
}
