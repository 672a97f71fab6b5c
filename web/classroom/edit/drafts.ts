/**
 * Lessons that are being written, kept in this browser: each under a key of its own. The stored text may be from an
 * older page, or from anybody: a text that does not fit is no draft.
 */
import { keep, kept, keptKeys } from '../../base/keep';

export interface Draft {
  id: string;
  /** The name of the file it is saved as. */
  file: string;
  text: string;
  /** When it was changed last, in ms since 1970. */
  changed: number;
}

const PREFIX = 'ftl-lab.lesson-draft.';
const ID = /^draft-[a-z\d]{1,12}$/;

/** All drafts, the youngest first. */
export function drafts(): Draft[] {
  return ids()
    .flatMap((id) => draftOf(id) ?? [])
    .sort((a, b) => b.changed - a.changed);
}

export function draftOf(id: string): Draft | null {
  const { file, text, changed } = (read(PREFIX + id) ?? {}) as Partial<Draft>;
  return ID.test(id) && typeof file === 'string' && typeof text === 'string' && typeof changed === 'number'
    ? { id, file, text, changed }
    : null;
}

/**
 * A name no draft has. Drawn, not counted: a lesson that is open but not changed yet is not kept, here or in another
 * window, and the next one that comes must not be given its name.
 */
export function freshId(): string {
  const taken = ids();
  for (;;) {
    const id = `draft-${Math.random().toString(36).slice(2, 10)}`;
    if (ID.test(id) && !taken.includes(id)) return id;
  }
}

/** The text that is kept of a draft, under `draftKey`. */
export function writeDraft({ file, text, changed }: Omit<Draft, 'id'>): string {
  return JSON.stringify({ file, text, changed });
}

export function keepDraft({ id, ...draft }: Draft, save: (() => void) | null = null): void {
  keep(draftKey(id), writeDraft(draft), { what: 'text', save });
}

export function draftKey(id: string): string {
  return PREFIX + id;
}

/** The lesson in a kept text. */
export function draftText(kept: string | null): string | null {
  try {
    const { text } = JSON.parse(kept ?? 'null') as Draft;
    return text;
  } catch {
    return null;
  }
}

export function forgetDraft(id: string): void {
  keep(PREFIX + id, null);
}

function ids(): string[] {
  return keptKeys(PREFIX).map((key) => key.slice(PREFIX.length));
}

function read(key: string): unknown {
  try {
    return JSON.parse(kept(key) ?? 'null');
  } catch {
    return null;
  }
}
