/** The buttons that move through the run. */
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { integer, plain } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { lazyPart } from '../../kit/lazy-part';
import { Segmented } from '../../kit/Segmented';
import type { Progress } from '../../protocol/engine/engine-client';
import type { Frame } from '../../protocol/generated/Frame';
import type { Grain } from '../../protocol/generated/Grain';
import type { Target } from '../../protocol/generated/Target';
import { ariaKeys, shownChord, useKeyMap } from '../../state/keys/key-map';
import type { KeyAction } from '../../state/keys/keys';
import type { BreakpointsProps } from './Breakpoints';
import {
  atEnd,
  atStart,
  busyText,
  destinations,
  FASTEST_PLACE,
  GRAINS,
  grainText,
  positionWords,
  speedAt,
  speedPlace,
  stoppedText,
} from './position';
import css from './transport.module.css';

// These come with a library of widgets: they are loaded when they are wanted first.
const RunTo = lazyPart(() => import('./RunTo'));
const BreakpointsPopover = lazyPart(() => import('./Breakpoints'));

export interface TransportProps {
  /** Only what moves the run step by step, in one line with `children`. */
  short: boolean;
  children?: ReactNode;
  /** Steps inside a request are not told: their number would say what it costs. */
  untold: boolean;
  /** At its end. */
  end?: ReactNode;
  breaks: BreakpointsProps;
  ftl: string;
  frame: Frame;
  playing: boolean;
  speed: number;
  /** Steps per second that are made, where it is fewer than `speed`. */
  reached: number | null;
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
  const { short, children, end: last, untold, frame, playing, grain, busy, breaks } = props;
  const job = useLasting(busy);
  // On a phone, where the most used alone are in one row.
  const [more, setMore] = useState(false);
  const [start, end] = [atStart(frame), atEnd(frame)];
  const stopped = job ? null : stoppedText(breaks.stopped);
  const { at, step } = positionWords(frame);
  return (
    <div
      className={css.transport}
      data-short={short || undefined}
      data-more={more || undefined}
      role="toolbar"
      aria-label={m.transport_toolbar()}
    >
      <div className={css.where}>
        {job ? (
          <Busy job={job} onCancel={props.onCancel} />
        ) : (
          <output className={css.position} aria-live="off" data-testid="position">
            {at}
            {step !== null && !untold && (
              <span>
                <i> · </i>
                {step}
              </span>
            )}
          </output>
        )}
        <output className={css.stopped} data-testid="stopped" title={stopped ?? undefined}>
          {stopped}
        </output>
      </div>
      <div className={css.buttons}>
        {!short && (
          <Button
            name={m.transport_previous_request()}
            action="previous_request"
            extra
            off={start}
            press={() => props.onStep(true, 'request')}
          >
            <Icon name="rewind" />
          </Button>
        )}
        <Button
          name={m.transport_step_back()}
          action="step_back"
          off={start}
          press={() => props.onStep(true)}
        >
          <Icon name="back" />
        </Button>
        <Button
          name={playing ? m.transport_pause() : m.transport_play()}
          action="play"
          main
          press={playing ? props.onPause : props.onPlay}
        >
          <Icon name={playing ? 'pause' : 'play'} size={18} />
        </Button>
        <Button name={m.transport_step()} action="step" off={end} press={() => props.onStep(false)}>
          <Icon name="step" />
        </Button>
        {!short && (
          <Button
            name={m.transport_next_request()}
            action="next_request"
            extra
            off={end}
            press={() => props.onStep(false, 'request')}
          >
            <Icon name="forward" />
          </Button>
        )}
        {!short && <Destinations {...props} />}
      </div>
      {children}
      {(!short || last) && (
        <div className={css.choices}>
          <Segmented
            label={m.transport_grain()}
            value={grain}
            options={GRAINS.map((value) => ({ value, text: grainText(value) }))}
            onChange={props.onGrain}
          />
          {!short && <Speed {...props} />}
          {last}
        </div>
      )}
      {!short && (
        <button
          type="button"
          className={`quiet icon-only ${css.more}`}
          aria-label={m.transport_options()}
          aria-expanded={more}
          onClick={() => setMore(!more)}
        >
          <Icon name="more" />
        </button>
      )}
    </div>
  );
}

/** Run to…, with the breakpoints. */
function Destinations({ ftl, frame, breaks, onRun }: TransportProps) {
  const [menu, setMenu] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [breaking, setBreaking] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const keys = useKeyMap();
  return (
    <>
      <button
        ref={trigger}
        type="button"
        className={`quiet ${css.run}`}
        data-key="run_to"
        // Otherwise the tip, while it is seen, would be a part of the name.
        aria-label={m.transport_run_to()}
        {...announced(m.transport_run_to(), keys.run_to)}
        aria-haspopup="menu"
        aria-expanded={menu}
        onClick={() => {
          setWanted(true);
          setMenu(!menu);
        }}
      >
        <Icon name="target" />
        <span>{m.transport_run_to()}</span>
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
            onRun={onRun}
            onBreakpoints={() => setBreaking(true)}
          />
        </Suspense>
      )}
      <Breaks breaks={breaks} beside={trigger} open={breaking} onOpen={setBreaking} />
    </>
  );
}

function Speed({ speed, reached, onSpeed }: TransportProps) {
  return (
    <>
      <label className={css.speed}>
        <input
          type="range"
          aria-label={m.transport_speed()}
          aria-valuetext={m.transport_speed_value({ speed: plain(speed) })}
          min={0}
          max={FASTEST_PLACE}
          step={1}
          value={speedPlace(speed)}
          onChange={(event) => onSpeed(speedAt(Number(event.target.value)))}
        />
        <output aria-live="off">{m.transport_speed_short({ speed: plain(speed) })}</output>
      </label>
      {reached !== null && (
        <output aria-live="off" data-testid="reached">
          {m.transport_speed_reached({ asked: integer(speed), reached: integer(reached) })}
        </output>
      )}
    </>
  );
}

/**
 * The breakpoints, opened from Run to… and by their key. While any is on, their button is here with their count, and the
 * ways to where they are met.
 */
function Breaks({
  breaks,
  beside,
  open,
  onOpen,
}: {
  breaks: BreakpointsProps;
  beside: React.RefObject<HTMLButtonElement | null>;
  open: boolean;
  onOpen: (open: boolean) => void;
}) {
  const keys = useKeyMap().breakpoints;
  const [wanted, setWanted] = useState(false);
  if (open && !wanted) setWanted(true);
  const on = breaks.breakpoints.filter((text) => !breaks.off.includes(text)).length;
  return (
    <>
      <button
        type="button"
        className={`quiet ${css.button} ${css.extra}`}
        hidden={on === 0}
        data-key="breakpoints"
        {...announced(m.transport_breakpoints(), keys)}
        aria-label={m.transport_breakpoints_on({ count: on })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => onOpen(!open)}
      >
        <Icon name="breakpoint" />
        {on}
      </button>
      {on > 0 && (
        <>
          <Button
            name={m.transport_previous_hit()}
            action="previous_hit"
            extra
            press={() => breaks.onHit(true)}
          >
            <Icon name="hitBack" />
          </Button>
          <Button name={m.transport_next_hit()} action="next_hit" extra press={() => breaks.onHit(false)}>
            <Icon name="hit" />
          </Button>
        </>
      )}
      {wanted && (
        <Suspense fallback={null}>
          <BreakpointsPopover trigger={beside} open={open} onOpen={onOpen} {...breaks} />
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
  /** Not in the one row of a phone. */
  extra?: boolean;
  press: () => void;
  children: React.ReactNode;
}) {
  const keys = useKeyMap()[props.action];
  return (
    <button
      type="button"
      className={
        props.main ? `primary ${css.play}` : `quiet icon-only ${css.button} ${props.extra ? css.extra : ''}`
      }
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
