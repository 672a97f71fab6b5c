/** The plan: opened, pasted, or made of the scenario on stage. */
import { useRef, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { FileButton } from '../../kit/FileButton';
import { OtherTab } from '../../kit/OtherTab';
import { planText, sweptOf, valuesOf } from '../../model/plans/sweep-plan';
import { knownDocument } from '../../model/scenario/document';
import type { FileFailure } from '../../state/plans/plan-traces';
import type { SweepState } from '../../state/plans/sweep';
import { linePlace } from '../failure-text';

const ROWS = 9;

export function PlanPart({ state, stage }: { state: SweepState; stage: string | null }) {
  const { text, failure, phase, setText, check, openFile } = state;
  const area = useRef<HTMLTextAreaElement>(null);
  const [unread, setUnread] = useState<string | null>(null);
  // Not of a file that was opened, nor of what ended the runs.
  const own = failure !== null && failure.file === null && failure.kind !== 'crash';
  const make = (made: string) => {
    setText(made);
    void check();
  };
  return (
    <section className="panel" aria-labelledby="sweep-plan">
      <h3 id="sweep-plan">{m.sweep_plan()}</h3>
      <FromStage {...{ stage, make }} />
      <label htmlFor="sweep-text">{m.sweep_plan_text()}</label>
      <textarea
        ref={area}
        id="sweep-text"
        rows={ROWS}
        spellCheck={false}
        value={text}
        placeholder={m.sweep_plan_empty()}
        aria-invalid={own}
        aria-describedby={own ? 'sweep-failure' : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {state.other && (
        <OtherTab show={() => state.chooseText('theirs')} keep={() => state.chooseText('mine')} />
      )}
      {failure && <Wrong {...{ failure }} go={() => goTo(area.current, failure)} />}
      {unread && (
        <p className="trouble" role="alert">
          {unread}
        </p>
      )}
      <div className="actions">
        <button type="button" disabled={text.trim() === '' || phase !== 'idle'} onClick={() => void check()}>
          {phase === 'reading' ? m.sweep_reading() : m.sweep_check()}
        </button>
        <FileButton
          label={m.sweep_open()}
          accept=".json,.jsonl,.ndjson,.csv"
          disabled={phase !== 'idle'}
          take={(file) => {
            setUnread(null);
            return openFile(file);
          }}
          failed={setUnread}
        />
      </div>
    </section>
  );
}

/** The error, and its place: in the plan, to which it leads, or in another file. */
function Wrong({ failure, go }: { failure: FileFailure; go: () => void }) {
  const { message, remedy, line, column, kind, file } = failure;
  const place = linePlace(line, column);
  return (
    <div id="sweep-failure" className="trouble" role="alert">
      {kind === 'crash' ? (
        <p>{m.sweep_crashed({ reason: message })}</p>
      ) : (
        <p>
          <FailureText text={message} />
          {remedy && (
            <>
              {'. '}
              <FailureText text={remedy} />
            </>
          )}
        </p>
      )}
      {file !== null && <code>{line === null ? file : `${file}:${line}`}</code>}
      {file === null && place && (
        <button type="button" onClick={go}>
          {place}
        </button>
      )}
    </div>
  );
}

/** Puts the caret where the fault is. */
function goTo(area: HTMLTextAreaElement | null, { line, column }: FileFailure) {
  if (!area || line === null) return;
  const lines = area.value.split('\n');
  const at = lines.slice(0, line - 1).join('\n').length + (line > 1 ? 1 : 0) + (column ?? 1) - 1;
  area.focus();
  area.setSelectionRange(at, at);
}

/** A field of the scenario on stage, and values for it. */
function FromStage({ stage, make }: { stage: string | null; make: (plan: string) => void }) {
  const document = stage === null ? null : knownDocument(stage);
  const fields = document ? sweptOf(document) : [];
  const [path, setPath] = useState('');
  const [values, setValues] = useState('');
  const [seeds, setSeeds] = useState('3');
  const count = /^[1-9]\d{0,5}$/.test(seeds) ? Number(seeds) : 0;
  const ready = document !== null && path.trim() !== '' && valuesOf(values).length > 0 && count > 0;
  return (
    <form
      className="from-stage"
      onSubmit={(event) => {
        event.preventDefault();
        if (!document || !ready) return;
        const name = typeof document.name === 'string' ? document.name : '';
        make(planText(name, document, { path: path.trim(), values: valuesOf(values) }, count));
      }}
    >
      <p className="quiet">
        {document ? (
          m.sweep_stage_help()
        ) : (
          <>
            {m.sweep_stage_none()} <a href="#/lab">{m.home_open_lab()}</a>
          </>
        )}
      </p>
      <label>
        {m.sweep_stage_field()}
        <input
          list="sweep-fields"
          value={path}
          placeholder="ftl.log_blocks"
          spellCheck={false}
          onChange={({ target }) => setPath(target.value)}
        />
      </label>
      <datalist id="sweep-fields">
        {fields.map((field) => (
          <option key={field} value={field} />
        ))}
      </datalist>
      <label>
        {m.sweep_stage_values()}
        <input
          value={values}
          placeholder="2, 4, 8"
          spellCheck={false}
          onChange={({ target }) => setValues(target.value)}
        />
      </label>
      <label>
        {m.sweep_stage_seeds()}
        <input
          className="seeds"
          inputMode="numeric"
          value={seeds}
          onChange={({ target }) => setSeeds(target.value)}
        />
      </label>
      <button type="submit" disabled={!ready}>
        {m.sweep_stage_make()}
      </button>
    </form>
  );
}
