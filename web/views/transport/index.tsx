/** The transport of the lab: binds the store. */
import { useLab } from '../../state/use-lab';
import { TransportView } from './View';

export function Transport() {
  const slot = useLab((lab) => lab.slots[0]);
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
