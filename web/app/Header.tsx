import { lazy, Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../base/language';
import { THEMES, type Theme } from '../base/tokens';
import { useLanguage } from '../base/use-language';
import { m } from '../i18n/compiled/messages.js';
import { FTL_NAMES } from '../i18n/ftl-names';
import {
  bufferExampleText,
  channelsExampleText,
  exampleText,
  LARGE_EXAMPLES,
  type LargeExample,
  largeExampleText,
  powerExampleText,
} from '../model/examples';
import { FTLS, type FtlKind } from '../model/schemes';
import { ariaKeys, useKeyMap } from '../state/key-map';
import type { KeyAction } from '../state/keys';
import { lecture } from '../state/lecture';
import { preferences, themeOf } from '../state/preferences';
import { useLab } from '../state/use-lab';
import { chooseLanguage } from './choose-language';
import type { HeaderMenuProps } from './HeaderMenu';
import type { FileAction, FileActions } from './use-file-actions';

const HeaderMenu = lazy(() => import('./HeaderMenu'));

export const THEME_NAMES: Record<Theme, () => string> = {
  light: m.app_theme_light,
  dark: m.app_theme_dark,
  projector: m.app_theme_projector,
};

export interface HeaderProps {
  lesson: boolean;
  validation: boolean;
  /** Whether the validation or the glossary stands in place of the lab; nothing of the lab can be seen then. */
  away: boolean;
  /** Whether the person is the FTL. */
  round: boolean;
  act: (action: KeyAction) => void;
  files: FileActions;
}

export function Header(props: HeaderProps) {
  const { validation, away, round, act, files } = props;
  const keys = useKeyMap();
  // A question in a lecture: the lab is free, and only the lecture's own way leads back.
  const lecturing = useStore(lecture, (state) => state.on);
  const lesson = props.lesson && !lecturing;
  const name = useLab((lab) => lab.slots[0]?.summary.name);
  const comparing = useLab((lab) => lab.comparing);
  const ready = useLab((lab) => lab.slots[0] !== null);
  return (
    <header>
      <h1>{m.app_name()}</h1>
      {!lesson && !away && <Examples />}
      {!lesson && !away && <LargeExamples />}
      {!away && (
        <span className="scenario-name" title={name}>
          {name}
        </span>
      )}
      <span className="space" />
      <div className="group">
        {!away && (
          <>
            <Files {...files} />
            <button type="button" onClick={() => act('scenario')}>
              {m.app_scenario()}
            </button>
            <button type="button" onClick={() => act('trace')}>
              {m.app_open_trace()}
            </button>
            <button type="button" aria-pressed={comparing} disabled={!ready} onClick={() => act('compare')}>
              {m.app_compare()}
            </button>
            <button
              type="button"
              aria-pressed={round}
              aria-keyshortcuts={ariaKeys(keys.round)}
              disabled={!ready || comparing}
              onClick={() => act('round')}
            >
              {m.app_round()}
            </button>
            <button type="button" disabled={!ready} onClick={() => act('share')}>
              {m.app_share()}
            </button>
          </>
        )}
        {!lecturing && (
          <>
            <button type="button" aria-pressed={lesson} onClick={() => act('lessons')}>
              {m.app_lessons()}
            </button>
            <button type="button" aria-pressed={validation} onClick={() => act('validation')}>
              {m.app_validation()}
            </button>
          </>
        )}
      </div>
      <div className="group">
        <Languages />
        <Themes />
        <button
          type="button"
          aria-label={m.app_palette()}
          aria-keyshortcuts={ariaKeys(keys.palette)}
          onClick={() => act('palette')}
        >
          <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
            <path
              d="M11 11l4 4M12 7A5 5 0 112 7a5 5 0 0110 0z"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
            />
          </svg>
        </button>
        <button
          type="button"
          aria-label={m.app_help()}
          aria-keyshortcuts={ariaKeys(keys.help)}
          onClick={() => act('help')}
        >
          ?
        </button>
      </div>
    </header>
  );
}

/** A button that opens a menu. Menus come with a large library of widgets: loaded when first opened. */
function MenuButton<Id extends string>({
  name,
  text,
  ...menu
}: HeaderMenuProps<Id> & { name?: string; text: string }) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => {
          setWanted(true);
          setOpen(!open);
        }}
      >
        {text}
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <HeaderMenu
            {...{ trigger, open }}
            onOpen={setOpen}
            {...(menu as unknown as HeaderMenuProps<string>)}
          />
        </Suspense>
      )}
    </>
  );
}

export const FILE_NAMES: Record<FileAction, () => string> = {
  open: m.app_file_open,
  save: m.app_file_save,
  link: m.app_file_link,
  theme_link: m.app_file_theme_link,
  class_link: m.app_file_class_link,
  embed: m.app_file_embed,
  install: m.app_file_install,
};

/** The lab as a file or a link; a file from the desktop may also be dropped anywhere. */
function Files({ actions, act, take }: FileActions) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <>
      <MenuButton
        text={m.app_file()}
        label={m.app_file()}
        items={actions.map((action) => [action, FILE_NAMES[action]()] as const)}
        act={(action) => (action === 'open' ? chooser.current?.click() : act(action))}
      />
      <input
        ref={chooser}
        type="file"
        hidden
        aria-label={m.app_file_choose()}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) take(file);
          target.value = '';
        }}
      />
    </>
  );
}

/** A built-in scenario per FTL: from any state to something that runs. Says which FTL is on stage. */
function Examples() {
  const ftl = useLab(({ slots: [slot] }) => FTLS.find((kind) => kind === slot?.summary.ftl) ?? null);
  const open = useLab((lab) => lab.open);
  const text = ftl ? FTL_NAMES[ftl]() : m.app_examples_none();
  return (
    <MenuButton
      name={`${m.app_examples()}: ${text}`}
      text={`${text} ▾`}
      label={m.app_examples()}
      items={[
        ...FTLS.map((kind) => [kind, FTL_NAMES[kind]()] as const),
        ['power', m.app_example_power()] as const,
        ['buffer', m.app_example_buffer()] as const,
        ['channels', m.app_example_channels()] as const,
      ]}
      chosen={ftl}
      act={(kind) => void open(0, textOf(kind))}
    />
  );
}

function textOf(kind: FtlKind | 'power' | 'buffer' | 'channels'): string {
  switch (kind) {
    case 'power':
      return powerExampleText();
    case 'buffer':
      return bufferExampleText();
    case 'channels':
      return channelsExampleText();
    default:
      return exampleText(kind);
  }
}

export const LARGE_NAMES: Record<LargeExample, () => string> = {
  million: m.stage_example_million,
  aged: m.stage_example_aged,
  apart: m.stage_example_apart,
};

/** Devices that the stage draws as a heat map. */
function LargeExamples() {
  const open = useLab((lab) => lab.open);
  return (
    <select
      aria-label={m.stage_examples_large()}
      value=""
      onChange={(event) => void open(0, largeExampleText(event.target.value as LargeExample))}
    >
      <option value="" disabled hidden>
        {m.stage_examples_large_none()}
      </option>
      {LARGE_EXAMPLES.map((name) => (
        <option key={name} value={name}>
          {LARGE_NAMES[name]()}
        </option>
      ))}
    </select>
  );
}

/** Each language by its own name: whoever does not read the present one finds theirs. */
function Languages() {
  const language = useLanguage();
  return (
    <select
      className="language"
      aria-label={m.app_language()}
      value={language}
      onChange={(event) => void chooseLanguage(event.target.value as Language)}
    >
      {LANGUAGES.map((each) => (
        <option key={each} value={each} lang={each}>
          {LANGUAGE_NAMES[each]}
        </option>
      ))}
    </select>
  );
}

function Themes() {
  const theme = useStore(preferences, themeOf);
  const keys = useKeyMap().theme;
  return (
    <select
      aria-label={m.app_theme()}
      aria-keyshortcuts={ariaKeys(keys)}
      value={theme}
      onChange={(event) => preferences.getState().set({ theme: event.target.value as Theme })}
    >
      {THEMES.map((each) => (
        <option key={each} value={each}>
          {THEME_NAMES[each]()}
        </option>
      ))}
    </select>
  );
}
