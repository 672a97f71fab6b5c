/** The page: what is checked, the paper's tables, its errata, how other simulators compare. */
import { type ReactNode, useEffect, useRef } from 'react';
import { integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Models } from '../../protocol/models';
import type { Runs } from '../use-runs';
import { type Blocks, DEVICES, TOLERANCE } from './figures';
import { Checks, Errata, Peers } from './Lists';
import { PaperTable } from './PaperTable';
import type { RowJob } from './run';
import { TABLES } from './tables';
import '../page.css';
import './validation.css';

export interface ValidationProps {
  /** `null` while they load; a reason if they did not. */
  models: Models | { reason: string } | null;
  blocks: Blocks;
  setBlocks: (blocks: Blocks) => void;
  runs: Runs<RowJob, number>;
  /** The charts of the sources. */
  charts: ReactNode;
}

export function ValidationView({ models, blocks, setBlocks, runs, charts }: ValidationProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // The page changed under a person who came here by keyboard: reading goes on from its title.
  useEffect(() => {
    title.current?.focus();
  }, []);
  return (
    <main className="page validation">
      <header className="page-title">
        <h2 ref={title} tabIndex={-1}>
          {m.validation_title()}
        </h2>
        <p>{m.validation_intro()}</p>
      </header>
      <Checks />
      {charts}
      <section aria-labelledby="validation-tables">
        <h3 id="validation-tables">{m.validation_tables()}</h3>
        <p>{m.validation_tables_source()}</p>
        <p>{m.validation_columns_help()}</p>
        <p>
          <label>
            {m.validation_device()}{' '}
            <select
              value={blocks}
              onChange={({ target }) => {
                const chosen = DEVICES.find((each) => String(each) === target.value);
                if (chosen) setBlocks(chosen);
              }}
            >
              {DEVICES.map((each) => (
                <option key={each} value={each}>
                  {m.validation_device_option({ blocks: integer(each) })}
                </option>
              ))}
            </select>
          </label>
        </p>
        <p className="quiet">
          {m.validation_device_note({ tolerance: percent(TOLERANCE, 1) })} {m.validation_one_at_a_time()}
        </p>
        {models === null && <p role="status">{m.validation_loading()}</p>}
        {models && 'reason' in models && (
          <p className="trouble" role="alert">
            {m.validation_models_failed({ reason: models.reason })}
          </p>
        )}
        {models &&
          !('reason' in models) &&
          TABLES.map((table) => <PaperTable key={table.id} {...{ table, blocks, models, runs }} />)}
      </section>
      <Errata models={models && !('reason' in models) ? models : null} />
      <Peers />
    </main>
  );
}
