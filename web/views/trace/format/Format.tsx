import type { ComponentProps } from 'react';
import { bytes, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { FailureText } from '../../../i18n/FailureText';
import { Dialog } from '../../../kit/Dialog';
import type { Format } from '../../../protocol/generated/Format';
import type { Options } from '../../../protocol/generated/Options';
import type { TraceDevice } from '../../../protocol/generated/TraceDevice';
import type { TraceSummary } from '../../../protocol/generated/TraceSummary';
import { DEFAULT_OPTIONS } from '../../../protocol/traces/trace-options';
import { linePlace } from '../../failure-text';
import type { Import } from '../use-import';
import { Choice, NumberField } from './fields';
import { ACTIONS, FORMATS, isFormat } from './formats';
import { Preview, usePreview } from './Preview';
import { Table } from './Table';

const TIME_UNITS = ['s', 'ms', 'us', 'ns', 'ticks100ns'] as const;
/** Offered; any other can be written. */
const SECTORS = [256, 512, 520, 1024, 2048, 4096];

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
  const { requests, lines, passed_lines, skipped_lines, outside } = trace.import;
  return (
    <div role="status">
      <p>
        {m.trace_outcome({
          requests: integer(requests),
          lines: integer(lines),
          passed: integer(passed_lines),
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
  const preview = usePreview(source, options);
  if (!source) return null;
  const set = (change: Partial<Options>) => read(source, { ...options, ...change });
  // Of a file that is not read the preview knows the format.
  const format = preview?.format ?? options.format ?? trace?.import.format ?? null;
  const table = format === 'csv';
  const explain: ComponentProps<typeof Preview>['explain'] = (word, meaning) => {
    const { op_words } = options;
    // Also of a file in which no format knows the operations.
    set({ format: 'csv', op_words: { ...op_words, [meaning]: [...op_words[meaning], word] } });
  };
  return (
    <section aria-label={m.trace_reading_options()} className="trace-part">
      <div className="overrides">
        <label>
          {m.trace_format()}
          <select value={options.format ?? ''} onChange={({ target }) => set(formatOf(target.value))}>
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
        <NumberField
          label={m.trace_sector()}
          value={options.sector_bytes}
          none={'512'}
          offered={SECTORS}
          onValue={(sector_bytes) => set({ sector_bytes })}
        />
        {(format === 'blkparse' || format === 'ftrace') && (
          <>
            <Choice
              label={m.trace_action()}
              none={m.trace_action_own()}
              value={options.action}
              names={ACTIONS.map(([action, name]) => [action, name()])}
              onValue={(action) => set({ action })}
            />
            <label>
              {m.trace_write_zeroes()}
              <select
                value={options.write_zeroes}
                onChange={({ target }) => set({ write_zeroes: target.value === 'trim' ? 'trim' : 'write' })}
              >
                <option value="write">{m.trace_write_zeroes_write()}</option>
                <option value="trim">{m.trace_write_zeroes_trim()}</option>
              </select>
            </label>
          </>
        )}
        <Devices {...{ options, set }} devices={trace?.import.devices ?? []} />
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
        <label>
          {m.trace_zeros()}
          <select
            value={options.on_zeros}
            onChange={({ target }) => set({ on_zeros: target.value === 'end' ? 'end' : 'stop' })}
          >
            <option value="stop">{m.trace_zeros_stop()}</option>
            <option value="end">{m.trace_zeros_end()}</option>
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
      {preview && <Preview read={preview} explain={explain} />}
      {table && <Table options={options} set={set} />}
      {format && failure && <Sample format={format} />}
    </section>
  );
}

/** Another format. Decisions about the columns of a table go with the table. */
function formatOf(name: string): Partial<Options> {
  const format = isFormat(name) ? name : null;
  if (format === 'csv') return { format };
  const { columns, op_words, rows } = DEFAULT_OPTIONS;
  return { format, columns, op_words, rows };
}

interface DevicesProps {
  options: Options;
  set: (change: Partial<Options>) => void;
  /** Those that the trace has. */
  devices: readonly TraceDevice[];
}

/** How several devices become one, or which of them is kept, by what the file calls it. */
function Devices({ options: { merge_devices: chosen }, set, devices }: DevicesProps) {
  const kept = typeof chosen === 'object' ? String(chosen.only) : null;
  const names = devices.slice(0, MOST_DEVICES).map(({ name }) => name);
  const offered = kept === null || names.includes(kept) ? names : [...names, kept];
  return (
    <label>
      {m.trace_devices()}
      <select
        value={kept === null ? String(chosen) : `only ${kept}`}
        onChange={({ target: { value } }) => {
          if (value === 'side_by_side' || value === 'ignore') set({ merge_devices: value });
          else set({ merge_devices: { only: value.slice('only '.length) } });
        }}
      >
        <option value="side_by_side">{m.trace_devices_side()}</option>
        <option value="ignore">{m.trace_devices_ignore()}</option>
        {(kept !== null || offered.length > 1) &&
          offered.map((name) => (
            <option key={name} value={`only ${name}`}>
              {m.trace_devices_only({ name })}
            </option>
          ))}
      </select>
    </label>
  );
}

const MOST_DEVICES = 100;

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

const UNIT_NAMES = { s: 's', ms: 'ms', us: 'µs', ns: 'ns', ticks100ns: '100 ns' };
