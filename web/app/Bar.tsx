/**
 * The bar: the four destinations, what is on stage, search, and everything else in one menu. In a lecture only the lecture's
 * own controls lead on, so the destinations are left out.
 */
import { useRef } from 'react';
import { navigate } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../base/language';
import { THEMES, type Theme } from '../base/tokens';
import { useLanguage } from '../base/use-language';
import { m } from '../i18n/compiled/messages.js';
import { FTL_NAMES } from '../i18n/ftl-names';
import { Icon, type IconName, Mark } from '../kit/Icon';
import { MenuButton } from '../kit/MenuButton';
import { FTLS } from '../model/schemes';
import { ariaKeys, shownChord, useKeyMap } from '../state/keys/key-map';
import type { KeyAction } from '../state/keys/keys';
import { lectureMode } from '../state/lecture';
import { preferences, themeOf } from '../state/preferences';
import { useLab } from '../state/use-lab';
import { EXAMPLE_NAMES, OTHER_EXAMPLES } from './address/examples';
import { chooseLanguage } from './choose-language';
import type { FileAction, FileActions } from './files/use-file-actions';
import './bar.css';

export const THEME_NAMES: Record<Theme, () => string> = {
  light: m.app_theme_light,
  dark: m.app_theme_dark,
  projector: m.app_theme_projector,
};

export const FILE_NAMES: Record<FileAction, () => string> = {
  open: m.app_file_open,
  save: m.app_file_save,
  link: m.app_file_link,
  theme_link: m.app_file_theme_link,
  class_link: m.app_file_class_link,
  embed: m.app_file_embed,
  fio: m.app_file_fio,
  install: m.app_file_install,
};

/** Where the page is; `null` on a page that belongs to none of the four. */
export type Destination = 'learn' | 'lab' | 'traces' | 'batch';

const DESTINATIONS: readonly [Destination, () => string, IconName][] = [
  ['learn', m.app_learn, 'learn'],
  ['lab', m.app_lab, 'grid'],
  ['traces', m.app_traces, 'file'],
  ['batch', m.app_compare, 'chart'],
];

export interface BarProps {
  at: Destination | null;
  /** Whether the stage is seen: then the bar says what is on it. */
  stage: boolean;
  /** Whether a lesson or its editor is open: it brings its own scenarios. */
  lesson: boolean;
  act: (action: KeyAction) => void;
  files: FileActions;
}

export function Bar({ at, stage, lesson, act, files }: BarProps) {
  const keys = useKeyMap();
  const lecturing = useStore(lectureMode, (state) => state.on);
  const ready = useLab((lab) => lab.slots[0] !== null);
  return (
    <header className="app-bar">
      <a className="brand" href="#/">
        <Mark />
        <h1>{m.app_name()}</h1>
      </a>
      {!lecturing && (
        <nav aria-label={m.app_destinations()}>
          {DESTINATIONS.map(([id, name, icon]) => (
            <a key={id} href={`#/${id}`} aria-current={id === at ? 'page' : undefined}>
              <Icon name={icon} />
              {name()}
            </a>
          ))}
        </nav>
      )}
      {/* A lesson says here which it is (classroom/panel/BarTitle.tsx). */}
      <div className="mid" id="bar-title">
        {stage && !lesson && <OnStage act={act} />}
      </div>
      <div className="end">
        <div className="actions" id="bar-actions" />
        <button
          type="button"
          className="search"
          aria-label={m.app_palette()}
          aria-keyshortcuts={ariaKeys(keys.palette)}
          onClick={() => act('palette')}
        >
          <Icon name="search" />
          <span>{m.app_search()}</span>
          <kbd className="kbd">{keys.palette.map(shownChord).join(', ')}</kbd>
        </button>
        {stage && (
          <button type="button" aria-label={m.app_share()} disabled={!ready} onClick={() => act('share')}>
            <Icon name="share" />
            <span className="only-wide">{m.app_share()}</span>
          </button>
        )}
        <More stage={stage} act={act} files={files} />
      </div>
    </header>
  );
}

/** Which FTL and which scenario are on stage; each is a menu of others. */
function OnStage({ act }: { act: (action: KeyAction) => void }) {
  const summary = useLab(({ slots: [slot] }) => slot?.summary);
  const ftl = summary?.ftl ?? null;
  const text = ftl ? FTL_NAMES[ftl]() : m.app_examples_none();
  const named = summary && (summary.name || m.app_unnamed());
  return (
    <>
      <MenuButton
        className="quiet on-stage"
        name={`${m.app_examples()}: ${text}`}
        label={m.app_examples()}
        sections={[{ chosen: ftl, items: FTLS.map((kind) => ({ id: kind, text: FTL_NAMES[kind]() })) }]}
        act={(kind) => navigate(`/lab/${kind}`)}
      >
        {text}
        <Icon name="down" size={14} />
      </MenuButton>
      <span className="separator" aria-hidden="true">
        /
      </span>
      <MenuButton
        className="quiet on-stage scenario-name"
        name={`${m.app_other_examples()}: ${named ?? ''}`}
        label={m.app_other_examples()}
        sections={[{ items: OTHER_EXAMPLES.map((id) => ({ id, text: EXAMPLE_NAMES[id]() })) }]}
        act={(id) => navigate(`/lab/${id}`)}
      >
        <span title={named}>{named}</span>
        <Icon name="down" size={14} />
      </MenuButton>
      <button
        type="button"
        className="quiet icon-only"
        aria-label={m.app_scenario()}
        title={m.app_scenario()}
        onClick={() => act('scenario')}
      >
        <Icon name="pencil" />
      </button>
    </>
  );
}

/** Everything else that the page can do. */
function More({ stage, act, files }: Pick<BarProps, 'stage' | 'act' | 'files'>) {
  const chooser = useRef<HTMLInputElement>(null);
  const keys = useKeyMap();
  const theme = useStore(preferences, themeOf);
  const language = useLanguage();
  const lecturing = useStore(lectureMode, (state) => state.on);
  const key = (action: KeyAction) => keys[action].map(shownChord).join(', ') || undefined;
  const item = (action: KeyAction, text: string, icon?: IconName) => ({
    id: `act ${action}`,
    text,
    keys: key(action),
    ...(icon && { icon }),
  });
  const sections = [
    {
      title: m.app_file(),
      items: files.actions.map((action) => ({
        id: `file ${action}`,
        text: FILE_NAMES[action](),
        ...(action === 'open' && { icon: 'file' as const }),
      })),
    },
    ...(stage
      ? [{ title: m.app_lab(), items: [item('breakpoints', m.app_breakpoints(), 'breakpoint')] }]
      : []),
    {
      title: m.app_theme(),
      chosen: `theme ${theme}`,
      items: THEMES.map((each) => ({ id: `theme ${each}`, text: THEME_NAMES[each]() })),
    },
    {
      title: m.app_language(),
      chosen: `language ${language}`,
      items: LANGUAGES.map((each) => ({ id: `language ${each}`, text: LANGUAGE_NAMES[each] })),
    },
    {
      title: m.app_page(),
      items: [
        ...(lecturing ? [] : [item('validation', m.app_validation(), 'table')]),
        ...(lecturing ? [] : [item('glossary', m.app_glossary())]),
        item('settings', m.app_settings()),
        item('help', m.app_help(), 'help'),
      ],
    },
  ];
  return (
    <>
      <MenuButton
        className="quiet icon-only more"
        name={m.app_more()}
        label={m.app_more()}
        sections={sections}
        act={(id) => {
          const [kind, what] = id.split(' ');
          if (kind === 'act') act(what as KeyAction);
          if (kind === 'theme') preferences.getState().set({ theme: what as Theme });
          if (kind === 'language') void chooseLanguage(what as Language);
          if (kind === 'file' && what === 'open') chooser.current?.click();
          else if (kind === 'file') files.act(what as FileAction);
        }}
      >
        <Icon name="more" />
      </MenuButton>
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={m.app_file_choose()}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) files.take(file);
          target.value = '';
        }}
      />
    </>
  );
}
