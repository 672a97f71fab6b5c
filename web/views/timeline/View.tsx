/** Lanes of what happened when: a picture that is a slider too, by pointer, wheel and keyboard. */
import { Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { integer } from '../../base/format';
import { onTheme, readColors, readPixels } from '../../base/tokens';
import { m } from '../../i18n/compiled/messages.js';
import { Icon } from '../../kit/Icon';
import { lazyPart } from '../../kit/lazy-part';
import type { FtlKind } from '../../protocol/generated/FtlKind';
import type { Lanes } from '../../protocol/generated/Lanes';
import type { Position } from '../../protocol/generated/Position';
import { schemeOf } from '../../schemes';
import type { LaneId } from '../../schemes/scheme';
import { LANE_TONE, paintLanes } from './draw';
import {
  type Count,
  followed,
  lanesOf,
  laneText,
  requestAt,
  type Sheet,
  type Span,
  timelinesLayout,
  zoomed,
} from './layout';
import css from './timeline.module.css';

const LanesTable = lazyPart(() => import('./LanesTable'));

/** A run whose lanes are drawn. */
export interface Track {
  /** The names of two runs; `null`: there is one. */
  name: string | null;
  ftl: FtlKind;
  lanes: Lanes | null;
  /** The count of each lane at the current position. */
  counts: Record<LaneId, string>;
  /** The counts so far. */
  soFar: Readonly<Record<Count, number>>;
}

export interface TimelineProps {
  /** Its first two lanes alone, low and without names. */
  short: boolean;
  /** One, or two side by side. */
  tracks: readonly Track[];
  position: Position;
  requests: number;
  /** Requests from this one on are not told: a question about them is open. */
  hiddenFrom: number | null;
  /** Where the run is, in words. */
  text: string;
  onSeek: (request: number) => void;
}

/** Height of a lane, at least; a line of its letters has to fit, and the stage needs the height. */
const LANE = 23;
const LETTERS = 14.5;
/** Height of the numbers above them. */
const AXIS = 20;
/** Between the lanes of two runs; as in timeline.module.css. */
const BETWEEN = 6;
/** In a line with the transport and on a phone; and how wide the lanes are there at most. */
const LOW_LANE = 14;
const NARROW = 560;
const PHONE = 700;
/** One turn of the wheel makes the visible part longer or shorter by this factor. */
const TURN = 1.25;

export function TimelineView(props: TimelineProps) {
  const { short, tracks, position, requests, hiddenFrom, text, onSeek } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [{ width, room, scale, few }, setSize] = useState({ width: 0, room: 0, scale: 1, few: false });
  const [theme, setTheme] = useState(0);
  const [chosen, setSpan] = useState<{ of: number; span: Span } | null>(null);
  // While the finger drags, the playhead is where the finger is, not where the run has got to.
  const [dragged, setDragged] = useState<number | null>(null);
  const [table, setTable] = useState(false);
  const beside = tracks.length > 1;
  const done = dragged ?? position.request;
  const inside = dragged === null && position.event > 0;
  // Another run is shown whole again.
  const from = chosen?.of === requests ? chosen.span[0] : 0;
  const to = chosen?.of === requests ? chosen.span[1] : requests;
  const [left, right] = followed([from, to], done, requests);
  // Behind another page it has no width yet, and must not change its height when it is shown.
  const low = short || few || (width === 0 ? globalThis.innerWidth <= PHONE : width <= NARROW);
  const least = Math.round(low ? LOW_LANE * scale : Math.max(LANE, LETTERS * scale));
  const axis = Math.round(AXIS * scale);
  const lanes = tracks.reduce((sum, { ftl }) => sum + lanesOf(schemeOf(ftl).lanes, beside, low).length, 0);
  const between = (tracks.length - 1) * BETWEEN;
  const lane = Math.max(least, Math.floor((room - axis - between) / lanes));
  const layout = useMemo(() => {
    if (width === 0) return null;
    const sheets = tracks.flatMap(({ ftl, lanes, soFar }): Sheet[] => {
      const ids = lanesOf(schemeOf(ftl).lanes, beside, low);
      const common = { width, done, inside, hiddenFrom, lane, axis, ids, soFar };
      return lanes ? [{ ...common, lanes, span: [left, right] }] : [];
    });
    return sheets.length === tracks.length ? timelinesLayout(sheets, BETWEEN) : null;
  }, [tracks, beside, low, width, lane, axis, left, right, done, inside, hiddenFrom]);

  // Before the first paint: its height depends on its width, and what is above it must not jump.
  useLayoutEffect(() => {
    const surface = canvas.current;
    if (!surface) return;
    const measure = () => {
      const scale = Math.max(1, readPixels('t-11', surface) / 11);
      // In a hall they may have the place of the stage (looked.css).
      const room = readPixels('fills', surface) ? surface.clientHeight : 0;
      setSize({ width: surface.clientWidth, room, scale, few: readPixels('few', surface) > 0 });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(surface);
    const themed = onTheme(() => {
      measure();
      setTheme((count) => count + 1);
    });
    return () => {
      resized.disconnect();
      themed();
    };
  }, []);

  const flag = integer(done + (inside ? 1 : 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read again when the theme changes
  useEffect(() => {
    const surface = canvas.current;
    if (!surface || !layout) return;
    const font = `600 ${Math.round(11 * scale)}px ${getComputedStyle(surface).fontFamily}`;
    paintLanes(surface, layout, readColors(surface), font, globalThis.devicePixelRatio || 1, flag);
  }, [layout, scale, flag, theme]);

  // React listens to wheels passively: the page would scroll along.
  useEffect(() => {
    const surface = canvas.current;
    if (!surface) return;
    const turn = (event: WheelEvent) => {
      const along = Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (event.deltaX === 0 && event.deltaY === 0) return;
      event.preventDefault();
      const at = left + ((right - left) * (event.clientX - surface.getBoundingClientRect().left)) / width;
      const moved = Math.sign(along ? event.deltaX : 0) * (right - left) * 0.08;
      const span = along
        ? zoomed([left + moved, right + moved], 1, left + moved, requests)
        : zoomed([left, right], event.deltaY > 0 ? TURN : 1 / TURN, at, requests);
      setSpan({ of: requests, span });
    };
    surface.addEventListener('wheel', turn, { passive: false });
    return () => surface.removeEventListener('wheel', turn);
  }, [left, right, width, requests]);

  const drag = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const { left: edge } = event.currentTarget.getBoundingClientRect();
    seek(requestAt(event.clientX - edge, width, [left, right], requests));
  };
  const seek = (request: number) => {
    setDragged(request);
    onSeek(request);
  };
  const press = (event: React.KeyboardEvent) => {
    const far = Math.max(1, Math.round((right - left) / 10));
    const moves: Record<string, number> = {
      ArrowLeft: done - (inside ? 0 : 1),
      ArrowDown: done - (inside ? 0 : 1),
      ArrowRight: done + 1,
      ArrowUp: done + 1,
      PageUp: done + far,
      PageDown: done - far,
      Home: 0,
      End: requests,
    };
    const wanted = moves[event.key];
    if (wanted === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    seek(Math.max(0, Math.min(requests, wanted)));
  };
  const rest = () => setDragged(null);
  return (
    <div className={css.body} data-short={short || undefined}>
      <button
        type="button"
        className={`quiet small icon-only ${css.table}`}
        aria-label={m.transport_lanes_table()}
        title={m.transport_lanes_table()}
        onClick={() => setTable(true)}
      >
        <Icon name="table" />
      </button>
      <div className={css.names} data-beside={beside || undefined}>
        {tracks.map(({ name, ftl, counts }) => (
          <ul key={name} aria-label={name ? `${m.transport_lanes()}: ${name}` : m.transport_lanes()}>
            {lanesOf(schemeOf(ftl).lanes, beside, false).map((id, index) => (
              <li key={id} style={{ minHeight: least }}>
                {beside && (
                  <strong aria-hidden="true" title={name ?? undefined}>
                    {index === 0 && name}
                  </strong>
                )}
                <i
                  data-line={id === 'wa' || undefined}
                  style={{ background: `var(--${LANE_TONE[id]})` }}
                  aria-hidden="true"
                />
                <span>{laneText(id)}</span>
                <b>{counts[id]}</b>
              </li>
            ))}
          </ul>
        ))}
      </div>
      <div className={css.track}>
        <canvas
          ref={canvas}
          className={css.lanes}
          style={{ minHeight: axis + lanes * least + between }}
          role="slider"
          tabIndex={0}
          aria-label={m.transport_position()}
          aria-valuemin={0}
          aria-valuemax={requests}
          aria-valuenow={done}
          aria-valuetext={text}
          onKeyDown={press}
          onKeyUp={rest}
          onBlur={rest}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag(event);
          }}
          onPointerMove={(event) => {
            if (event.buttons & 1) drag(event);
          }}
          onPointerUp={rest}
          onPointerCancel={rest}
          onDoubleClick={() => setSpan(null)}
        />
      </div>
      {table && (
        <Suspense fallback={null}>
          <LanesTable {...{ tracks, hiddenFrom, onSeek }} close={() => setTable(false)} />
        </Suspense>
      )}
    </div>
  );
}
