/** The content of a menu button: things to do, or things of which one is chosen, in sections. */
import type { RefObject } from 'react';
import { Header } from 'react-aria-components/Header';
import { Menu as List, MenuItem, MenuSection } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Icon } from './Icon';
import type { MenuProps } from './MenuButton';
import './menu.css';

interface Opened {
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
}

export default function Menu<Id extends string>(props: MenuProps<Id> & Opened) {
  const { trigger, open, onOpen, label, sections, act } = props;
  const choiceOf = (chosen: Id | null | undefined) =>
    chosen !== undefined && {
      selectionMode: 'single' as const,
      selectedKeys: chosen === null ? [] : [chosen],
    };
  return (
    <Popover
      aria-label={label}
      triggerRef={trigger}
      isOpen={open}
      onOpenChange={onOpen}
      placement="bottom start"
      className="menu"
    >
      <List
        aria-label={label}
        autoFocus="first"
        // In a menu that is one choice, the focus starts at the current value.
        {...(sections.length === 1 && choiceOf(sections[0]?.chosen))}
        onAction={(key) => {
          onOpen(false);
          act(key as Id);
        }}
      >
        {sections.map(({ title, chosen, items }, index) => (
          <MenuSection
            key={title ?? index}
            id={`section ${title ?? index}`}
            aria-label={title ?? label}
            {...(sections.length > 1 && choiceOf(chosen))}
          >
            {title && <Header>{title}</Header>}
            {items.map(({ id, text, icon, keys, note, off }) => (
              <MenuItem key={id} id={id} textValue={text} isDisabled={off === true}>
                <span className="menu-icon">{icon && <Icon name={icon} />}</span>
                <span>{text}</span>
                {note && <small>{note}</small>}
                {keys && <kbd className="kbd">{keys}</kbd>}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </List>
    </Popover>
  );
}
