/** Charts over the same values as one table: a row a value, a column a series; what has a run leads to it. */
import { shownOn } from './layout';
import { type ChartSpec, listedOf, nameOf, pointAt } from './spec';

export function Table({ specs }: { specs: readonly ChartSpec[] }) {
  const [first] = specs;
  if (!first) return null;
  const values = [...new Set(specs.flatMap(listedOf))].sort((a, b) => a - b);
  return (
    <div className="chart-table">
      <table>
        <thead>
          <tr>
            <th rowSpan={2} scope="col">
              {first.x.name}
            </th>
            {specs.map(({ name, series }) => (
              <th key={name} colSpan={series.length} scope="colgroup">
                {name}
              </th>
            ))}
          </tr>
          <tr>
            {specs.map((spec) =>
              spec.series.map((series) => (
                <th key={`${spec.name}/${nameOf(series)}`} scope="col">
                  {nameOf(series)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {values.map((value) => (
            <tr key={value}>
              <th scope="row">{shownOn(first.x, value)}</th>
              {specs.map((spec) =>
                spec.series.map((series) => {
                  const point = pointAt(series, value);
                  const text = point && shownOn(spec.y, point.y);
                  return (
                    <td key={`${spec.name}/${nameOf(series)}`}>
                      {point?.link ? <a href={point.link}>{text}</a> : text}
                    </td>
                  );
                }),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
