/** Write amplification along the run, with the closed form that predicts it where there is one. */
import { useEffect, useMemo, useState } from 'react';
import { decimal, integer, percent } from '../../base/format';
import { useDrawing } from '../../base/use-drawing';
import { m } from '../../i18n/compiled/messages.js';
import { type ClosedForm, closedFormOf } from '../../model/closed-form';
import type { Lanes } from '../../protocol/generated/Lanes';
import { loadModels, type Models } from '../../protocol/models';
import { chartOf, rowsOf, type Sample, samplesOf, wholeOf } from './layout';

/** Until it is laid out. */
const FIRST = { width: 280, em: 11 };
/** In ems, as metrics.css has it. */
const HEIGHT = 11;
const ROWS = 12;
/** Width of a digit, in ems. */
const DIGIT = 0.62;

/** The expected value: by which equation; or why there is none. */
type Expected = { equation: ClosedForm['equation']; amplification: number } | 'none' | 'loading' | 'failed';

/** Loads the models when there is something to compute. */
export default function Amplification({ lanes, canonical }: { lanes: Lanes; canonical: string }) {
  const form = useMemo(() => closedFormOf(canonical), [canonical]);
  const [models, setModels] = useState<Models | 'failed' | null>(null);
  const wanted = form !== null && models === null;
  useEffect(() => {
    if (!wanted) return;
    let here = true;
    loadModels().then(
      (loaded) => here && setModels(loaded),
      () => here && setModels('failed'),
    );
    return () => {
      here = false;
    };
  }, [wanted]);
  return <AmplificationView lanes={lanes} expected={expectedOf(form, models)} />;
}

function expectedOf(form: ClosedForm | null, models: Models | 'failed' | null): Expected {
  if (!form) return 'none';
  if (!models) return 'loading';
  if (models === 'failed') return 'failed';
  const amplification = models.writeAmplification(form.alpha, form.pagesPerBlock, form.r, form.f);
  return Number.isNaN(amplification) ? 'none' : { equation: form.equation, amplification };
}

export function AmplificationView({ lanes, expected }: { lanes: Lanes; expected: Expected }) {
  const [table, setTable] = useState(false);
  const samples = useMemo(() => samplesOf(lanes), [lanes]);
  const last = samples.at(-1);
  const predicted = typeof expected === 'object' ? expected.amplification : null;
  return (
    <section className="course" aria-label={m.metrics_course()}>
      <header>
        <h3>{m.metrics_course()}</h3>
        {samples.length > 0 && (
          <button type="button" aria-pressed={table} onClick={() => setTable(!table)}>
            {m.metrics_as_table()}
          </button>
        )}
      </header>
      {!last ? (
        <p className="quiet">{m.metrics_course_empty()}</p>
      ) : table ? (
        <Table samples={rowsOf(samples, ROWS)} predicted={predicted} />
      ) : (
        <Curve lanes={lanes} samples={samples} predicted={predicted} />
      )}
      <p className="legend">
        {last && (
          <span className="measured">{m.metrics_measured({ value: decimal(last.amplification) })}</span>
        )}
        <Prediction expected={expected} measured={last?.amplification ?? null} />
      </p>
    </section>
  );
}

function Prediction({ expected, measured }: { expected: Expected; measured: number | null }) {
  if (expected === 'loading') return null;
  if (expected === 'none') return <span className="quiet">{m.metrics_no_closed_form()}</span>;
  if (expected === 'failed') return <span className="quiet">{m.metrics_closed_form_failed()}</span>;
  const { equation, amplification } = expected;
  const residual = measured === null ? null : measured / amplification - 1;
  return (
    <>
      <span className="predicted" title={m.metrics_closed_form_help()}>
        {m.metrics_closed_form({ equation, value: decimal(amplification) })}
      </span>
      {residual !== null && <span>{m.metrics_residual({ share: signed(residual) })}</span>}
    </>
  );
}

function Table({ samples, predicted }: { samples: Sample[]; predicted: number | null }) {
  return (
    <table className="figures">
      <thead>
        <tr>
          <th scope="col">{m.metrics_host_writes()}</th>
          <th scope="col">{m.metrics_write_amplification()}</th>
          {predicted !== null && <th scope="col">{m.metrics_residual_column()}</th>}
        </tr>
      </thead>
      <tbody>
        {samples.map(({ written, amplification }) => (
          <tr key={written}>
            <th scope="row">{integer(written)}</th>
            <td>{decimal(amplification)}</td>
            {predicted !== null && <td>{signed(amplification / predicted - 1)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The table says the same to those who do not see it. */
function Curve({ lanes, samples, predicted }: { lanes: Lanes; samples: Sample[]; predicted: number | null }) {
  const [svg, { width, em }] = useDrawing(FIRST);
  const height = HEIGHT * em;
  const room = { left: 2.8 * em, right: width - em / 2, top: 0.8 * em, bottom: height - 1.8 * em };
  const whole = wholeOf(lanes);
  const chart = chartOf(samples, predicted, whole, room);
  // In the middle of what the numbers at both ends leave.
  const middle = (room.left + DIGIT * em + room.right - integer(whole).length * DIGIT * em) / 2;
  return (
    <svg ref={svg} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {chart.up.map(({ y, value }) => (
        <g key={value}>
          <line className="grid" x1={room.left} x2={room.right} y1={y} y2={y} />
          <text x={room.left - em / 3} y={y} dy="0.32em" textAnchor="end">
            {decimal(value, value % 1 === 0 ? 0 : 1)}
          </text>
        </g>
      ))}
      {chart.across.map(({ x, value }, i) => (
        <text key={value} x={x} y={height - em / 2} textAnchor={i === 0 ? 'start' : 'end'}>
          {integer(value)}
        </text>
      ))}
      <text x={middle} y={height - em / 2} textAnchor="middle">
        {m.metrics_host_writes()}
      </text>
      {chart.predicted !== null && (
        <line
          className="predicted"
          x1={room.left}
          x2={room.right}
          y1={chart.predicted}
          y2={chart.predicted}
        />
      )}
      <path className="measured" d={chart.path} />
    </svg>
  );
}

function signed(share: number): string {
  return `${share < 0 ? '−' : '+'}${percent(Math.abs(share), 1)}`;
}
