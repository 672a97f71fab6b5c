import { bytes, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import { Dialog } from '../../../kit/Dialog';
import type { Action } from '../../../protocol/generated/Action';
import type { AddressUnit } from '../../../protocol/generated/AddressUnit';
import type { Format } from '../../../protocol/generated/Format';
import type { Options } from '../../../protocol/generated/Options';
import type { Part } from '../../../protocol/generated/Part';
import type { TraceSummary } from '../../../protocol/generated/TraceSummary';
import { linePlace } from '../../failure-text';
import type { Import } from '../use-import';
import { FORMATS, isFormat } from './formats';

const TIME_UNITS = ['s', 'ms', 'us', 'ns', 'ticks100ns'] as const;
const SECTORS = [512, 1024, 2048, 4096];

interface FormatDialogProps {
  imported: Import;
  close: () => void;
}

/** How the trace is read, and what can be read otherwise: every change reads it again. */
export function FormatDialog({ imported, close }: FormatDialogProps) {
  return (
    <Dialog title={m.trace_reading_options()} closeLabel={m.app_close()} close={close} width="wide">
      <Outcome imported={imported} />
      <Choices imported={imported} />
    </Dialog>
  );
}

/** Its result. */
function Outcome({ imported: { progress, failure, trace, cancel } }: { imported: Import }) {
  if (progress)
    return (
      <div className="actions" role="status">
        <progress aria-label={m.trace_reading()} value={progress.read} max={Math.max(1, progress.total)} />
        <span>{m.trace_progress({ read: bytes(progress.read), total: bytes(progress.total) })}</span>
        <button type="button" onClick={cancel}>
          {m.app_cancel()}
        </button>
      </div>
    );
  if (failure)
    return (
      <div role="alert">
        <p className="trouble">
          <FailureText text={failure.message} /> {linePlace(failure.line, failure.column)}
        </p>
        <p className="quiet">
          <FailureText text={failure.remedy} />
        </p>
      </div>
    );
  if (!trace) return null;
  const { requests, lines, skipped_lines, outside } = trace.import;
  return (
    <div role="status">
      <p>
        {m.trace_outcome({
          requests: integer(requests),
          lines: integer(lines),
          skipped: integer(skipped_lines),
          outside: integer(outside),
        })}
      </p>
      <Doubts read={trace.import} />
    </div>
  );
}

/** Other formats that read every line as well; a table with a header may read those of a particular format. */
function Doubts({ read: { format, guess } }: { read: TraceSummary['import'] }) {
  const others = (guess?.reasons ?? []).flatMap((reason) =>
    reason.reason === 'lines' &&
    reason.good === reason.of &&
    reason.format !== format &&
    reason.format !== 'csv'
      ? [reason.format]
      : [],
  );
  return others.map((other) => (
    <p key={other} className="quiet">
      {m.trace_doubt({ other: `${other} (${FORMATS[other].title()})` })}
    </p>
  ));
}

function Choices({ imported: { source, options, read, trace, failure } }: { imported: Import }) {
  if (!source) return null;
  const set = (change: Partial<Options>) => read(source, { ...options, ...change });
  const format = options.format ?? trace?.import.format ?? null;
  // A question about a table names its format: there is no trace yet to ask.
  const table = format === 'csv' || failure?.message.includes('(csv)') === true;
  return (
    <section aria-label={m.trace_reading_options()} className="trace-part">
      <div className="overrides">
        <label>
          {m.trace_format()}
          <select
            value={options.format ?? ''}
            onChange={({ target }) => set({ format: isFormat(target.value) ? target.value : null })}
          >
            <option value="">{m.trace_format_auto()}</option>
            {Object.entries(FORMATS).map(([name, { title }]) => (
              <option key={name} value={name}>
                {name} – {title()}
              </option>
            ))}
          </select>
        </label>
        <Choice
          label={m.trace_time_unit()}
          none={m.trace_unit_own()}
          value={options.time_unit}
          names={TIME_UNITS.map((unit) => [unit, UNIT_NAMES[unit]])}
          onValue={(time_unit) => set({ time_unit })}
        />
        <label>
          {m.trace_sector()}
          <select
            value={options.sector_bytes ?? ''}
            onChange={({ target }) =>
              set({ sector_bytes: target.value === '' ? null : Number(target.value) })
            }
          >
            <option value="">{m.trace_unit_own()}</option>
            {SECTORS.map((size) => (
              <option key={size} value={size}>
                {bytes(size)}
              </option>
            ))}
          </select>
        </label>
        {format === 'blkparse' && (
          <Choice
            label={m.trace_action()}
            none={m.trace_action_own()}
            value={options.action}
            names={ACTIONS.map(([action, name]) => [action, name()])}
            onValue={(action) => set({ action })}
          />
        )}
        <label>
          {m.trace_devices()}
          <select
            value={options.merge_devices === 'ignore' ? 'ignore' : 'side_by_side'}
            onChange={({ target }) =>
              set({ merge_devices: target.value === 'ignore' ? 'ignore' : 'side_by_side' })
            }
          >
            <option value="side_by_side">{m.trace_devices_side()}</option>
            <option value="ignore">{m.trace_devices_ignore()}</option>
          </select>
        </label>
        <label>
          {m.trace_bad_lines()}
          <select
            value={options.on_error}
            onChange={({ target }) => set({ on_error: target.value === 'skip' ? 'skip' : 'stop' })}
          >
            <option value="stop">{m.trace_bad_stop()}</option>
            <option value="skip">{m.trace_bad_skip()}</option>
          </select>
        </label>
        <NumberField
          label={m.trace_first_request()}
          value={options.first_request}
          none={m.trace_first_request_none()}
          onValue={(first_request) => set({ first_request })}
        />
        <NumberField
          label={m.trace_last_request()}
          value={options.last_request}
          none={m.trace_last_request_none()}
          onValue={(last_request) => set({ last_request })}
        />
      </div>
      {table && <Table options={options} set={set} />}
      {format && failure && <Sample format={format} />}
    </section>
  );
}

/** Columns and units of a table. */
function Table({ options, set }: { options: Options; set: (change: Partial<Options>) => void }) {
  const units = UNITS.map(([unit, name]) => [unit, name()] as const);
  return (
    <fieldset className="ftls">
      <legend>{m.trace_columns()}</legend>
      <div className="overrides">
        {PARTS.map(([part, name]) => (
          <NumberField
            key={part}
            label={name()}
            value={options.columns[part]}
            onValue={(number) => set({ columns: { ...options.columns, [part]: number } })}
          />
        ))}
        <Choice
          label={m.trace_address_unit()}
          none={m.trace_unit_named()}
          value={options.address_unit}
          names={units}
          onValue={(address_unit) => set({ address_unit })}
        />
        <Choice
          label={m.trace_size_unit()}
          none={m.trace_unit_named()}
          value={options.size_unit}
          names={units}
          onValue={(size_unit) => set({ size_unit })}
        />
        <Choice
          label={m.trace_zero_op()}
          none={m.trace_zero_none()}
          value={options.zero_op}
          names={[
            ['read', m.trace_zero_read()],
            ['write', m.trace_zero_write()],
          ]}
          onValue={(zero_op) => set({ zero_op })}
        />
      </div>
      <p className="quiet">{m.trace_columns_note()}</p>
    </fieldset>
  );
}

/** A line of a format as an example, for a person whose file has other lines. */
function Sample({ format }: { format: Format }) {
  const { title, sample } = FORMATS[format];
  return (
    <div>
      <p className="quiet">
        {title()}. {m.trace_example()}
      </p>
      <pre>{sample}</pre>
    </div>
  );
}

/** A number from 1, or none. */
function NumberField({
  label,
  value,
  none,
  onValue,
}: {
  label: string;
  value: number | null;
  none?: string;
  onValue: (value: number | null) => void;
}) {
  return (
    <label>
      {label}
      <input
        // The last value, until the field is left or Enter reads the trace with it.
        key={value ?? 0}
        type="number"
        min={1}
        defaultValue={value ?? ''}
        placeholder={none}
        onBlur={({ target }) => {
          const number = target.valueAsNumber > 0 ? Math.floor(target.valueAsNumber) : null;
          if (number !== value) onValue(number);
        }}
        onKeyDown={(event) => event.key === 'Enter' && event.currentTarget.blur()}
      />
    </label>
  );
}

/** One of a few names, or none. */
function Choice<T extends string>({
  label,
  none,
  value,
  names,
  onValue,
}: {
  label: string;
  none: string;
  value: T | 'trim' | null;
  names: readonly (readonly [T, string])[];
  onValue: (value: T | null) => void;
}) {
  return (
    <label>
      {label}
      <select
        value={value ?? ''}
        onChange={({ target }) => onValue(names.find(([name]) => name === target.value)?.[0] ?? null)}
      >
        <option value="">{none}</option>
        {names.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

const UNIT_NAMES = { s: 's', ms: 'ms', us: 'µs', ns: 'ns', ticks100ns: '100 ns' };

const ACTIONS: readonly (readonly [Action, () => string])[] = [
  ['queue', m.trace_action_queue],
  ['insert', m.trace_action_insert],
  ['issue', m.trace_action_issue],
  ['complete', m.trace_action_complete],
];

const UNITS: readonly (readonly [AddressUnit, () => string])[] = [
  ['bytes', m.trace_unit_bytes],
  ['sectors', m.trace_unit_sectors],
  ['pages', m.trace_unit_pages],
];

const PARTS: readonly (readonly [Part, () => string])[] = [
  ['time', m.trace_part_time],
  ['op', m.trace_part_op],
  ['address', m.trace_part_address],
  ['size', m.trace_part_size],
  ['device', m.trace_part_device],
];
