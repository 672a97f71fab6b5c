/** A word whose meaning can be asked for: pointed at, touched, or reached by keyboard and pressed. */
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './term.css';

export interface TermProps {
  /** The term's full name, in front of its meaning. */
  name: string;
  says: string;
  source: string;
  children: ReactNode;
}

/**
 * The text right behind a term, a comma or a particle: to be put with it into an element of class `joined`. A term is
 * a box of its own, behind which a browser would break the line.
 */
export function behindTerm(text: string): string {
  return /^\S{1,8}(?=\s|$)/.exec(text)?.[0] ?? '';
}

/** So long the pointer must rest on it. */
const REST_MS = 350;
const MARGIN = 8;

/** The browser's own popover closes on Escape, on a click elsewhere, and when another one opens. */
export function Term({ name, says, source, children }: TermProps) {
  const id = useId();
  // Closed, it is no part of the sentence: neither for a copy of the text nor for a search for words in the page.
  const [open, setOpen] = useState(false);
  const word = useRef<HTMLButtonElement>(null);
  const tip = useRef<HTMLSpanElement>(null);
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(resting.current), []);

  const place = () => {
    const box = word.current?.getBoundingClientRect();
    const own = tip.current?.getBoundingClientRect();
    if (!box || !own || !tip.current) return;
    const under = box.bottom + 4;
    const top = under + own.height + MARGIN > innerHeight ? box.top - own.height - 4 : under;
    tip.current.style.top = `${Math.max(MARGIN, top)}px`;
    tip.current.style.left = `${Math.max(MARGIN, Math.min(box.left, innerWidth - own.width - MARGIN))}px`;
  };
  const rest = (event: React.PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(resting.current);
    resting.current = setTimeout(() => tip.current?.showPopover?.(), REST_MS);
  };
  const leave = (event: React.PointerEvent) => {
    clearTimeout(resting.current);
    const to = event.relatedTarget;
    if (event.pointerType === 'mouse' && !(to instanceof Node && tip.current?.contains(to)))
      tip.current?.hidePopover?.();
  };
  return (
    <>
      <button
        ref={word}
        type="button"
        className="term"
        popoverTarget={id}
        onPointerEnter={rest}
        onPointerLeave={leave}
      >
        {children}
      </button>
      <span
        ref={tip}
        id={id}
        popover="auto"
        role="note"
        className="term-tip"
        onBeforeToggle={(event) => setOpen(event.newState === 'open')}
        onToggle={place}
        onPointerLeave={leave}
      >
        {open && (
          <>
            <b>{name}</b> {says} <cite>{source}</cite>
          </>
        )}
      </span>
    </>
  );
}
