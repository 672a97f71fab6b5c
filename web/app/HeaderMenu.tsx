/** What a button of the head opens: a menu of things to do, or of things of which one is chosen. */
import type { RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import './header-menu.css';

export interface HeaderMenuProps<Id extends string> {
  label: string;
  items: readonly (readonly [id: Id, text: string])[];
  /** The present one of a choice, `null` for none; absent where nothing is chosen. Choosing it again is doing it again. */
  chosen?: Id | null;
  act: (id: Id) => void;
}

interface Opened {
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
}

export default function HeaderMenu<Id extends string>(props: HeaderMenuProps<Id> & Opened) {
  const { trigger, open, onOpen, label, items, chosen, act } = props;
  const choice = chosen !== undefined && {
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
      className="header-menu"
    >
      <Menu
        aria-label={label}
        autoFocus="first"
        {...choice}
        onAction={(key) => {
          onOpen(false);
          act(key as Id);
        }}
      >
        {items.map(([id, text]) => (
          <MenuItem key={id} id={id}>
            {text}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
