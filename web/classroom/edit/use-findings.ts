import { useEffect, useRef, useState } from 'react';
import type { StartChallenges } from '../../lesson/language/challenge';
import type { StartEngine } from '../../lesson/parts/use-course';
import { type Checker, createChecker, type Findings } from './checker';

/** After the last key, in ms: shorter than a thought, longer than the way from key to key. */
const PAUSE_MS = 300;

/** The findings in the text, a moment after it has last been changed; `null` before there are any. */
export function useFindings(text: string, start: StartEngine, challenges: StartChallenges): Findings | null {
  const [findings, setFindings] = useState<Findings | null>(null);
  const checker = useRef<Checker | null>(null);
  useEffect(() => {
    const made = createChecker(start, challenges, setFindings);
    checker.current = made;
    return () => made.close();
  }, [start, challenges]);
  const first = useRef(true);
  useEffect(() => {
    const pause = first.current ? 0 : PAUSE_MS;
    first.current = false;
    const timer = setTimeout(() => checker.current?.check(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return findings;
}
