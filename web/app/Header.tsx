import { lazy, Suspense, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { THEMES, type Theme } from '../base/tokens';
import { m } from '../i18n/compiled/messages.js';
import {
  exampleText,
  LARGE_EXAMPLES,
  type LargeExample,
  largeExampleText,
  powerExampleText,
} from '../model/examples';
import { FTLS, type FtlKind } from '../model/schemes';
import { ariaKeys } from '../state/keys';
import { preferences, themeOf } from '../state/preferences';
import { useLab } from '../state/use-lab';
import type { Panel } from './App';
import type { HeaderMenuProps } from './HeaderMenu';
import type { FileAction, FileActions } from './use-file-actions';

const HeaderMenu = lazy(() => import('./HeaderMenu'));

const FTL_NAMES: Record<FtlKind, () => string> = {
  page: m.app_ftl_page,
  bast: m.app_ftl_bast,
  fast: m.app_ftl_fast,
  superblock: m.app_ftl_superblock,
  last: m.app_ftl_last,
  dftl: m.app_ftl_dftl,
  replacement: m.app_ftl_replacement,
  block: m.app_ftl_block,
};
const THEME_NAMES: Record<Theme, () => string> = {
  light: m.app_theme_light,
  dark: m.app_theme_dark,
  projector: m.app_theme_projector,
};

export interface HeaderProps {
  lesson: boolean;
  /** Whether the validation stands in place of the lab; nothing of the lab can be seen then. */
  validation: boolean;
  show: (panel: Panel) => void;
  files: FileActions;
  toggleLesson: () => void;
  toggleValidation: () => void;
}

export function Header(props: HeaderProps) {
  const { lesson, validation, show, files } = props;
  const name = useLab((lab) => lab.slots[0]?.summary.name);
  const comparing = useLab((lab) => lab.comparing);
  const ready = useLab((lab) => lab.slots[0] !== null);
  return (
    <header>
      <h1>{m.app_name()}</h1>
      {!lesson && !validation && <Examples />}
      {!lesson && !validation && <LargeExamples />}
      {!validation && (
        <span className="scenario-name" title={name}>
          {name}
        </span>
      )}
      <span className="space" />
      <div className="group">
        {!validation && (
          <>
            <Files {...files} />
            <button type="button" onClick={() => show('scenario')}>
              {m.app_scenario()}
            </button>
            <button type="button" onClick={() => show('trace')}>
              {m.app_open_trace()}
            </button>
            <button type="button" aria-pressed={comparing} disabled={!ready} onClick={() => show('compare')}>
              {m.app_compare()}
            </button>
            <button type="button" disabled={!ready} onClick={() => files.act('link')}>
              {m.app_share()}
            </button>
          </>
        )}
        <button type="button" aria-pressed={lesson} onClick={props.toggleLesson}>
          {m.app_lessons()}
        </button>
        <button type="button" aria-pressed={validation} onClick={props.toggleValidation}>
          {m.validation_title()}
        </button>
      </div>
      <div className="group">
        <Themes />
        <button
          type="button"
          aria-label={m.app_help()}
          aria-keyshortcuts={ariaKeys('help')}
          onClick={() => show('help')}
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

const FILE_NAMES: Record<FileAction, () => string> = {
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
      ]}
      chosen={ftl}
      act={(kind) => void open(0, kind === 'power' ? powerExampleText() : exampleText(kind))}
    />
  );
}

const LARGE_NAMES: Record<LargeExample, () => string> = {
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

function Themes() {
  const theme = useStore(preferences, themeOf);
  return (
    <select
      aria-label={m.app_theme()}
      aria-keyshortcuts={ariaKeys('theme')}
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
