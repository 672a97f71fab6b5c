/** Everything the page can do, by name: typed, chosen, done. */
import { useEffect, useMemo, useState } from 'react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { Menu, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { SearchField } from 'react-aria-components/SearchField';
import { m } from '../../i18n/compiled/messages.js';
import { Dialog } from '../../kit/Dialog';
import type { LessonEntry } from '../../lesson/play/entries';
import { useKeyMap } from '../../state/keys/key-map';
import { useLabStore } from '../../state/use-lab';
import type { PanelProps } from '../panels';
import { type Command, commandGroups } from './commands';
import { found, places } from './search';
import './palette.css';
import { unloaded } from '../unloaded';

export function Palette({ close, act, files }: PanelProps) {
  const lab = useLabStore();
  const keys = useKeyMap();
  const [input, setInput] = useState('');
  const lessons = useLessons();
  const all = useMemo(
    () => commandGroups({ lab, act, files, lessons, keys }),
    [lab, act, files, lessons, keys],
  );
  const groups = [...found([places(lab, input)], input), ...found(all, input)];
  const choose = (id: React.Key) => {
    const chosen = groups.flatMap(({ commands }) => commands).find((command) => command.id === id);
    if (!chosen || chosen.off) return;
    close();
    // Once the dialog is gone and the focus is back where it was: what comes next may take it.
    setTimeout(chosen.act);
  };
  return (
    <Dialog title={m.keys_palette()} closeLabel={m.app_close()} close={close} width="narrow">
      <Autocomplete inputValue={input} onInputChange={setInput}>
        <SearchField className="palette-search" aria-label={m.palette_search()} autoFocus>
          <Input placeholder={m.palette_hint()} />
        </SearchField>
        <Menu
          aria-label={m.keys_palette()}
          className="palette-menu"
          onAction={choose}
          renderEmptyState={() => <p className="quiet">{m.palette_nothing()}</p>}
        >
          {groups.map(({ name, commands }) => (
            <MenuSection key={name} id={name}>
              <Header>{name}</Header>
              {commands.map((command) => (
                <Item key={command.id} {...command} />
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
    </Dialog>
  );
}

function Item({ id, name, keys, off }: Command) {
  return (
    <MenuItem id={id} textValue={name} isDisabled={off !== undefined}>
      <span>{name}</span>
      {off ? <small>{off}</small> : keys && <kbd>{keys}</kbd>}
    </MenuItem>
  );
}

/** The course. Its titles are in the lessons themselves, which load later. */
function useLessons(): readonly LessonEntry[] {
  const [entries, setEntries] = useState<readonly LessonEntry[]>([]);
  useEffect(() => {
    let current = true;
    import('../../lesson/play/entries')
      .then(({ lessonEntries }) => lessonEntries())
      .then((read) => current && setEntries(read))
      .catch(unloaded);
    return () => {
      current = false;
    };
  }, []);
  return entries;
}
