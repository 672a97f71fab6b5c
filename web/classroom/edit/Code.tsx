/** CodeMirror's place in the page. */
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { type CodeOptions, type Code as Opened, openCode } from './codemirror';

/** The questions to it; before the first, nothing happens. */
export type CodeHandle = Pick<Opened, 'mark' | 'goTo' | 'reveal' | 'append' | 'put'>;

type Told = Pick<CodeOptions, 'changed' | 'moved' | 'save' | 'dropped' | 'tooLong'>;

export interface CodeProps extends Told {
  ref: Ref<CodeHandle>;
  /** The first text; from then on the text is the editor's own. */
  text: string;
}

export function Code({ ref, text, ...told }: CodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const code = useRef<Opened>(null);
  const now = useRef<Told>(told);
  now.current = told;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is another editor, by its key
  useEffect(() => {
    if (!place.current) return;
    const made = openCode(place.current, {
      text,
      label: m.edit_text_of(),
      describedBy: 'edit-leave',
      phrases: phrases(),
      changed: (changed) => now.current.changed(changed),
      moved: (line) => now.current.moved(line),
      save: () => now.current.save(),
      dropped: (file) => now.current.dropped(file),
      tooLong: () => now.current.tooLong(),
    });
    code.current = made;
    return () => made.close();
  }, []);
  useImperativeHandle(
    ref,
    () => ({
      mark: (faults) => code.current?.mark(faults),
      goTo: (line, column, focus) => code.current?.goTo(line, column, focus),
      reveal: () => code.current?.reveal(),
      put: (other) => code.current?.put(other),
      append: (listing) => code.current?.append(listing),
    }),
    [],
  );
  return <div ref={place} className="code" />;
}

/** CodeMirror's own words, by the English ones. */
function phrases(): Record<string, string> {
  return {
    Find: m.edit_find(),
    Replace: m.edit_replace(),
    next: m.edit_find_next(),
    previous: m.edit_find_previous(),
    all: m.edit_find_all(),
    'match case': m.edit_find_case(),
    regexp: m.edit_find_regexp(),
    'by word': m.edit_find_word(),
    replace: m.edit_replace_one(),
    'replace all': m.edit_replace_all(),
    close: m.edit_find_close(),
    'current match': m.edit_find_current(),
    'on line': m.edit_find_on_line(),
    'Go to line': m.edit_go_to_line(),
    go: m.edit_go(),
    Diagnostics: m.edit_problems(),
    'No diagnostics': m.edit_no_problems(),
  };
}
