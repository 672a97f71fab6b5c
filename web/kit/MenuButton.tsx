/** A button that opens a menu. Menus come with a large library of widgets: loaded when first opened. */
import { type ReactNode, Suspense, useRef, useState } from 'react';
import type { IconName } from './Icon';
import { lazyPart } from './lazy-part';

const Menu = lazyPart(() => import('./Menu'));

interface MenuSection<Id extends string> {
  title?: string;
  /** The one that holds, of a choice, `null` for none; absent where nothing is chosen. Choosing it again does it again. */
  chosen?: Id | null;
  items: readonly {
    id: Id;
    text: string;
    icon?: IconName;
    /** Keys that do the same. */
    keys?: string | undefined;
    /** The current value, at the right. */
    note?: string;
    off?: boolean;
  }[];
}

export interface MenuProps<Id extends string> {
  /** The menu's name. */
  label: string;
  sections: readonly MenuSection<Id>[];
  act: (id: Id) => void;
}

interface MenuButtonProps<Id extends string> extends MenuProps<Id> {
  /** The button's name, where its content does not say it. */
  name?: string;
  className?: string;
  children: ReactNode;
}

export function MenuButton<Id extends string>({ name, className, children, ...menu }: MenuButtonProps<Id>) {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={className}
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => {
          setWanted(true);
          setOpen(!open);
        }}
      >
        {children}
      </button>
      {wanted && (
        <Suspense fallback={null}>
          <Menu {...{ trigger, open }} onOpen={setOpen} {...(menu as unknown as MenuProps<string>)} />
        </Suspense>
      )}
    </>
  );
}
