/** The buttons that move through the run. */
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { Progress } from '../../protocol/engine-client';
import type { Frame } from '../../protocol/generated/Frame';
import type { Grain } from '../../protocol/generated/Grain';
import type { Target } from '../../protocol/generated/Target';
import { ariaKeys, shownChord, useKeyMap } from '../../state/key-map';
import type { KeyAction } from '../../state/keys';
import type { BreakpointsProps } from './Breakpoints';
import { Icon } from './icons';
import {
  atEnd,
  atStart,
  busyText,
  destinations,
  GRAINS,
  grainText,
  positionText,
  speedsWith,
  stoppedText,
} from './position';
import css from './transport.module.css';

// These come with a library of widgets: they are loaded when they are wanted first.
const RunTo = lazy(() => import('./RunTo'));
const BreakpointsPopover = lazy(() => import('./Breakpoints'));

export interface TransportProps {
  breaks: BreakpointsProps;
  ftl: string;
  frame: Frame;
  playing: boolean;
  speed: number;
  grain: Grain;
  busy: Progress | null;
  onPlay: () => void;
  onPause: () => void;
  onStep: (back: boolean, grain?: Grain) => void;
  onRun: (target: Target) => void;
  onCancel: () => void;
  onSpeed: (speed: number) => void;
  onGrain: (grain: Grain) => void;
}

export function TransportView(props: TransportProps) {
  const { ftl, frame, playing, speed, grain, busy, breaks } = props;
  const [menu, setMenu] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [breaking, setBreaking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const job = useLasting(busy);
  const keys = useKeyMap();
  const [start, end] = [atStart(frame), atEnd(frame)];
  const stopped = job ? null : stoppedText(breaks.stopped);
  return (
    <div className={css.transport} role="toolbar" aria-label={m.transport_toolbar()}>
      <div className={css.buttons}>
        <Button
          name={m.transport_previous_request()}
          action="previous_request"
          off={start}
          press={() => props.onStep(true, 'request')}
        >
          <Icon name="previous" />
        </Button>
        <Button
          name={m.transport_step_back()}
          action="step_back"
          off={start}
          press={() => props.onStep(true)}
        >
          <Icon name="stepBack" />
        </Button>
        <Button
          name={playing ? m.transport_pause() : m.transport_play()}
          action="play"
          main
          press={playing ? props.onPause : props.onPlay}
        >
          <Icon name={playing ? 'pause' : 'play'} />
        </Button>
        <Button name={m.transport_step()} action="step" off={end} press={() => props.onStep(false)}>
          <Icon name="step" />
        </Button>
        <Button
          name={m.transport_next_request()}
          action="next_request"
          off={end}
          press={() => props.onStep(false, 'request')}
        >
          <Icon name="next" />
        </Button>
        <button
          ref={trigger}
          type="button"
          className={css.run}
          data-key="run_to"
          // Else the tip, while it is seen, would be a part of the name.
          aria-label={m.transport_run_to()}
          {...announced(m.transport_run_to(), keys.run_to)}
          aria-haspopup="menu"
          aria-expanded={menu}
          onClick={() => {
            setWanted(true);
            setMenu(!menu);
          }}
        >
          <Icon name="runTo" />
          {m.transport_run_to()}
        </button>
        {wanted && (
          <Suspense fallback={null}>
            <RunTo
              trigger={trigger}
              open={menu}
              onOpen={setMenu}
              destinations={destinations(ftl, frame.buffer !== undefined)}
              position={frame.position}
              requests={frame.requests}
              onRun={props.onRun}
              onBreakpoints={() => setBreaking(true)}
            />
          </Suspense>
        )}
        <Breaks breaks={breaks} open={breaking} onOpen={setBreaking} />
      </div>
      <div className={css.where}>
        {job ? (
          <Busy job={job} onCancel={props.onCancel} />
        ) : (
          <output className={css.position} aria-live="off" data-testid="position">
            {positionText(frame)}
          </output>
        )}
        <output className={css.stopped} data-testid="stopped" title={stopped ?? undefined}>
          {stopped}
        </output>
      </div>
      <div className={css.choices}>
        <label>
          <span>{m.transport_grain()}</span>
          <select value={grain} onChange={(event) => props.onGrain(event.target.value as Grain)}>
            {GRAINS.map((each) => (
              <option key={each} value={each}>
                {grainText(each)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{m.transport_speed()}</span>
          <select value={speed} onChange={(event) => props.onSpeed(Number(event.target.value))}>
            {speedsWith(speed).map((each) => (
              <option key={each} value={each}>
                {m.transport_speed_value({ speed: each })}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

/** The breakpoints' button, and while there are any the ways to where they are met. */
function Breaks({
  breaks,
  open,
  onOpen,
}: {
  breaks: BreakpointsProps;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const trigger = useRef<HTMLButtonElement>(null);
  const keys = useKeyMap().breakpoints;
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  const on = breaks.breakpoints.filter((text) => !breaks.off.includes(text)).length;
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={css.button}
        data-key="breakpoints"
        {...announced(m.transport_breakpoints(), keys)}
        aria-label={m.transport_breakpoints_on({ count: on })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        <Icon name={on > 0 ? 'breakOn' : 'breakOff'} />
        {on > 0 && on}
      </button>
      {on > 0 && (
        <>
          <Button name={m.transport_previous_hit()} action="previous_hit" press={() => breaks.onHit(true)}>
            <Icon name="previousHit" />
          </Button>
          <Button name={m.transport_next_hit()} action="next_hit" press={() => breaks.onHit(false)}>
            <Icon name="nextHit" />
          </Button>
        </>
      )}
      {wanted && (
        <Suspense fallback={null}>
          <BreakpointsPopover trigger={trigger} open={open} onOpen={onOpen} {...breaks} />
        </Suspense>
      )}
    </>
  );
}

/** A button's name and keys: on hovering, and for screen readers. */
function announced(name: string, keys: readonly string[]) {
  return {
    'data-tip': `${name}  ${keys.slice(0, 1).map(shownChord).join('')}`,
    'aria-keyshortcuts': ariaKeys(keys),
  };
}

/**
 * A button that stays where it is at the ends of the run: it is announced as unavailable but keeps the focus, so
 * that a person stepping by keyboard does not lose their place.
 */
function Button(props: {
  name: string;
  action: KeyAction;
  off?: boolean;
  main?: boolean;
  press: () => void;
  children: React.ReactNode;
}) {
  const keys = useKeyMap()[props.action];
  return (
    <button
      type="button"
      className={props.main ? css.play : css.button}
      aria-label={props.name}
      {...announced(props.name, keys)}
      aria-disabled={props.off ?? false}
      onClick={() => {
        if (!props.off) props.press();
      }}
    >
      {props.children}
    </button>
  );
}

function Busy({ job, onCancel }: { job: Progress; onCancel: () => void }) {
  const text = busyText(job);
  return (
    <div className={css.busy} aria-busy="true">
      <progress aria-label={text} value={job.requests} max={Math.max(1, job.total)} />
      <span>{text}</span>
      <button type="button" onClick={onCancel}>
        {m.transport_cancel()}
      </button>
    </div>
  );
}

/** A job once it has lasted a moment: a step is a job too, and must not flash a progress bar. */
function useLasting(busy: Progress | null): Progress | null {
  const [lasts, setLasts] = useState(false);
  const under = busy !== null;
  useEffect(() => {
    if (!under) {
      setLasts(false);
      return;
    }
    const waiting = setTimeout(() => setLasts(true), 250);
    return () => clearTimeout(waiting);
  }, [under]);
  return lasts ? busy : null;
}
