import { type RefObject, useEffect, useRef } from 'react';

/**
 * Where a verdict is told: with every further try it comes into view, and what is to be done next behind it, for on a phone
 * and in a low window they would be below the lesson's edge. A verdict that is kept from an earlier visit moves nothing.
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
