/** The transport of the lab: binds the store. */
import type { ReactNode } from 'react';
import { useLab } from '../../state/use-lab';
import { TransportView } from './View';

export interface TransportOf {
  /** Only what moves the run step by step. */
  short?: boolean;
  /** Beside it, in the middle of a short one; and at its end. */
  children?: ReactNode;
  end?: ReactNode;
}

export function Transport({ short = false, children, end }: TransportOf) {
  const slot = useLab((lab) => lab.slots[0]);
  const untold = useLab((lab) => lab.choices !== null);
  const playing = useLab((lab) => lab.playing);
  const speed = useLab((lab) => lab.speed);
  const reached = useLab((lab) => lab.reached);
  const grain = useLab((lab) => lab.grain);
  const play = useLab((lab) => lab.play);
  const pause = useLab((lab) => lab.pause);
  const step = useLab((lab) => lab.step);
  const run = useLab((lab) => lab.run);
  const cancel = useLab((lab) => lab.cancel);
  const setSpeed = useLab((lab) => lab.setSpeed);
  const setGrain = useLab((lab) => lab.setGrain);
  const breakpoints = useLab((lab) => lab.breakpoints);
  const off = useLab((lab) => lab.breakpointsOff);
  const stopped = useLab((lab) => lab.stopped);
  const add = useLab((lab) => lab.addBreakpoint);
  const remove = useLab((lab) => lab.removeBreakpoint);
  const turn = useLab((lab) => lab.switchBreakpoint);
  const hit = useLab((lab) => lab.runToHit);
  if (!slot) return null;
  return (
    <TransportView
      {...{ short, children, end, untold }}
      ftl={slot.summary.ftl}
      frame={slot.current.frame}
      playing={playing}
      speed={speed}
      reached={reached}
      grain={grain}
      busy={playing ? null : slot.busy}
      breaks={{
        breakpoints,
        off,
        stopped,
        onAdd: add,
        onRemove: remove,
        onSwitch: turn,
        onHit: (back) => void hit(back),
      }}
      onPlay={play}
      onPause={pause}
      onStep={(back, by) => void step(back, by)}
      onRun={(target) => void run(target)}
      onCancel={cancel}
      onSpeed={setSpeed}
      onGrain={setGrain}
    />
  );
}
