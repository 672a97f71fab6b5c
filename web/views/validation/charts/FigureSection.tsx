/** One figure: its charts, the source's statement and whether it holds here, and its runs. */
import { Fragment } from 'react';
import { ChartBox } from '../../../chart/ChartBox';
import { m } from '../../../i18n/compiled/messages.js';
import { useFailureWords } from '../../../i18n/failures';
import type { Runs } from '../../use-runs';
import { type Job, RECORDED, type Reading } from '../runs/experiment';
import { type Claim, type Figure, savedAlong } from './figure';

export interface FigureSectionProps {
  figure: Figure;
  runs: Runs<Job, Reading>;
  open: boolean;
  setOpen: (open: boolean) => void;
}

export function FigureSection({ figure, runs, open, setOpen }: FigureSectionProps) {
  const { id, title, claims } = figure;
  const holding = claims.filter(({ agrees }) => agrees).length;
  return (
    <details
      className="figure"
      open={open}
      onToggle={({ currentTarget }) => currentTarget.open !== open && setOpen(currentTarget.open)}
    >
      <summary>
        <h4 id={id}>{title}</h4>{' '}
        {claims.length > 0 && (
          <span className="quiet">{m.sources_holding({ holding, claims: claims.length })}</span>
        )}
      </summary>
      {open && <Opened {...{ figure, runs }} />}
    </details>
  );
}

function Opened({ figure, runs }: Pick<FigureSectionProps, 'figure' | 'runs'>) {
  const { id, about, charts, claims, why } = figure;
  const along = savedAlong(figure, (key) => readingOf(runs, key));
  return (
    <>
      <p>{about}</p>
      <div className="figure-charts">
        {charts.map((spec, at) => (
          <ChartBox key={spec.name} spec={spec} file={`${id}-${at + 1}`} along={along} />
        ))}
      </div>
      {claims.length > 0 && <Claims claims={claims} id={id} />}
      <p>{why}</p>
      <Again {...{ figure, runs }} />
    </>
  );
}

/** The last reading of a run: here, otherwise before. */
function readingOf(runs: Runs<Job, Reading>, key: string): Reading | undefined {
  const run = runs.of[key];
  return run?.state === 'done' ? run.result : RECORDED[key];
}

function Claims({ claims, id }: { claims: readonly Claim[]; id: string }) {
  return (
    <dl className="claims" aria-labelledby={id}>
      {claims.map(({ says, ours, agrees }) => (
        <Fragment key={says}>
          <dt>{says}</dt>
          <dd>
            {agrees === null ? (
              <span className="quiet">{m.sources_not_run()}</span>
            ) : (
              <>
                <b className={agrees ? 'within' : 'trouble'}>
                  {agrees ? m.sources_agrees() : m.sources_differs()}
                </b>{' '}
                {ours}
              </>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** Runs the figure's scenarios here, and says whether they come to what is recorded. */
function Again({ figure: { title, jobs }, runs }: Pick<FigureSectionProps, 'figure' | 'runs'>) {
  const words = useFailureWords();
  const keys = jobs.map(({ key }) => key);
  const made = keys.map((key) => runs.of[key]);
  const busy = made.some((run) => run?.state === 'waiting' || run?.state === 'running');
  const done = keys.filter((key) => runs.of[key]?.state === 'done');
  const same = done.filter((key) => JSON.stringify(readingOf(runs, key)) === JSON.stringify(RECORDED[key]));
  const failed = made.find((run) => run?.state === 'failed');
  return (
    <div className="actions figure-actions">
      {busy ? (
        <>
          <button
            type="button"
            onClick={() => runs.cancel(keys)}
            aria-label={m.sources_cancel_named({ title })}
          >
            {m.app_cancel()}
          </button>
          <progress aria-label={m.sources_run_named({ title })} value={done.length} max={keys.length} />
        </>
      ) : (
        <button type="button" onClick={() => runs.run(jobs)} aria-label={m.sources_run_named({ title })}>
          {m.sources_run({ runs: jobs.length })}
        </button>
      )}
      <span role="status">
        {!busy && done.length > 0 && m.sources_same({ done: done.length, same: same.length })}
      </span>
      {failed?.state === 'failed' && (
        <span className="trouble" role="alert">
          {m.validation_failed({ reason: words(failed.reason) })}
        </span>
      )}
    </div>
  );
}
