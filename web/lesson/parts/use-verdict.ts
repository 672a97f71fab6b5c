import { type RefObject, useEffect, useRef } from 'react';

/**
 * The place of a verdict. With every further try it comes into view, and the next thing to do comes into view behind
 * it: on a phone and in a low window both would be below the lesson's edge. A verdict that is kept from an earlier
 * visit moves nothing.
 */
export function useVerdict(tries: number): RefObject<HTMLDivElement | null> {
  const element = useRef<HTMLDivElement>(null);
  const told = useRef(tries);
  useEffect(() => {
    // jsdom cannot scroll.
    if (tries > told.current) element.current?.nextElementSibling?.scrollIntoView?.({ block: 'nearest' });
    told.current = tries;
  }, [tries]);
  return element;
}
