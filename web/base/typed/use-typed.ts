import { useCallback, useState } from 'react';
import { keepInTab, keptInTab } from '../keep';

const PREFIX = 'ftl-lab.typed.';

/** The text that a person types into a form. It is there again when the form is opened or the page is loaded again, in this tab. */
export function useTyped(form: string, first: string): [text: string, type: (text: string) => void] {
  const [text, setText] = useState(() => keptInTab(PREFIX + form) ?? first);
  const type = useCallback(
    (next: string) => {
      setText(next);
      keepInTab(PREFIX + form, next === first ? null : next, { what: 'text', save: null });
    },
    [form, first],
  );
  return [text, type];
}

/**
 * A text that is made of another one, `source`, and not used yet: beside any other source it does not count.
 *
 * @returns the text, what changes it, and what goes back to the source
 */
export function useTypedOn(
  form: string,
  source: string,
): [text: string, type: (text: string) => void, forget: () => void] {
  const [kept, type] = useTyped(form, '');
  const sum = digest(source);
  const typed = kept.startsWith(`${sum} `) ? kept.slice(sum.length + 1) : source;
  return [typed, (text) => type(text === source ? '' : `${sum} ${text}`), () => type('')];
}

/** Enough to know a text again: its length, and FNV-1a of its characters. */
function digest(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return `${text.length}.${hash.toString(16)}`;
}
