/** Which mark, line or bar is whose. */
import { MARKS } from './Drawing';
import { type ChartSpec, isJoined, nameOf, type Series } from './spec';

export function Legend({ spec }: { spec: ChartSpec }) {
  return (
    <ul className="chart-legend">
      {spec.kind === 'bars'
        ? namesOf(spec).map((name) => (
            <Bars key={name} series={spec.series.filter((each) => each.name === name)} />
          ))
        : spec.series.map((series) => <Line key={nameOf(series)} {...{ spec, series }} />)}
    </ul>
  );
}

function Line({ spec, series }: { spec: ChartSpec; series: Series }) {
  return (
    <li className={`colour-${series.colour} ${series.origin}`}>
      <svg viewBox="-14 -8 28 16" aria-hidden="true">
        {isJoined(spec, series) && <path className="run" d="M-14,0H14" />}
        {series.origin !== 'form' && <path className="mark" d={MARKS[series.colour % MARKS.length]} />}
      </svg>
      {nameOf(series)}
    </li>
  );
}

function namesOf({ series }: ChartSpec): string[] {
  return [...new Set(series.map(({ name }) => name))];
}

/** Values that several have: a bar of each. */
function Bars({ series }: { series: readonly Series[] }) {
  const whose = series.flatMap((each) => each.whose ?? []);
  return (
    <li>
      {series.map(({ origin, colour }) => (
        <svg
          key={origin}
          viewBox="-9 -8 18 16"
          className={`colour-${colour} ${origin} half`}
          aria-hidden="true"
        >
          <path className="bar" d="M-8,-6h16v12h-16z" />
        </svg>
      ))}
      {series[0]?.name} {whose.length > 0 && <small>({whose.join(', ')})</small>}
    </li>
  );
}
