/** Why, for the lab's own slot: binds the store. */
import { useMemo } from 'react';
import { explain, settingOf } from '../../model/sentences';
import { momentOf } from '../../model/sentences-moment';
import { useLab } from '../../state/use-lab';
import { linesOf, stopsOn, whyHere } from './layout';
import { WhyView } from './View';

export function Why() {
  const slot = useLab((lab) => lab.slots[0]);
  const selection = useLab((lab) => lab.selection);
  const select = useLab((lab) => lab.select);
  const run = useLab((lab) => lab.run);
  const breakpoints = useLab((lab) => lab.breakpoints);
  const off = useLab((lab) => lab.breakpointsOff);
  const add = useLab((lab) => lab.addBreakpoint);
  const remove = useLab((lab) => lab.removeBreakpoint);
  const shown = useMemo(() => {
    if (!slot) return null;
    const { frame } = slot.current;
    const index = momentOf(frame);
    const event = frame.window[index];
    return {
      explanation: event ? explain(event, settingOf(slot.summary, frame, index)) : null,
      lines: linesOf(slot.summary, frame),
      request: frame.position.request + (frame.position.event > 0 ? 1 : 0),
    };
  }, [slot]);
  const here = useMemo(
    () => (slot && selection ? whyHere(selection, slot.current, slot.summary) : null),
    [slot, selection],
  );
  if (!slot || !shown) return null;
  return (
    <WhyView
      {...shown}
      here={here}
      stops={stopsOn(selection, slot.summary.pages_per_block).map((stop) => ({
        ...stop,
        on: breakpoints.includes(stop.text) && !off.includes(stop.text),
      }))}
      onStop={(text, on) => (on ? void add(text) : remove(text))}
      onSeek={(position) => void run({ to: 'position', position })}
      onClear={() => select(null)}
    />
  );
}
