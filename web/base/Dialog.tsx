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
  /** What stands at the foot, always visible. */
  footer?: ReactNode;
  children: ReactNode;
}

export function Dialog({ title, closeLabel, close, width, footer, children }: DialogProps) {
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
          <div className="dialog-body">{children}</div>
          {footer && <footer className="actions">{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
