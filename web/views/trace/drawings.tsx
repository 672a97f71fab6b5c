/** The small drawings of a trace. Their content is said beside them, and listed in full below the panels. */
import { scaleLinear } from 'd3-scale';
import { useDrawing } from '../../base/use-drawing';
import { m } from '../../i18n/compiled/messages.js';

/** Until it is laid out. */
const FIRST = { width: 370, height: 150, em: 11 };

interface UpDownProps {
  /** The content in a sentence. */
  label: string;
  up: readonly number[];
  /** Absent: nothing goes down. */
  down?: readonly number[];
  /** Below each bar, or below every this many. */
  name: (index: number) => string;
  every: number;
  /** Where something is to be seen: with a line before that bar. */
  note?: { at: number; text: string; line?: boolean } | null;
  /** Bars beside the point. */
  soft?: (index: number) => boolean;
  /** Neither reads nor writes. */
  plain?: boolean;
}

/** Bars on a line, writes up and reads down, on one scale. */
export function UpDown({ label, up, down = [], name, every, note, soft, plain }: UpDownProps) {
  const [svg, { width, height = FIRST.height, em }] = useDrawing(FIRST);
  const [most, least] = [Math.max(0, ...up), Math.max(0, ...down)];
  const [top, foot] = [note ? 1.6 * em : 0.4 * em, 1.7 * em];
  const scale = (height - top - foot) / Math.max(1, most + least);
  const zero = top + most * scale;
  const step = width / Math.max(1, up.length);
  const bar = Math.min(40, 0.82 * step);
  const place = (i: number) => (i + 0.5) * step - bar / 2;
  // A value above 0 is visible, be it ever so little.
  const high = (count: number) => (count > 0 ? Math.max(1, count * scale - 1) : 0);
  return (
    <svg ref={svg} className="trace-drawing" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {up.map((count, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bars are told apart by their place
        <g key={i}>
          <rect
            className={soft?.(i) ? 'soft' : plain ? 'plain' : 'host'}
            x={place(i)}
            y={zero - 1 - high(count)}
            width={bar}
            height={high(count)}
            rx={2}
          />
          <rect className="read" x={place(i)} y={zero + 1} width={bar} height={high(down[i] ?? 0)} rx={2} />
          {i % every === 0 && (
            <text
              x={place(i) + bar / 2}
              y={height - 0.3 * em}
              textAnchor={i === 0 && step < 30 ? 'start' : 'middle'}
            >
              {name(i)}
            </text>
          )}
        </g>
      ))}
      <path className="zero" d={`M0,${zero}H${width}`} />
      {note && (
        <>
          {note.line && <path className="since" d={`M${note.at * step},0V${height - foot}`} />}
          <text
            className="note"
            x={note.at * step + (note.at * 2 > up.length ? -0.6 : 0.6) * em}
            y={em}
            textAnchor={note.at * 2 > up.length ? 'end' : 'start'}
          >
            {note.text}
          </text>
        </>
      )}
    </svg>
  );
}

interface HotCurveProps {
  label: string;
  /** Share of the pages, share of the writes; ascending. */
  points: readonly { x: number; y: number }[];
  chosen: { x: number; y: number };
}

/** The share of the writes that the hottest pages take; the diagonal is where all are as hot. */
export function HotCurve({ label, points, chosen }: HotCurveProps) {
  const [svg, { width, height = FIRST.height, em }] = useDrawing(FIRST);
  const x = scaleLinear([0, 1], [8, width - 8]);
  const y = scaleLinear([0, 1], [height - 1.9 * em, 8]);
  const way = [{ x: 0, y: 0 }, ...points, { x: 1, y: 1 }].map((p) => `${x(p.x)},${y(p.y)}`).join('L');
  return (
    <svg ref={svg} className="trace-drawing" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <path className="even" d={`M${x(0)},${y(0)}L${x(1)},${y(1)}`} />
      <path className="area" d={`M${way}V${y(0)}Z`} />
      <path className="curve" d={`M${way}`} />
      <path className="zero" d={`M${x(0)},${y(0)}H${x(1)}`} />
      <circle cx={x(chosen.x)} cy={y(chosen.y)} r={4.5} />
      <text x={x(0)} y={height - 0.3 * em}>
        {m.trace_hottest()}
      </text>
      <text x={x(1)} y={height - 0.3 * em} textAnchor="end">
        {m.trace_coldest()}
      </text>
    </svg>
  );
}
