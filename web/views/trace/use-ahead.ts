/** All FTLs are compared before anybody asks, so that whoever does waits less. */
import { type RefObject, useEffect, useRef } from 'react';
import type { TraceDevice } from '../../model/trace-device';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { dropAhead } from '../../state/line-up';

/** Pages that a trace touches: more take a machine longer than some seconds, for nothing if nobody asks. */
const MOST_PAGES = 2_000_000;
/** How long a device stands that somebody is choosing. */
const CHOSEN_MS = 1000;

/**
 * Calls `begin` once the trace is on screen with the device that is proposed, or another has stood there for a while; what was begun
 * ends with any change, and with the dialog, unless it is `kept`.
 */
export function useAhead(
  trace: TraceSummary | null,
  chosen: { device: TraceDevice | null; ftl: string },
  { begin, busy, kept }: { begin: () => void; busy: boolean; kept: RefObject<boolean> },
): void {
  const { device, ftl } = chosen;
  /** On which it was begun before. */
  const begun = useRef<TraceSummary | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is begun is made of these
  useEffect(() => {
    if (!trace || !device || busy) return;
    const { pages_read, pages_written } = trace.statistics;
    if (pages_read + pages_written > MOST_PAGES) return;
    const wait = begun.current === trace ? CHOSEN_MS : 0;
    const go = () => {
      begun.current = trace;
      begin();
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(go, wait);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      if (!kept.current) dropAhead();
    };
  }, [trace, device, ftl, busy]);
}
