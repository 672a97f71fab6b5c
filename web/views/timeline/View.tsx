/** Lanes of what happened when, and the slider that goes there. */
import { lazy, type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { integer } from '../../base/format';
import { onTheme, readColors, readPixels } from '../../base/tokens';
import { m } from '../../i18n/compiled/messages.js';
import type { Lanes } from '../../protocol/generated/Lanes';
import type { Position } from '../../protocol/generated/Position';
import { LANE_TONE, paintLanes } from './draw';
import { lanesOf, laneText, requestAt, timelineLayout } from './layout';
import css from './timeline.module.css';

const LanesTable = lazy(() => import('./LanesTable'));

export interface TimelineProps {
  ftl: string;
  lanes: Lanes | null;
  position: Position;
  requests: number;
  /** Where the run stands, in words. */
  text: string;
  onSeek: (request: number) => void;
  /** The transport. */
  children?: ReactNode;
}

/** Half of the slider's thumb: its middle cannot come nearer to the edge. */
const INSET = 8;
const LEAST_LANE = 13;

export function TimelineView({ ftl, lanes, position, requests, text, onSeek, children }: TimelineProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [width, setWidth] = useState(0);
  const [lane, setLane] = useState(LEAST_LANE);
  const [theme, setTheme] = useState(0);
  // While the finger drags, the thumb is where the finger is, not where the run has got to.
  const [dragged, setDragged] = useState<number | null>(null);
  const [table, setTable] = useState(false);
  const ids = useMemo(() => lanesOf(ftl), [ftl]);
  const layout = useMemo(
    () => (lanes && width > 0 ? timelineLayout(lanes, ids, width, lane, INSET) : null),
    [lanes, ids, width, lane],
  );
  const at = position.request + (position.event > 0 ? 0.5 : 0);
  const x = INSET + ((width - INSET * 2) * at) / Math.max(1, requests);

  useEffect(() => {
    const surface = canvas.current;
    if (!surface) return;
    const measure = () => {
      setWidth(surface.clientWidth);
      // Hangul is taller than Latin letters of a size.
      setLane(Math.max(LEAST_LANE, Math.round(readPixels('label', surface) * 1.08)));
    };
    // Told of the first size too, once the page is laid out anyway.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: colours are read anew when the theme changes
  useEffect(() => {
    const surface = canvas.current;
    if (surface && layout) {
      paintLanes(surface, layout, readColors(surface), globalThis.devicePixelRatio || 1, x);
    }
  }, [layout, x, theme]);

  const drag = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const request = requestAt(event.clientX - left, width, INSET, requests);
    setDragged(request);
    onSeek(request);
  };
  const totals = new Map(layout?.lanes.map((lane) => [lane.id, lane.total]));
  return (
    <section className={`timeline ${css.timeline}`} aria-label={m.transport_region()}>
      {children}
      <div className={css.body}>
        <div className={css.names}>
          <ul aria-label={m.transport_lanes()}>
            {ids.map((id) => (
              <li key={id} style={{ height: lane }}>
                <i style={{ background: `var(--${LANE_TONE[id]})` }} aria-hidden="true" />
                <span>{laneText(id)}</span>
                <b>{integer(totals.get(id) ?? 0)}</b>
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => setTable(true)}>
            {m.transport_lanes_table()}
          </button>
        </div>
        <div className={css.track}>
          {/* The slider below is the same for the keyboard. */}
          <canvas
            ref={canvas}
            className={css.lanes}
            style={{ height: ids.length * lane }}
            onPointerDown={(event) => {
              event.currentTarget.setPointerCapture(event.pointerId);
              drag(event);
            }}
            onPointerMove={(event) => {
              if (event.buttons & 1) drag(event);
            }}
            onPointerUp={() => setDragged(null)}
            onPointerCancel={() => setDragged(null)}
          />
          <input
            type="range"
            className={css.slider}
            aria-label={m.transport_position()}
            aria-valuetext={text}
            min={0}
            max={requests}
            step={1}
            value={dragged ?? position.request}
            onChange={(event) => {
              const request = Number(event.target.value);
              setDragged(request);
              onSeek(request);
            }}
            onPointerUp={() => setDragged(null)}
            onKeyUp={() => setDragged(null)}
            onBlur={() => setDragged(null)}
          />
        </div>
      </div>
      {table && lanes && (
        <Suspense fallback={null}>
          <LanesTable {...{ lanes, ids, onSeek }} close={() => setTable(false)} />
        </Suspense>
      )}
    </section>
  );
}
