/** How much spare space is enough for a write amplification: devices of other sizes are run until one block less is not. */
import { csvFormatRows } from 'd3-dsv';
import { type FormEvent, useId, useState } from 'react';
import { integer } from '../../../base/format';
import { saveAs } from '../../../base/save';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import { WideTable } from '../../../kit/WideTable';
import type { Preset } from '../../../model/plans/batch-compare';
import { cleans } from '../../../model/schemes';
import { csvOf, isEnough, type SpareFound } from '../../../model/what-if/spare';
import type { StartRun } from '../../../protocol/runs/pool';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { trimmedFill } from '../../cautions/assumed-words';
import { OwnSeed } from '../answer/OwnSeed';
import { RunSelect } from '../answer/RunSelect';
import { amplificationOf, sentences, spareOf, wantedOf, windowText } from './spare-words';
import { type Search, useSpare } from './use-spare';

interface SpareProps {
  start: StartRun;
  base: Base;
  /** Those that are done. */
  runs: readonly BatchComparison[];
  preset: Preset;
}

export default function Spare({ start, base, runs, preset }: SpareProps) {
  const searching = useSpare(start, base);
  const [chosen, setChosen] = useState(0);
  const [typed, setTyped] = useState('1.5');
  const id = useId();
  // Elsewhere spare blocks are no single pool: they are log blocks, or of one logical block each.
  const pooled = runs.filter(({ variant }) => cleans(variant.ftl));
  const run = pooled[chosen] ?? pooled[0];
  if (!run) return null;
  const wanted = wantedOf(typed);
  const assumed = trimmedFill(run.variant.scenario, base.trace?.summary.statistics ?? null);
  const search = searching.of.get(run.link());
  const find = (event: FormEvent) => {
    event.preventDefault();
    if (wanted !== null) searching.find(run, wanted);
  };
  return (
    <section className="sure" aria-label={m.spare_title()}>
      <h3>{m.spare_title()}</h3>
      <OwnSeed run={run} />
      <form className="asking" onSubmit={find}>
        <RunSelect
          label={m.spare_of()}
          runs={pooled}
          {...{ preset, chosen }}
          onChoose={setChosen}
          off={searching.cancel !== null}
        />
        <label htmlFor={id}>
          {m.spare_wanted()}
          <input
            id={id}
            className="cycles"
            inputMode="decimal"
            value={typed}
            aria-invalid={wanted === null}
            aria-describedby={wanted === null ? `${id}-wrong` : undefined}
            onChange={({ target }) => setTyped(target.value)}
          />
        </label>
        {searching.cancel ? (
          // A button of its own: the one that submits, in its place, would begin again.
          <button key="cancel" type="button" onClick={searching.cancel}>
            {m.app_cancel()}
          </button>
        ) : (
          <button key="find" type="submit" disabled={wanted === null}>
            {m.spare_find()}
          </button>
        )}
        <span role="status" className="quiet">
          {search?.is === 'searching' && progressText(search)}
        </span>
      </form>
      {wanted === null && (
        <p id={`${id}-wrong`} className="trouble" role="alert">
          {m.spare_wrong({ typed })}
        </p>
      )}
      {search && <Found search={search} assumed={assumed} />}
    </section>
  );
}

function progressText({ tried, blocks }: Search & { is: 'searching' }): string {
  if (blocks === null) return m.addresses_starting();
  return m.spare_progress({ tried: integer(tried), blocks: integer(blocks) });
}

function Found({ search, assumed }: { search: Search; assumed: readonly string[] }) {
  switch (search.is) {
    case 'searching':
      return null;
    case 'found':
      return <Answer found={search.found} assumed={assumed} />;
    case 'failed':
      return (
        <p className="trouble" role="alert">
          <FailureText text={search.failure.message} />.{' '}
          {search.failure.field === 'workload.repeat' ? (
            m.spare_unwritten()
          ) : (
            <FailureText text={search.failure.remedy} />
          )}
        </p>
      );
    case 'fault':
      return (
        <p className="trouble" role="alert">
          {m.batch_fault({ reason: search.reason })}
        </p>
      );
  }
}

function Answer({ found, assumed }: { found: SpareFound; assumed: readonly string[] }) {
  const heads = [
    m.spare_blocks(),
    m.spare_share(),
    m.batch_column_wa(),
    m.spare_enough(),
    m.spare_of_window(),
  ];
  return (
    <>
      <p>{[...sentences(found), ...assumed].join(' ')}</p>
      {found.outcome !== 'nothing_written' && (
        <>
          <WideTable label={m.spare_title()}>
            <thead>
              <tr>
                {heads.map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {found.runs.map((run) => (
                <tr key={run.blocks} className={run === found.found ? 'best' : undefined}>
                  <th scope="row">{integer(run.blocks)}</th>
                  <td>{spareOf(run)}</td>
                  <td>{amplificationOf(run)}</td>
                  <td>{isEnough(run.amplification, found.wanted) ? m.spare_yes() : m.spare_no()}</td>
                  <td>{windowText(run)}</td>
                </tr>
              ))}
            </tbody>
          </WideTable>
          <p className="asking">
            <button
              type="button"
              className="quiet small"
              title={m.spare_save_title()}
              onClick={() => saveAs('comparison-spare.csv', `${csvFormatRows(csvOf(found))}\n`, 'text/csv')}
            >
              {m.lifetime_save()}
            </button>
          </p>
          <p className="quiet">{m.spare_how({ of: found.found.steady === null ? 'written' : 'repeated' })}</p>
        </>
      )}
    </>
  );
}
