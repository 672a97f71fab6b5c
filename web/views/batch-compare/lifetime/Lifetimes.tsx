/** How long the drive would last under each run, from the erases that were simulated, beside Hu's equation. */
import { csvFormatRows } from 'd3-dsv';
import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { integer, percent } from '../../../base/format';
import { saveAs } from '../../../base/save';
import { m } from '../../../i18n/compiled/messages.js';
import { WideTable } from '../../../kit/WideTable';
import type { Preset } from '../../../model/plans/batch-compare';
import {
  csvOf,
  type Filed,
  freshOf,
  type Lasting,
  type Lifetime,
  lifetimeOf,
} from '../../../model/what-if/lifetime';
import { type Endurance, loadEndurance } from '../../../protocol/models';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { preferences } from '../../../state/preferences';
import { scenarioHash } from '../answer/figures-csv';
import { variantName } from '../words';
import { cyclesOf, figure, freshTexts, huText, sentences, terabytesText, yearsText } from './lifetime-words';

interface LifetimesProps {
  /** Those that are done. */
  runs: readonly BatchComparison[];
  preset: Preset;
  /** Of the trace that all serve. */
  traceHash: string | null;
}

/** Loads the closed forms. */
export default function Lifetimes({ runs, preset, traceHash }: LifetimesProps) {
  const [endurance, setEndurance] = useState<{ of: Endurance } | { failed: string } | null>(null);
  useEffect(() => {
    let here = true;
    loadEndurance().then(
      (of) => here && setEndurance({ of }),
      (error: unknown) => here && setEndurance({ failed: String(error) }),
    );
    return () => {
      here = false;
    };
  }, []);
  if (endurance === null) return null;
  if ('failed' in endurance)
    return (
      <p className="trouble" role="alert">
        {m.lifetime_failed({ reason: endurance.failed })}
      </p>
    );
  return <LifetimesView {...{ runs, preset, traceHash }} endurance={endurance.of} />;
}

function LifetimesView({ runs, preset, traceHash, endurance }: LifetimesProps & { endurance: Endurance }) {
  const cycles = useStore(preferences, (kept) => kept.cycles);
  const named = runs.flatMap((run): Filed[] => {
    const { variant, stage } = run;
    return stage.is === 'done'
      ? [
          {
            name: variantName(variant, preset),
            scenarioHash: scenarioHash(run),
            traceHash,
            seeds: Math.max(1, stage.seeds.length),
            lifetime: lifetimeOf(endurance, stage.report, variant.scenario, cycles),
          },
        ]
      : [];
  });
  const lasting = named.flatMap(({ name, lifetime }) =>
    typeof lifetime.lasting === 'string' ? [] : [{ name, of: lifetime.lasting, fresh: freshOf(lifetime) }],
  );
  const [first] = lasting;
  // Victims of the others had copies of a drive that was not in use yet.
  const used = lasting.find(({ fresh }) => fresh === 0);
  const columns = columnsOf(lasting.map(({ of }) => of));
  return (
    <section className="sure" aria-label={m.lifetime_title()}>
      <h3>{m.lifetime_title()}</h3>
      <div className="asking">
        <Cycles value={cycles} />
        {first && (
          <button
            type="button"
            className="quiet small"
            title={m.lifetime_save_title()}
            onClick={() => saveAs('comparison-lifetime.csv', `${csvFormatRows(csvOf(named))}\n`, 'text/csv')}
          >
            {m.lifetime_save()}
          </button>
        )}
      </div>
      {first && (
        <WideTable label={m.lifetime_title()}>
          <thead>
            <tr>
              {[m.batch_column_run(), ...columns.map(([head]) => head)].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {named.map(({ name, lifetime }) => (
              <Row key={name} {...{ name, lifetime, columns }} />
            ))}
          </tbody>
        </WideTable>
      )}
      <div className="quiet">
        {sentences(named).map((said) => (
          <p key={said}>{said}</p>
        ))}
        {first && <p>{m.lifetime_how({ cycles: integer(cycles) })}</p>}
        {freshTexts(named).map((said) => (
          <p key={said}>{said}</p>
        ))}
        {used && <p>{huText(used.name, used.of)}</p>}
      </div>
    </section>
  );
}

type Column = [head: string, of: (lasting: Lasting) => string];

interface RowProps {
  name: string;
  lifetime: Lifetime;
  columns: readonly Column[];
}

function Row({ name, lifetime: { lasting }, columns }: RowProps) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {columns.map(([head, of]) => (
        <td key={head}>{typeof lasting === 'string' ? m.metrics_none() : of(lasting)}</td>
      ))}
    </tr>
  );
}

/** Days where requests have times, otherwise passes. */
function columnsOf(all: readonly Lasting[]): Column[] {
  const timed = all.some(({ mean }) => mean.years !== null);
  const lasts = ({ years, passes }: { years: number | null; passes: number }) =>
    years === null ? m.lifetime_passes({ n: figure(passes) }) : yearsText(years);
  return [
    [m.lifetime_lasts(), ({ mean }) => lasts(mean)],
    [m.lifetime_most(), ({ most }) => lasts(most)],
    timed
      ? [
          m.lifetime_per_day(),
          ({ mean: { erasesPerDay } }) => (erasesPerDay === null ? m.metrics_none() : figure(erasesPerDay)),
        ]
      : [m.lifetime_per_pass(), ({ mean }) => figure(mean.erases)],
    [m.lifetime_tbw(), (of) => terabytesText(of.terabytes)],
    [m.lifetime_share(), ({ share }) => percent(share, 1)],
    [m.lifetime_hu(), ({ hu }) => lasts(hu)],
    [m.lifetime_hu_tbw(), ({ hu }) => terabytesText(hu.terabytes)],
    [m.lifetime_hu_share(), ({ hu }) => percent(hu.share, 1)],
  ];
}

/** Kept for the next visit. A text that is no number yet stays in the input, and the figures stay. */
function Cycles({ value }: { value: number }) {
  const [draft, setDraft] = useState<string | null>(null);
  const wrong = draft !== null && cyclesOf(draft) === null;
  const id = useId();
  return (
    <>
      <label htmlFor={id}>
        {m.lifetime_cycles()}
        <input
          id={id}
          className="cycles"
          inputMode="numeric"
          value={draft ?? integer(value)}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-wrong` : undefined}
          onChange={({ target }) => {
            setDraft(target.value);
            const cycles = cyclesOf(target.value);
            if (cycles !== null) preferences.getState().set({ cycles });
          }}
          onBlur={() => !wrong && setDraft(null)}
        />
      </label>
      {wrong && (
        <span id={`${id}-wrong`} className="trouble" role="alert">
          {m.lifetime_cycles_wrong({ typed: draft })}
        </span>
      )}
    </>
  );
}
