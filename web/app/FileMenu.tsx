/** What the button File opens: the lab as a file, as a link, as part of another page. */
import type { RefObject } from 'react';
import { Menu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { m } from '../i18n/compiled/messages.js';
import './file-menu.css';

export type FileAction = 'open' | 'save' | 'link' | 'theme_link' | 'class_link' | 'embed' | 'install';

const NAMES: Record<FileAction, () => string> = {
  open: m.app_file_open,
  save: m.app_file_save,
  link: m.app_file_link,
  theme_link: m.app_file_theme_link,
  class_link: m.app_file_class_link,
  embed: m.app_file_embed,
  install: m.app_file_install,
};

export interface FileMenuProps {
  trigger: RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
  actions: readonly FileAction[];
  act: (action: FileAction) => void;
}

export default function FileMenu({ trigger, open, onOpen, actions, act }: FileMenuProps) {
  return (
    <Popover
      aria-label={m.app_file()}
      triggerRef={trigger}
      isOpen={open}
      onOpenChange={onOpen}
      placement="bottom start"
      className="file-menu"
    >
      <Menu
        aria-label={m.app_file()}
        autoFocus="first"
        onAction={(chosen) => {
          onOpen(false);
          act(chosen as FileAction);
        }}
      >
        {actions.map((action) => (
          <MenuItem key={action} id={action}>
            {NAMES[action]()}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  );
}
