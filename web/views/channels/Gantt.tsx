/** Channels over time, drawn; and for keyboard and screen readers the operation that is active. */
import { useEffect, useRef, useState } from 'react';
import { duration } from '../../base/format';
import { readPixels } from '../../base/tokens';
import { m } from '../../i18n/compiled/messages.js';
import type { HostShown } from '../../protocol/generated/HostShown';
import css from './channels.module.css';
import { type Bar, type Gantt, ganttLayout, type Purpose, purposeOf } from './layout';
import { kindName, operationText, purposeName, requestText, when } from './words';

const PURPOSES: readonly Purpose[] = ['host', 'map', 'clean', 'pad'];
/** The height of the legend in a hall, of its letters'. */
const LEGEND = 3.2;

export function GanttChart({ host, zoom }: { host: HostShown; zoom: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0, label: 12 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => {
      const label = Number.parseFloat(getComputedStyle(element).fontSize) || 12;
      // In a hall they may have the place of the stage (looked.css), with the legend below.
      const fills = readPixels('fills', element);
      const height = fills > 0 ? element.clientHeight - (fills > 1 ? LEGEND * label : 0) : 0;
      setRoom({ width: element.clientWidth, height, label });
    };
    measure();
    const resized = new ResizeObserver(measure);
    resized.observe(element);
    return () => resized.disconnect();
  }, []);
  const gantt = room.width > 0 ? ganttLayout(host, room.width, room.label, zoom, room.height) : null;
  return (
    <div ref={box} className={css.gantt}>
      {gantt && <Picture gantt={gantt} host={host} label={room.label} />}
    </div>
  );
}

function Picture({ gantt, host, label }: { gantt: Gantt; host: HostShown; label: number }) {
  const { width, height, lanes, bars, strips, now, ticks, axis, left } = gantt;
  const [wanted, setActive] = useState<number | null>(null);
  const ids = [...new Set(bars.map((bar) => bar.operation.id))];
  // The operation that was active, or the one nearest to the current time.
  const fallback =
    bars.find((bar) => bar.operation.ended_us >= host.now_us)?.operation.id ?? ids.at(-1) ?? null;
  const active = wanted !== null && ids.includes(wanted) ? wanted : fallback;
  const operation = bars.find((bar) => bar.operation.id === active)?.operation ?? null;
  const own = bars.filter((bar) => bar.operation.id === active);
  const font = Math.max(9, label - 1.5);

  const press = (event: React.KeyboardEvent) => {
    if (!operation || event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(bars, operation.id, event.key);
    if (next === null) return;
    event.preventDefault();
    event.stopPropagation();
    setActive(next);
  };

  return (
    <>
      <svg width={width} height={height} aria-hidden="true" focusable="false">
        <defs>
          <pattern
            id="channels-clean"
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <rect width="6" height="6" className={css.clean} />
            <rect width="2" height="6" className={css.stripe} />
          </pattern>
          <pattern id="channels-pad" width="5" height="5" patternUnits="userSpaceOnUse">
            <rect width="5" height="5" className={css.pad} />
            <circle cx="2.5" cy="2.5" r="1.1" className={css.stripe} />
          </pattern>
          <pattern id="channels-map" width="5" height="5" patternUnits="userSpaceOnUse">
            <rect width="5" height="5" className={css.map} />
            <rect y="2" width="5" height="1.2" className={css.stripe} />
          </pattern>
        </defs>
        {strips.map(({ request, y, h, wait, service, heldUp }) => (
          <g key={request.number} className={css.request}>
            <text x={4} y={middle(y, h, font)} fontSize={font}>
              {requestText(request)}
            </text>
            <rect
              x={wait.x}
              y={y + h / 2 - 1.5}
              width={Math.max(0, wait.w)}
              height={3}
              className={css.wait}
            />
            {service && (
              <rect x={service.x} y={y + 1} width={service.w} height={h - 2} rx={3} className={css.service} />
            )}
            {heldUp > 0 && service && (
              <text
                x={Math.min(service.x + 3, width - 90)}
                y={middle(y, h, font)}
                fontSize={font}
                className={css.held}
              >
                {m.channels_behind({ time: duration(heldUp) })}
              </text>
            )}
          </g>
        ))}
        {lanes.map(({ channel, die, y, h }) => (
          <g key={`${channel} ${die}`} className={css.lane}>
            <rect x={left} y={y} width={Math.max(0, width - left - 8)} height={h} />
            <text x={4} y={middle(y, h, font)} fontSize={die === null ? font - 1 : font}>
              {die === null ? m.channels_lane_bus({ channel }) : m.channels_lane_die({ channel, die })}
            </text>
          </g>
        ))}
        {bars.map((bar) => (
          <BarOf key={`${bar.operation.id} ${bar.bus}`} bar={bar} font={font} />
        ))}
        {ticks.map(({ x, us }) => (
          <g key={us} className={css.tick}>
            <line x1={x} x2={x} y1={axis - 4} y2={axis} />
            <text
              x={x}
              y={axis + font + 1}
              fontSize={font}
              textAnchor={x > width - 3 * font ? 'end' : 'middle'}
            >
              {us === 0 ? '0' : duration(us)}
            </text>
          </g>
        ))}
        <line x1={now} x2={now} y1={0} y2={axis} className={css.now} />
        {own.map((bar) => (
          <rect
            key={`own ${bar.bus}`}
            x={bar.x - 2}
            y={bar.y - 2}
            width={bar.w + 4}
            height={bar.h + 4}
            rx={3}
            className={css.active}
          />
        ))}
      </svg>
      <ul className={css.legend} aria-label={m.channels_legend()}>
        {PURPOSES.map((purpose) => (
          <li key={purpose}>
            <i data-purpose={purpose} aria-hidden="true" />
            {purposeName(purpose)}
          </li>
        ))}
        <li>
          <i data-purpose="ahead" aria-hidden="true" />
          {m.channels_ahead()}
        </li>
      </ul>
      {operation && (
        // biome-ignore lint/a11y/useSemanticElements: what is drawn has no element of its own
        <div role="group" aria-label={m.channels_gantt()} aria-description={m.channels_gantt_hint()}>
          <div
            role="slider"
            tabIndex={0}
            className={css.told}
            aria-label={m.channels_operation_label()}
            aria-valuemin={1}
            aria-valuemax={ids.length}
            aria-valuenow={ids.indexOf(operation.id) + 1}
            aria-valuetext={operationText(operation, host.now_us)}
            onKeyDown={press}
          >
            {operationText(operation, host.now_us)}
          </div>
        </div>
      )}
    </>
  );
}

/** Where the foot of letters is that are in the middle of a line. */
function middle(y: number, h: number, font: number): number {
  return y + h / 2 + font * 0.36;
}

function BarOf({ bar, font }: { bar: Bar; font: number }) {
  const { operation, purpose, x, y, w, h, bus, ahead } = bar;
  const letter = { read: 'R', program: 'P', erase: 'E' }[operation.kind];
  return (
    <g className={css.bar} data-purpose={purpose} data-ahead={ahead || undefined} data-kind={operation.kind}>
      <rect x={x} y={y + 0.5} width={w} height={h - 1} rx={2} />
      {!bus && w > font && (
        <text x={x + w / 2} y={middle(y, h, font)} fontSize={font} textAnchor="middle">
          {letter}
        </text>
      )}
    </g>
  );
}

/** Left and right in time, up and down to the operation nearest in time of the next channel or die; Home and End. */
function neighbour(bars: Bar[], id: number, key: string): number | null {
  const all = [...new Map(bars.map((bar) => [bar.operation.id, bar.operation])).values()];
  const at = all.findIndex((each) => each.id === id);
  const here = all[at];
  if (!here) return null;
  switch (key) {
    case 'ArrowRight':
      return (all[at + 1] ?? here).id;
    case 'ArrowLeft':
      return (all[at - 1] ?? here).id;
    case 'Home':
      return all[0]?.id ?? null;
    case 'End':
      return all.at(-1)?.id ?? null;
    case 'ArrowDown':
    case 'ArrowUp': {
      const lane = (each: (typeof all)[number]) => each.channel * 4096 + each.die;
      const way = key === 'ArrowDown' ? 1 : -1;
      const others = all.filter((each) => Math.sign(lane(each) - lane(here)) === way);
      const next = Math.min(...others.map((each) => Math.abs(lane(each) - lane(here))));
      const near = others
        .filter((each) => Math.abs(lane(each) - lane(here)) === next)
        .sort((a, b) => Math.abs(a.started_us - here.started_us) - Math.abs(b.started_us - here.started_us));
      return (near[0] ?? here).id;
    }
    default:
      return null;
  }
}

/** The operations as a table: what is drawn, in figures. */
export function OperationsTable({ host }: { host: HostShown }) {
  return (
    <table className={css.table}>
      <caption>{m.channels_table()}</caption>
      <thead>
        <tr>
          <th scope="col">{m.channels_table_operation()}</th>
          <th scope="col">{m.channels_table_request()}</th>
          <th scope="col">{m.channels_table_block()}</th>
          <th scope="col">{m.channels_table_place()}</th>
          <th scope="col">{m.channels_table_purpose()}</th>
          <th scope="col">{m.channels_table_begins()}</th>
          <th scope="col">{m.channels_table_takes()}</th>
          <th scope="col">{m.channels_table_behind()}</th>
        </tr>
      </thead>
      <tbody>
        {host.operations.map((each) => (
          <tr key={each.id}>
            <th scope="row">{kindName(each.kind)}</th>
            <td>{each.request + 1}</td>
            <td>B{each.block}</td>
            <td>{m.channels_lane_die({ channel: each.channel, die: each.die })}</td>
            <td>{purposeName(purposeOf(each))}</td>
            <td>{when(each.started_us, host.now_us)}</td>
            <td>{duration(each.ended_us - each.started_us)}</td>
            <td>{each.held_up_us > 0 ? duration(each.held_up_us) : '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
