/** A modal dialog: focus goes in and comes back, Escape and the button close it. Loaded with the first dialog. */
import type { ReactNode } from 'react';
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
  /** What stands at the foot, always visible. */
  footer?: ReactNode;
  children: ReactNode;
}

export function Dialog({ title, closeLabel, close, width, text, footer, children }: DialogProps) {
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
