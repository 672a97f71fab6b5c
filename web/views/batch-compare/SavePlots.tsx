/** Under the dot plots: to be saved as a picture for print, or as a table with the intervals. */
import { useState } from 'react';
import { saveAs } from '../../base/save';
import { pngOf } from '../../chart/draw';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import type { Preset } from '../../model/plans/batch-compare';
import type { BatchComparison } from '../../state/plans/batch-compare';
import { byOf } from './about';
import { figureLines, figuresCsv } from './answer/figures-csv';
import type { Row } from './plots';
import { plotsPicture } from './plots-picture';

const FORMATS = ['PNG', 'SVG', 'CSV'] as const;
type Format = (typeof FORMATS)[number];
/** 384 dots an inch. */
const FINER = 4;

interface SavePlotsProps {
  runs: readonly BatchComparison[];
  preset: Preset;
  rows: readonly Row[];
  baseline: number;
  /** Of the trace that all serve. */
  traceHash: string | null;
  /** The data from which all can be made again. */
  along: () => unknown;
}

export default function SavePlots({ runs, preset, rows, baseline, traceHash, along }: SavePlotsProps) {
  const [failed, setFailed] = useState<{ format: Format; reason: string } | null>(null);
  const words = useFailureWords();
  const against = runs[baseline];
  if (!against) return null;
  const picture = () => plotsPicture(m.batch_figures(), rows, baseline, byOf(runs, preset), along());
  const content: Record<Format, () => Promise<Blob>> = {
    PNG: () => pngOf(picture(), FINER),
    SVG: async () => new Blob([picture()], { type: 'image/svg+xml' }),
    CSV: async () =>
      new Blob([figuresCsv(figureLines(runs, preset, against, traceHash))], { type: 'text/csv' }),
  };
  const save = async (format: Format) => {
    setFailed(null);
    try {
      const made = await content[format]();
      saveAs(`comparison.${format.toLowerCase()}`, made, made.type);
    } catch (error) {
      setFailed({ format, reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <footer className="plots-saved">
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          className="quiet small"
          aria-label={m.chart_save({ format, name: m.batch_figures() })}
          onClick={() => void save(format)}
        >
          {format}
        </button>
      ))}
      {failed && (
        <p className="trouble" role="alert">
          {m.chart_save_failed({ format: failed.format, reason: words(failed.reason) })}
        </p>
      )}
    </footer>
  );
}
