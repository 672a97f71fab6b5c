/** CodeMirror's place in the page. */
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { type Code as Opened, openCode } from './codemirror';
import { completions } from './words';

export type CodeHandle = Pick<Opened, 'put' | 'mark'>;

export interface CodeProps {
  ref: Ref<CodeHandle>;
  /** The first text; from then on the text is the editor's own. */
  text: string;
  locked: boolean;
  changed: (text: string) => void;
  run: () => void;
}

export function Code({ ref, text, locked, ...told }: CodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const code = useRef<Opened>(null);
  const now = useRef(told);
  now.current = told;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is put in, with `put`
  useEffect(() => {
    if (!place.current) return;
    const made = openCode(place.current, {
      text,
      label: m.policy_code(),
      describedBy: 'policy-leave',
      names: completions(),
      changed: (changed) => now.current.changed(changed),
      run: () => now.current.run(),
    });
    code.current = made;
    return () => made.close();
  }, []);
  useEffect(() => code.current?.lock(locked), [locked]);
  useImperativeHandle(
    ref,
    () => ({
      put: (other) => code.current?.put(other),
      mark: (at) => code.current?.mark(at),
    }),
    [],
  );
  return <div ref={place} className="code" />;
}
