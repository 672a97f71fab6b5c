import { lazy, type ReactNode, Suspense, useRef } from 'react';
import { bytes, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { kindOf, parseDocument, type ScenarioDocument } from '../../model/document';
import type { Failure } from '../../protocol/generated/Failure';
import type { Summary } from '../../protocol/generated/Summary';
import { linePlace } from '../failure-text';
import { change } from './change';
import { FieldRow } from './FieldRow';
import { type Field, fieldOf, fieldsOf, type Group } from './fields';
import type { TextHandle } from './text/ScenarioText';
import './scenario.css';

const ScenarioText = lazy(() => import('./text/ScenarioText'));

export type Tab = 'form' | 'text';

const GROUPS: [Group, () => string][] = [
  ['ftl', m.scenario_group_ftl],
  ['buffer', m.scenario_group_buffer],
  ['host', m.scenario_group_host],
  ['precondition', m.scenario_group_precondition],
  ['general', m.scenario_group_general],
  ['device', m.scenario_group_device],
  ['workload', m.scenario_group_workload],
];

/** Members that only the text shows. */
const TEXT_ONLY = ['initial', 'interventions', 'warmup_requests'];

export interface ScenarioProps {
  text: string;
  tab: Tab;
  /** What the engine says of the text; `null` while it has not been asked. */
  checked: Summary | Failure | null;
  /** Name of the imported trace. */
  trace: string | null;
  onText: (text: string) => void;
  onTab: (tab: Tab) => void;
}

export function fieldId(path: string): string {
  return `scenario-${path.replace(/[^a-z_]+/g, '-')}`;
}

export function ScenarioView({ text, tab, checked, trace, onText, onTab }: ScenarioProps) {
  const document = parseDocument(text);
  const failure = checked && 'kind' in checked ? checked : null;
  const fields = document ? fieldsOf(document) : [];
  const at = failure ? fieldOf(failure.field, fields) : null;
  return (
    <section className="scenario" aria-label={m.scenario_title()}>
      <div className="segmented" role="tablist" aria-label={m.scenario_title()}>
        {(['form', 'text'] as const).map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`scenario-tab-${each}`}
            aria-selected={tab === each}
            aria-controls="scenario-panel"
            tabIndex={tab === each ? 0 : -1}
            onClick={() => onTab(each)}
            onKeyDown={(event) => {
              if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
              const other = each === 'form' ? 'text' : 'form';
              onTab(other);
              window.document.getElementById(`scenario-tab-${other}`)?.focus();
            }}
          >
            {each === 'form' ? m.scenario_tab_form() : m.scenario_tab_text()}
          </button>
        ))}
      </div>
      <div id="scenario-panel" role="tabpanel" aria-labelledby={`scenario-tab-${tab}`}>
        {tab === 'text' ? (
          <TextTab text={text} failure={failure} onText={onText} />
        ) : document ? (
          <FormTab
            document={document}
            fields={fields}
            failure={failure}
            at={at}
            onChange={(field, value) => onText(change(document, field, value, trace))}
          />
        ) : (
          <p className="trouble">{m.scenario_text_broken()}</p>
        )}
      </div>
      <Verdict checked={checked} shownAtField={tab === 'form' && at !== null} />
    </section>
  );
}

interface FormTabProps {
  document: ScenarioDocument;
  fields: Field[];
  failure: Failure | null;
  at: Field | null;
  onChange: (field: Field, text: string) => void;
}

function FormTab({ document, fields, failure, at, onChange }: FormTabProps) {
  const more = TEXT_ONLY.filter((key) => document[key] !== undefined);
  const steps = Array.isArray(document.precondition) ? document.precondition.length : 0;
  if (steps > 1) more.push(`precondition[1…${steps - 1}]`);
  return (
    <>
      <div className="form">
        {GROUPS.map(([group, title]) => (
          <fieldset key={group}>
            <legend>{title()}</legend>
            {fields
              .filter((field) => field.group === group)
              .map((field) => (
                <FieldRow
                  // A field of another kind is another field, though its path be the same.
                  key={`${kindOf(document, group)} ${field.path}`}
                  id={fieldId(field.path)}
                  field={field}
                  document={document}
                  failure={at === field ? failure : null}
                  onChange={onChange}
                />
              ))}
          </fieldset>
        ))}
      </div>
      {more.length > 0 && <p className="quiet">{m.scenario_text_only({ fields: more.join(', ') })}</p>}
    </>
  );
}

function TextTab({
  text,
  failure,
  onText,
}: {
  text: string;
  failure: Failure | null;
  onText: (text: string) => void;
}) {
  const editor = useRef<TextHandle>(null);
  const place = failure && linePlace(failure.line, failure.column);
  const goTo = () => {
    if (failure?.line == null) return;
    const before = text.split('\n').slice(0, failure.line - 1);
    editor.current?.select(
      before.reduce((sum, line) => sum + line.length + 1, 0) + (failure.column ?? 1) - 1,
    );
  };
  return (
    <div className="text">
      <span id="scenario-text-label">{m.scenario_text_label()}</span>
      <Suspense fallback={<p className="quiet">{m.app_loading()}</p>}>
        <ScenarioText
          ref={editor}
          id="scenario-text"
          labelledBy="scenario-text-label"
          describedBy="scenario-verdict"
          invalid={failure !== null}
          {...{ text, onText }}
        />
      </Suspense>
      {place && (
        <button type="button" onClick={goTo}>
          {m.scenario_goto()}: {place}
        </button>
      )}
    </div>
  );
}

function Verdict({ checked, shownAtField }: { checked: Summary | Failure | null; shownAtField: boolean }) {
  let content: ReactNode = null;
  if (checked && 'kind' in checked) {
    // At the field it stands already, where the eye is.
    content = !shownAtField && (
      <>
        <p className="trouble">
          <FailureText text={checked.message} />
        </p>
        <p className="quiet">
          <FailureText text={checked.remedy} />
        </p>
      </>
    );
  } else if (checked) {
    content = (
      <>
        <p className="quiet">
          {m.scenario_sound({
            logical: integer(checked.logical_pages),
            blocks: integer(checked.blocks),
            pages: integer(checked.pages_per_block),
            requests: integer(checked.requests),
            bytes: bytes(checked.bytes),
          })}
        </p>
        {checked.warnings.map((warning: string) => (
          <p key={warning} className="warning">
            <FailureText text={warning} />
          </p>
        ))}
      </>
    );
  }
  return (
    <div id="scenario-verdict" role="status">
      {content}
    </div>
  );
}
