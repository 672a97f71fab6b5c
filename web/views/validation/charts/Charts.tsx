/** The charts of the sources: ours beside what each reports. Readings that came with the page, until they are made again here. */
import { useEffect, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLanguage } from '../../../base/use-language';
import { m } from '../../../i18n/compiled/messages.js';
import type { Models } from '../../../protocol/models';
import type { StartRun } from '../../../protocol/runs/pool';
import type { StartEngine } from '../../use-runs';
import { RECORDED } from '../runs/experiment';
import { FigureSection } from './FigureSection';
import type { Figure } from './figure';
import { HuClaims } from './HuClaims';
import { choicesOf, figuresIn, HU, OTHERS } from './sources';
import { useReadings } from './use-readings';
import { say, type Value } from './words';
import './charts.css';

export interface ChartsProps {
  /** Neither may change between renders. */
  engine: StartEngine;
  startRun: StartRun;
  /** `null` while they load or if they did not: lines of closed forms are missing then. */
  models: Models | null;
}

const WORKLOADS = choicesOf(OTHERS);
const TRACES = choicesOf(HU);

export function Charts({ engine, startRun, models }: ChartsProps) {
  const [workload, setWorkload] = useState(WORKLOADS[0] as Value);
  const [trace, setTrace] = useState(TRACES[0] as Value);
  /** The figures that are open: what is closed is not there, for one page holds many. Open stays open with another workload. */
  const [open, setOpen] = useState<readonly string[]>(['dftl-6']);
  const printing = usePrinting();
  const runs = useReadings(engine, startRun);
  const { of } = runs;
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: figures hold texts of the language
  const { figures, hus, readings } = useMemo(() => {
    const readings = (key: string) => {
      const run = of[key];
      return run?.state === 'done' ? run.result : RECORDED[key];
    };
    const figures = figuresIn(OTHERS, workload, readings, models);
    return { figures, hus: figuresIn(HU, trace, readings, models), readings };
  }, [workload, trace, models, of, language]);
  const places = [...figures, ...hus].map(({ place }) => place);
  const allOpen = places.every((place) => open.includes(place));
  const section = (figure: Figure) => {
    const { place } = figure;
    return (
      <FigureSection
        key={place}
        {...{ figure, runs }}
        open={printing || open.includes(place)}
        setOpen={(now) =>
          setOpen((before) => [...before.filter((each) => each !== place), ...(now ? [place] : [])])
        }
      />
    );
  };
  return (
    <>
      <section className="sources" aria-labelledby="sources">
        <h3 id="sources">{m.sources_title()}</h3>
        <p>{m.sources_intro()}</p>
        <p className="quiet">{m.sources_recorded()}</p>
        <Choice label={m.sources_workload()} values={WORKLOADS} value={workload} choose={setWorkload} />
        <p>
          <button type="button" onClick={() => setOpen(allOpen ? [] : places)}>
            {allOpen ? m.sources_close_all() : m.sources_open_all()}
          </button>
        </p>
        {figures.map(section)}
      </section>
      <section className="sources" aria-labelledby="hu">
        <h3 id="hu">{m.hu_heading()}</h3>
        <p>{m.hu_intro()}</p>
        <HuClaims readings={readings} />
        <Choice label={m.hu_workload()} values={TRACES} value={trace} choose={setTrace} />
        {hus.map(section)}
      </section>
    </>
  );
}

interface ChoiceProps {
  label: string;
  values: readonly Value[];
  value: Value;
  choose: (value: Value) => void;
}

function Choice({ label, values, value, choose }: ChoiceProps) {
  return (
    <p>
      <label>
        {label}{' '}
        <select
          value={value.value}
          onChange={({ target }) => {
            const chosen = values.find((each) => each.value === target.value);
            if (chosen) choose(chosen);
          }}
        >
          {values.map((each) => (
            <option key={each.value} value={each.value}>
              {say('{it}', { it: each })}
            </option>
          ))}
        </select>
      </label>
    </p>
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
