/** The charts of the sources: ours beside what each reports. Readings that came with the page, until they are made anew here. */
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '../../../base/use-language';
import { m } from '../../../i18n/compiled/messages.js';
import type { Models } from '../../../protocol/models';
import type { StartRun } from '../../../protocol/pool';
import type { StartEngine } from '../use-runs';
import { desnoyersFigures } from './desnoyers-figures';
import { WORKLOADS, type Workload } from './dftl';
import { dftlFigures } from './dftl-figures';
import { RECORDED } from './experiment';
import { FigureSection } from './FigureSection';
import { lifetimeFigures } from './lifetime-figures';
import { momentFigure } from './moment-figure';
import { rateFigure } from './rate-figure';
import { useReadings } from './use-readings';
import './charts.css';

export interface ChartsProps {
  /** Neither may change between renders. */
  engine: StartEngine;
  startRun: StartRun;
  /** `null` while they load or if they did not: lines of closed forms are missing then. */
  models: Models | null;
}

const NAMES: Record<Workload, () => string> = {
  financial: m.sources_workload_financial,
  financial_apart: m.sources_workload_financial_apart,
  tpch: m.sources_workload_tpch,
  financial_full: m.sources_workload_financial_full,
};

export function Charts({ engine, startRun, models }: ChartsProps) {
  const [workload, setWorkload] = useState<Workload>('financial');
  /** Places of the figures that are open: what is closed is not there, for one page holds many. */
  const [open, setOpen] = useState<readonly number[]>([0]);
  const printing = usePrinting();
  const runs = useReadings(engine, startRun);
  const { of } = runs;
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: figures hold texts of the language
  const figures = useMemo(() => {
    const readings = (key: string) => {
      const run = of[key];
      return run?.state === 'done' ? run.result : RECORDED[key];
    };
    const [six, seven, eight, ...more] = dftlFigures(workload, readings);
    return [
      ...[six, seven, eight, rateFigure(readings), momentFigure(readings), ...more],
      ...[...desnoyersFigures(models, readings), ...lifetimeFigures(readings)],
    ].filter((figure) => figure !== undefined);
  }, [workload, models, of, language]);
  const allOpen = open.length === figures.length;
  return (
    <section className="sources" aria-labelledby="sources">
      <h3 id="sources">{m.sources_title()}</h3>
      <p>{m.sources_intro()}</p>
      <p className="quiet">{m.sources_recorded()}</p>
      <p>
        <label>
          {m.sources_workload()}{' '}
          <select
            value={workload}
            onChange={({ target }) => {
              const chosen = WORKLOADS.find((each) => each === target.value);
              if (chosen) setWorkload(chosen);
            }}
          >
            {WORKLOADS.map((each) => (
              <option key={each} value={each}>
                {NAMES[each]()}
              </option>
            ))}
          </select>
        </label>
      </p>
      <p>
        <button type="button" onClick={() => setOpen(allOpen ? [] : figures.map((_, at) => at))}>
          {allOpen ? m.sources_close_all() : m.sources_open_all()}
        </button>
      </p>
      {figures.map((figure, at) => (
        <FigureSection
          key={figure.title}
          {...{ figure, runs }}
          open={printing || open.includes(at)}
          setOpen={(now) =>
            setOpen((before) => [...before.filter((each) => each !== at), ...(now ? [at] : [])])
          }
        />
      ))}
    </section>
  );
}

/** Whether the page is being printed: what is to be on paper has to be there before. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return printing;
}
