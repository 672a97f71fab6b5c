/** A modal dialog: focus goes in and comes back, Escape and the button close it. Loaded with the first dialog. */
import { type ReactNode, useEffect, useState } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import './dialog.css';

export interface DialogProps {
  title: string;
  closeLabel: string;
  close: () => void;
  width: 'narrow' | 'wide';
  /** Only text: then what is to be scrolled is what takes the focus. */
  text?: boolean;
  /** The line at the foot, always visible. */
  footer?: ReactNode;
  children: ReactNode;
}

export function Dialog({ title, closeLabel, close, width, text, footer, children }: DialogProps) {
  useFocusBack();
  return (
    <ModalOverlay
      isOpen
      isDismissable={false}
      onOpenChange={(open) => open || close()}
      className="dialog-overlay"
    >
      <Modal className={`dialog ${width}`}>
        <AriaDialog>
          <header>
            <Heading slot="title">{title}</Heading>
            <button type="button" onClick={close}>
              {closeLabel}
            </button>
          </header>
          {/* A keyboard scrolls what has the focus */}
          <div className="dialog-body" tabIndex={text ? 0 : undefined}>
            {children}
          </div>
          {footer && <footer className="actions">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}

/** The element that had the focus before the first of the dialogs that followed one another. */
let origin: Element | null = null;

/**
 * Gives the focus back to what had it. The library does so one frame after the dialog is gone; on a busy machine
 * the page behind is still inert then, and the focus is lost.
 */
function useFocusBack() {
  const [before] = useState(() => {
    const { activeElement } = document;
    // Opened from a dialog that it takes the place of: back to where that one came from.
    if (!activeElement?.closest('[role=dialog]')) origin = activeElement;
    return origin;
  });
  useEffect(
    () => () => {
      // Behind the clean-up of the parts inside, which is done in this same task.
      queueMicrotask(() => {
        if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
      });
    },
    [before],
  );
}
