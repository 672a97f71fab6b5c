/** CodeMirror's place in the page, for code in JavaScript. */
import { type Ref, useEffect, useId, useImperativeHandle, useRef } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { policyNames } from '../../i18n/policy-words';
import { brokenAt, type Code as Opened, openCode } from './codemirror';
import './code.css';

export interface CodeHandle extends Pick<Opened, 'put' | 'mark'> {
  /** The first place where the text is no JavaScript, from 1. */
  brokenAt(text: string): { line: number; column: number } | null;
}

export interface CodeProps {
  ref: Ref<CodeHandle>;
  /** The first text; from then on the text is the editor's own. */
  text: string;
  most: number;
  wraps?: boolean;
  locked: boolean;
  changed: (text: string) => void;
  run: () => void;
}

export function Code({ ref, text, most, wraps = false, locked, ...told }: CodeProps) {
  const place = useRef<HTMLDivElement>(null);
  const code = useRef<Opened>(null);
  const now = useRef(told);
  now.current = told;
  const leave = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text is put in, with `put`
  useEffect(() => {
    if (!place.current) return;
    const made = openCode(place.current, {
      text,
      label: m.policy_code(),
      describedBy: leave,
      most,
      wraps,
      names: policyNames(),
      changed: (changed) => now.current.changed(changed),
      run: () => now.current.run(),
    });
    code.current = made;
    return () => made.close();
  }, []);
  useEffect(() => {
    code.current?.lock(locked);
  }, [locked]);
  useImperativeHandle(
    ref,
    () => ({
      put: (other) => code.current?.put(other),
      mark: (at) => code.current?.mark(at),
      brokenAt,
    }),
    [],
  );
  return (
    <>
      <div ref={place} className="js-code" />
      <p id={leave} className="visually-hidden">
        {m.policy_leave()}
      </p>
    </>
  );
}
