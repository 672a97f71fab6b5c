/** A table in a box of its own, which scrolls sideways where the table is too wide, also by keyboard. */
import type { ReactNode } from 'react';

export function WideTable({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard scrolls what has the focus
    <div className="panel wide-table" role="group" aria-label={label} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}
