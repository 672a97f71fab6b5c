/** Which addresses cause the copies of a run: a picture over addresses and requests, and the ranges that are copied most. */
import { csvFormatRows } from 'd3-dsv';
import { useState } from 'react';
import { integer, percent } from '../../../base/format';
import { saveAs } from '../../../base/save';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import { WideTable } from '../../../kit/WideTable';
import type { Preset } from '../../../model/plans/batch-compare';
import type { Ledger } from '../../../protocol/generated/Ledger';
import type { Base, BatchComparison } from '../../../state/plans/batch-compare';
import { type Run, type StartEngine, useRuns } from '../../use-runs';
import { OwnSeed } from '../answer/OwnSeed';
import { RunSelect } from '../answer/RunSelect';
import { type Names, placeText, rateText, sentences, unitText } from './addresses-words';
import { copied, csvOf, type Job, ledgerOf } from './ledger';
import { PictureOf } from './PictureOf';
import './addresses.css';

interface AddressesProps {
  engine: StartEngine;
  base: Base;
  /** Those that are done. */
  runs: readonly BatchComparison[];
  preset: Preset;
}

/** Rows of the table before all are asked for. */
const FIRST = 8;

export default function Addresses({ engine, base, runs, preset }: AddressesProps) {
  const [chosen, setChosen] = useState(0);
  const ledgers = useRuns<Job, Ledger>(engine, ledgerOf);
  const run = runs[chosen] ?? runs[0];
  if (!run) return null;
  // Its scenario and its trace: another comparison may have a run of the same name.
  const key = run.link();
  const ledger = ledgers.of[key];
  const busy = ledger?.state === 'running' || ledger?.state === 'waiting';
  const { trace } = base;
  return (
    <section className="sure addresses" aria-label={m.addresses_title()}>
      <h3>{m.addresses_title()}</h3>
      <OwnSeed run={run} />
      <p className="asking">
        <RunSelect
          label={m.addresses_of()}
          runs={runs}
          {...{ preset, chosen }}
          onChoose={setChosen}
          off={busy}
        />
        {busy ? (
          <button type="button" onClick={() => ledgers.cancel([key])}>
            {m.app_cancel()}
          </button>
        ) : (
          <button type="button" onClick={() => ledgers.run([{ key, run, trace }])}>
            {m.addresses_find()}
          </button>
        )}
        <span role="status" className="quiet">
          {busy && progressText(ledger)}
        </span>
      </p>
      {ledger?.state === 'failed' && (
        <p className="trouble" role="alert">
          <FailureText text={ledger.reason} />
        </p>
      )}
      {ledger?.state === 'done' && <Found ledger={ledger.result} names={namesOf(base)} />}
    </section>
  );
}

function progressText(run: Run<Ledger>): string {
  const progress = run.state === 'running' ? run.progress : null;
  return progress
    ? m.addresses_progress({ done: integer(progress.requests), all: integer(progress.total) })
    : m.addresses_starting();
}

/** Of the devices of the trace, by their numbers. */
function namesOf({ trace }: Base): Names {
  return new Map(trace?.summary.import.devices.map(({ device, name }) => [device, name]));
}

function Found({ ledger, names }: { ledger: Ledger; names: Names }) {
  const [all, setAll] = useState(false);
  const ranges = copied(ledger);
  const shown = all ? ranges : ranges.slice(0, FIRST);
  return (
    <>
      <p>{sentences(ledger).join(' ')}</p>
      <PictureOf {...{ ledger, names }} />
      {shown.length > 0 && (
        <WideTable label={m.addresses_title()}>
          <thead>
            <tr>
              {[
                unitText(ledger.unit),
                m.addresses_pages(),
                m.addresses_writes(),
                m.addresses_copies(),
                m.addresses_share(),
                m.addresses_rate(),
              ].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((range) => (
              <tr key={`${range.device} ${range.from}`}>
                <th scope="row">{placeText(range, names)}</th>
                <td>{integer(range.pages)}</td>
                <td>{integer(range.counts.writes)}</td>
                <td>{integer(range.counts.copies)}</td>
                <td>{percent(range.counts.copies / ledger.all.copies, 1)}</td>
                <td>{rateText(range.counts)}</td>
              </tr>
            ))}
          </tbody>
        </WideTable>
      )}
      {ledger.elsewhere.copies > 0 && (
        <p className="quiet">
          {m.addresses_elsewhere({
            n: ledger.elsewhere.copies,
            copies: integer(ledger.elsewhere.copies),
            share: percent(ledger.elsewhere.copies / ledger.all.copies, 1),
          })}
        </p>
      )}
      <p className="asking">
        {ranges.length > shown.length && (
          <button type="button" className="quiet small" onClick={() => setAll(true)}>
            {m.addresses_all_ranges({ n: integer(ranges.length) })}
          </button>
        )}
        <button
          type="button"
          className="quiet small"
          title={m.addresses_save_title()}
          onClick={() => saveAs('comparison-addresses.csv', `${csvFormatRows(csvOf(ledger))}\n`, 'text/csv')}
        >
          {m.addresses_save()}
        </button>
      </p>
      <p className="quiet">{m.addresses_how({ unit: ledger.unit })}</p>
    </>
  );
}
