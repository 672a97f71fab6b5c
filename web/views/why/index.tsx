/** Why, for the lab's own slot: binds the store. */
import { useEffect, useMemo, useState } from 'react';
import { momentOf } from '../../model/sentences/current-event';
import { type Past, pastOf } from '../../model/sentences/past';
import { reasonOf } from '../../model/why/reason';
import { useLab } from '../../state/use-lab';
import { contentOf, culpritOf, linesOf, stopsOn, whyHere } from './layout';
import { WhyView } from './View';

export function Why() {
  const slot = useLab((lab) => lab.slots[0]);
  const selection = useLab((lab) => lab.selection);
  const select = useLab((lab) => lab.select);
  const run = useLab((lab) => lab.run);
  const breakpoints = useLab((lab) => lab.breakpoints);
  const off = useLab((lab) => lab.breakpointsOff);
  const add = useLab((lab) => lab.addBreakpoint);
  const told = useLab((lab) => lab.told);
  const remove = useLab((lab) => lab.removeBreakpoint);
  const provenance = useLab((lab) => lab.provenance);
  // The result stays while one follows its links to other positions.
  const [found, setFound] = useState<{ of: typeof selection; past: Past } | null>(null);
  const hash = slot?.summary.hash;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another device has another past
  useEffect(() => {
    setFound(null);
  }, [hash]);
  const past = found && selection && found.of === selection ? found.past : null;
  const shown = useMemo(() => {
    if (!slot) return null;
    const { frame } = slot.current;
    const index = momentOf(frame);
    const event = frame.window[index];
    return {
      reason: reasonOf(frame, slot.summary),
      culprit: culpritOf(event, slot.summary.pages_per_block),
      lines: linesOf(slot.summary, frame),
      request: frame.position.request + (frame.position.event > 0 ? 1 : 0),
    };
  }, [slot]);
  const here = useMemo(
    () => (slot && selection ? whyHere(selection, slot.current, slot.summary) : null),
    [slot, selection],
  );
  if (!slot || !shown) return null;
  const { summary } = slot;
  const ask = async (of: typeof selection) => {
    const content = contentOf(of, slot.current, summary.pages_per_block);
    const reply = content && (await provenance(content.ppn));
    if (content && reply?.is === 'done') setFound({ of, past: pastOf(reply.value, content, summary) });
  };
  return (
    <WhyView
      {...shown}
      here={here}
      stops={stopsOn(selection, slot.summary.pages_per_block).map((stop) => ({
        ...stop,
        on: breakpoints.includes(stop.text) && !off.includes(stop.text),
      }))}
      asks={contentOf(selection, slot.current, summary.pages_per_block) !== null}
      past={past}
      position={slot.current.frame.position}
      onAsk={() => void ask(selection)}
      onCulprit={(ppn) => {
        const page = { kind: 'page', ppn } as const;
        select(page);
        void ask(page);
      }}
      onStop={(text, on) => (on ? void told(add(text)) : remove(text))}
      onSeek={(position) => void run({ to: 'position', position })}
      onClear={() => select(null)}
    />
  );
}
