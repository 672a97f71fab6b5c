/** A chart with its legend, as a drawing or as a table, to be saved. */
import { useRef, useState } from 'react';
import { m } from '../i18n/compiled/messages.js';
import { useFailureWords } from '../i18n/failures';
import { Drawing } from './Drawing';
import { Legend } from './Legend';
import { FORMATS, type Format, saveChart } from './save';
import type { ChartSpec } from './spec';
import { Table } from './Table';

export interface ChartBoxProps {
  spec: ChartSpec;
  /** Begins the names of saved files: `dftl-6`. */
  file: string;
  /** The data saved along: the scenarios it was made from, and whose figures are in it. */
  along: unknown;
}

export function ChartBox({ spec, file, along }: ChartBoxProps) {
  const [table, setTable] = useState(false);
  const box = useRef<HTMLElement>(null);
  const [failed, setFailed] = useState<{ format: Format; reason: string } | null>(null);
  const words = useFailureWords();
  const save = async (format: Format) => {
    setFailed(null);
    try {
      await saveChart(format, { spec, file, along, box: box.current });
    } catch (error) {
      setFailed({ format, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <section className="chart-box" ref={box} aria-label={spec.name}>
      <Legend spec={spec} />
      {table ? <Table specs={[spec]} /> : <Drawing spec={spec} />}
      <footer>
        <button type="button" aria-pressed={table} onClick={() => setTable(!table)}>
          {m.chart_table()}
        </button>
        {FORMATS.map((format) => (
          <button
            key={format}
            type="button"
            aria-label={m.chart_save({ format, name: spec.name })}
            // A picture is of the drawing.
            disabled={table && (format === 'PNG' || format === 'SVG')}
            onClick={() => void save(format)}
          >
            {format}
          </button>
        ))}
      </footer>
      {failed && (
        <p className="trouble" role="alert">
          {m.chart_save_failed({ format: failed.format, reason: words(failed.reason) })}
        </p>
      )}
    </section>
  );
}
