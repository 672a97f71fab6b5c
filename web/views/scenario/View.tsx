import { type ReactNode, Suspense, useRef } from 'react';
import { bytes, integer } from '../../base/format';
import { choiceName } from '../../i18n/choice-names';
import { m } from '../../i18n/compiled/messages.js';
import { FailureText } from '../../i18n/FailureText';
import { Icon } from '../../kit/Icon';
import { lazyPart } from '../../kit/lazy-part';
import { getAt, kindOf, knownDocument, type ScenarioDocument } from '../../model/scenario/document';
import type { Failure } from '../../protocol/generated/Failure';
import type { Summary } from '../../protocol/generated/Summary';
import { linePlace } from '../failure-text';
import { change } from './change';
import { FieldRow } from './FieldRow';
import { type Field, fieldOf, fieldsOf, GROUPS, type Group } from './fields';
import type { TextHandle } from './text/ScenarioText';
import './scenario.css';

const ScenarioText = lazyPart(() => import('./text/ScenarioText'));

/** A part of the scenario as a form, or all of it as text. */
export type Part = Group | 'text';

const PARTS: Record<Part, () => string> = {
  ftl: m.scenario_group_ftl,
  device: m.scenario_group_device,
  workload: m.scenario_group_workload,
  precondition: m.scenario_group_precondition,
  buffer: m.scenario_group_buffer,
  host: m.scenario_group_host,
  general: m.scenario_group_general,
  text: m.scenario_part_text,
};
const ORDER: readonly Part[] = [...GROUPS, 'text'];

/** Members that only the text shows. */
const TEXT_ONLY = ['initial', 'interventions', 'warmup_requests'];

export interface ScenarioProps {
  text: string;
  part: Part;
  /** The engine's verdict on the text; `null` while it has not been asked. */
  checked: Summary | Failure | null;
  /** Name of the imported trace. */
  trace: string | null;
  onText: (text: string) => void;
  onPart: (part: Part) => void;
}

export function fieldId(path: string): string {
  return `scenario-${path.replace(/[^a-z_]+/g, '-')}`;
}

/** The part and the field that a failure belongs to. */
export function placeOf(failure: Failure, text: string): Field | null {
  const document = knownDocument(text);
  return document && fieldOf(failure.field, fieldsOf(document));
}

export function ScenarioView({ text, part, checked, trace, onText, onPart }: ScenarioProps) {
  const document = knownDocument(text);
  const failure = checked && 'kind' in checked ? checked : null;
  const fields = document ? fieldsOf(document) : [];
  const at = failure ? fieldOf(failure.field, fields) : null;
  return (
    <section className="scenario" aria-label={m.scenario_title()}>
      <div className="parts" role="tablist" aria-orientation="vertical" aria-label={m.scenario_parts()}>
        {ORDER.map((each) => (
          <button
            key={each}
            type="button"
            role="tab"
            id={`scenario-tab-${each}`}
            aria-selected={part === each}
            aria-controls="scenario-panel"
            tabIndex={part === each ? 0 : -1}
            onClick={() => onPart(each)}
            onKeyDown={({ key }) => {
              const by =
                key === 'ArrowDown' || key === 'ArrowRight'
                  ? 1
                  : key === 'ArrowUp' || key === 'ArrowLeft'
                    ? -1
                    : 0;
              if (by === 0) return;
              const other = ORDER[(ORDER.indexOf(each) + by + ORDER.length) % ORDER.length] ?? each;
              onPart(other);
              window.document.getElementById(`scenario-tab-${other}`)?.focus();
            }}
          >
            {PARTS[each]()}
            <small>
              {at?.group === each ? <Icon name="warning" size={14} /> : document && factOf(each, document)}
            </small>
          </button>
        ))}
      </div>
      <div className="part">
        <Verdict checked={checked} at={at} part={part} onPart={onPart} />
        <div id="scenario-panel" role="tabpanel" aria-labelledby={`scenario-tab-${part}`}>
          {part === 'text' ? (
            <TextPart text={text} failure={failure} onText={onText} />
          ) : document ? (
            <FormPart
              group={part}
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
      </div>
    </section>
  );
}

/** The value of a part, beside its name. */
function factOf(part: Part, document: ScenarioDocument): string {
  switch (part) {
    case 'device': {
      const [blocks, pages] = [getAt(document, 'device.blocks'), getAt(document, 'device.pages_per_block')];
      return typeof blocks === 'number' && typeof pages === 'number'
        ? `${integer(blocks)} × ${integer(pages)}`
        : '';
    }
    case 'ftl':
    case 'buffer':
      return choiceName(`${part}.kind`, kindOf(document, part));
    case 'host': {
      const channels = getAt(document, 'host.channels');
      return document.host === undefined ? '1' : typeof channels === 'number' ? integer(channels) : '1';
    }
    default:
      return '';
  }
}

interface FormPartProps {
  group: Group;
  document: ScenarioDocument;
  fields: Field[];
  failure: Failure | null;
  at: Field | null;
  onChange: (field: Field, text: string) => void;
}

function FormPart({ group, document, fields, failure, at, onChange }: FormPartProps) {
  const more = TEXT_ONLY.filter((key) => document[key] !== undefined);
  const steps = Array.isArray(document.precondition) ? document.precondition.length : 0;
  if (steps > 1) more.push(`precondition[1…${steps - 1}]`);
  return (
    <>
      <fieldset>
        <legend className="visually-hidden">{PARTS[group]()}</legend>
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
      {more.length > 0 && <p className="quiet">{m.scenario_text_only({ fields: more.join(', ') })}</p>}
    </>
  );
}

function TextPart({
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

interface VerdictProps {
  checked: Summary | Failure | null;
  at: Field | null;
  part: Part;
  onPart: (part: Part) => void;
}

/** The whole in a sentence, or what is wrong with it. */
function Verdict({ checked, at, part, onPart }: VerdictProps) {
  let content: ReactNode = null;
  if (checked && 'kind' in checked) {
    // At the field it is already, where the eye is.
    content = at?.group !== part && (
      <>
        <p className="trouble">
          <FailureText text={checked.message} />
        </p>
        <p className="quiet">
          <FailureText text={checked.remedy} />
        </p>
        {at && part !== 'text' && (
          <button type="button" className="small" onClick={() => onPart(at.group)}>
            {m.scenario_show_fault()}
          </button>
        )}
      </>
    );
  } else if (checked) {
    content = (
      <>
        <p>
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
