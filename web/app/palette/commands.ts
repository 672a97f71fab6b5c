/** The offers of the palette, in their order. */
import { navigate } from 'wouter/use-hash-location';
import { currentLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '../../base/language';
import { THEMES } from '../../base/tokens';
import { m } from '../../i18n/compiled/messages.js';
import type { LessonEntry } from '../../lesson/play/entries';
import { FTLS } from '../../model/schemes';
import { shownChord } from '../../state/keys/key-map';
import { ACTIONS, type KeyAction, type KeyMap } from '../../state/keys/keys';
import type { LabStore } from '../../state/lab/lab';
import { preferences } from '../../state/preferences';
import { KEY_NAMES } from '../../views/key-names';
import { destinations } from '../../views/transport/position';
import { EXAMPLE_NAMES, type Example, OTHER_EXAMPLES } from '../address/examples';
import { FILE_NAMES, THEME_NAMES } from '../Bar';
import { chooseLanguage } from '../choose-language';
import type { FileActions } from '../files/use-file-actions';

export interface Command {
  id: string;
  name: string;
  /** The keys that do the same. */
  keys?: string;
  /** Why it cannot be done now. */
  off?: string;
  act: () => void;
}

export interface Group {
  name: string;
  commands: Command[];
}

/** The palette's needs from the page. */
export interface Reach {
  lab: LabStore;
  act: (action: KeyAction) => unknown;
  files: FileActions;
  lessons: readonly LessonEntry[];
  keys: KeyMap;
}

/** Runs to what a key goes to already. */
const BY_KEY = new Set(['gc', 'full_merge', 'erase', 'cmt_miss', 'start', 'end']);

export function commandGroups({ lab, act, files, lessons, keys }: Reach): Group[] {
  const { run, slots } = lab.getState();
  const actions = ACTIONS.filter((action) => action !== 'palette').map(
    (action): Command => ({
      id: action,
      name: KEY_NAMES[action](),
      keys: keys[action].map(shownChord).join(', '),
      act: () => act(action),
    }),
  );
  const runs = destinations(slots[0]?.summary.ftl ?? '', slots[0]?.current.frame.buffer !== undefined)
    .filter(({ id }) => !BY_KEY.has(id))
    .map(({ id, text, target }): Command => ({ id: `run ${id}`, name: text, act: () => void run(target) }));
  const ofFile = files.actions.map(
    (action): Command => ({
      id: `file ${action}`,
      name: FILE_NAMES[action](),
      act: () => (action === 'open' ? chooseFile() : files.act(action)),
    }),
  );
  const example = (id: Example): Command => ({
    id: `example ${id}`,
    name: m.palette_example({ name: EXAMPLE_NAMES[id]() }),
    act: () => navigate(`/lab/${id}`),
  });
  return [
    { name: m.palette_actions(), commands: [...actions, ...runs] },
    { name: m.app_file(), commands: ofFile },
    {
      name: m.palette_examples(),
      commands: [...FTLS, ...OTHER_EXAMPLES].map(example),
    },
    {
      name: m.app_lessons(),
      commands: lessons.map(({ slug, title }) => ({
        id: `lesson ${slug}`,
        name: m.palette_lesson({ title }),
        act: () => navigate(`/lesson/${slug}`),
      })),
    },
    {
      name: m.palette_appearance(),
      commands: [
        ...THEMES.map((theme) => ({
          id: `theme ${theme}`,
          name: m.palette_theme({ name: THEME_NAMES[theme]() }),
          act: () => preferences.getState().set({ theme }),
        })),
        ...LANGUAGES.filter((language) => language !== currentLanguage()).map((language) => ({
          id: `language ${language}`,
          name: m.palette_language({ name: languageName(language) }),
          act: () => void chooseLanguage(language),
        })),
      ],
    },
  ];
}

/** A language by its own name, and by what it is called here. */
function languageName(language: Language): string {
  const own = LANGUAGE_NAMES[language];
  const here = new Intl.DisplayNames([currentLanguage()], { type: 'language' }).of(language) ?? own;
  return own === here ? own : `${own} (${here})`;
}

/** The head has the chooser: browsers open one only for an element of the page. */
function chooseFile(): void {
  document.querySelector<HTMLInputElement>('.app-bar input[type=file]')?.click();
}
