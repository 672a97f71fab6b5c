import { useEffect, useId, useState } from 'react';
import { useStore } from 'zustand';
import { decimal, integer, percent } from '../../base/format';
import { type Sentences, saidOf } from '../../base/sentences';
import { m } from '../../i18n/compiled/messages.js';
import { Dialog } from '../../kit/Dialog';
import { Icon } from '../../kit/Icon';
import {
  blocksFor,
  busyDevice,
  freePages,
  spareFactor,
  type TraceDevice,
  timesDevice,
  timesWritten,
  touchedDevice,
  wholeDevice,
} from '../../model/traces/trace-device';
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceFit } from '../../protocol/generated/TraceFit';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { lastDrive } from '../../state/drive';
import { useLabStore } from '../../state/use-lab';
import { Displaced } from '../cautions/Displaced';

/** A device with more pages than this would not fit into a browser's memory; the engine has the last word. */
const MOST_PAGES = 16 * 1024 * 1024;
/** How long typing rests before the engine is asked. */
const FIT_AFTER_MS = 150;

interface DeviceProps {
  trace: TraceSummary;
  device: TraceDevice;
  /** How the trace fits; `null` until the engine has said so. */
  fit: TraceFit | null;
  onDevice: (device: TraceDevice) => void;
}

interface DeviceDialogProps extends DeviceProps {
  close: () => void;
}

/** The device the trace is run on, and how it fits there. */
export function DeviceDialog({ trace, device, fit, onDevice, close }: DeviceDialogProps) {
  const statistics = fit?.statistics ?? trace.statistics;
  const set = (change: Partial<TraceDevice>) => onDevice({ ...device, ...change });
  return (
    <Dialog title={m.trace_device()} closeLabel={m.app_close()} close={close} width="wide">
      <div className="actions">
        <button
          type="button"
          disabled={statistics.footprint_pages > MOST_PAGES}
          onClick={() => onDevice({ ...touchedDevice(statistics), readFirst: device.readFirst })}
        >
          {m.trace_device_touched()}
        </button>
        <button
          type="button"
          onClick={() => onDevice({ ...busyDevice(statistics), readFirst: device.readFirst })}
        >
          {m.trace_device_busy()}
        </button>
        <button
          type="button"
          disabled={statistics.pages_needed > MOST_PAGES}
          onClick={() => onDevice({ ...wholeDevice(statistics), readFirst: device.readFirst })}
        >
          {m.trace_device_whole()}
        </button>
        {statistics.pages_needed > MOST_PAGES && (
          <span className="quiet">{m.trace_too_large({ n: integer(statistics.pages_needed) })}</span>
        )}
      </div>
      <div className="overrides">
        <NumberInput
          label={m.trace_page_bytes()}
          value={device.pageBytes}
          onValue={(pageBytes) => set({ pageBytes })}
        />
        <NumberInput
          label={m.trace_pages_per_block()}
          value={device.pagesPerBlock}
          onValue={(pagesPerBlock) => set({ pagesPerBlock })}
        />
        <NumberInput
          label={m.trace_logical_pages()}
          value={device.logicalPages}
          onValue={(logicalPages) =>
            set({ logicalPages, blocks: blocksFor(logicalPages, device.pagesPerBlock, spareFactor(device)) })
          }
        />
        <NumberInput
          label={m.trace_spare_factor()}
          value={Math.round(1000 * spareFactor(device)) / 10}
          read={percentOf}
          onValue={(share) =>
            set({ blocks: blocksFor(device.logicalPages, device.pagesPerBlock, share / 100) })
          }
        />
        <NumberInput label={m.trace_blocks()} value={device.blocks} onValue={(blocks) => set({ blocks })} />
        <label>
          {m.trace_mapping()}
          <select
            value={device.mapping}
            onChange={({ target }) => set({ mapping: target.value as TraceDevice['mapping'] })}
          >
            <option value="compact">{m.trace_mapping_compact()}</option>
            <option value="wrap">{m.trace_mapping_wrap()}</option>
            <option value="scale">{m.trace_mapping_scale()}</option>
            <option value="drop">{m.trace_mapping_drop()}</option>
          </select>
        </label>
        <label className="check">
          <input
            type="checkbox"
            checked={device.filled}
            onChange={({ target }) => set({ filled: target.checked })}
          />
          {m.trace_filled()}
        </label>
        {device.mapping !== 'compact' && <AllowAliasing device={device} onDevice={onDevice} />}
      </div>
      <Fit {...{ fit, device, onDevice }} />
    </Dialog>
  );
}

function AllowAliasing({ device, onDevice }: Pick<DeviceProps, 'device' | 'onDevice'>) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={device.allowAliasing}
        onChange={({ target }) => onDevice({ ...device, allowAliasing: target.checked })}
      />
      {m.trace_allow_aliasing()}
    </label>
  );
}

/** A headline where the mapping changes more page accesses than the engine allows. */
export function Aliased({ fit, device, onDevice }: FitProps) {
  if (!fit?.addresses || !fit.refused) return null;
  const { mapping, dropped } = fit.addresses;
  const share = percent(fit.addresses.share, 2);
  return (
    <section className="panel refused" role="alert">
      <h2>
        <Icon name="warning" />
        {dropped > 0 ? m.trace_dropped_title({ share }) : m.trace_aliased_title({ share })}
      </h2>
      <p>{dropped > 0 ? m.trace_dropped_what() : m.trace_aliased_what({ mapping })}</p>
      {!device.allowAliasing && <p>{m.trace_not_yet()}</p>}
      <div className="actions">
        {fit.statistics.footprint_pages <= MOST_PAGES && (
          <button
            type="button"
            onClick={() => onDevice({ ...touchedDevice(fit.statistics), readFirst: device.readFirst })}
          >
            {m.trace_keep_apart()}
          </button>
        )}
        <AllowAliasing device={device} onDevice={onDevice} />
      </div>
    </section>
  );
}

type FitProps = Omit<DeviceProps, 'trace'>;

/** The fate of the addresses, whether GC runs, and how both are mended. */
export function Fit({ fit, device, onDevice }: FitProps) {
  return (
    <div role="status">
      {fit && <Addresses fit={fit} device={device} onDevice={onDevice} />}
      {fit && fit.lacks === 0 && !fit.cleans && (
        <div className="warning">
          <p>{fitTexts(fit, device).join(' ')}</p>
          <div className="actions">
            <button
              type="button"
              onClick={() => onDevice({ ...busyDevice(fit.statistics), readFirst: device.readFirst })}
            >
              {m.trace_remedy_smaller()}
            </button>
            {!device.filled && (
              <button type="button" onClick={() => onDevice({ ...device, filled: true })}>
                {m.trace_remedy_fill()}
              </button>
            )}
          </div>
        </div>
      )}
      {fit?.cleans && fit.lacks === 0 && <p className="quiet">{fitTexts(fit, device).join(' ')}</p>}
    </div>
  );
}

interface Fitted {
  fit: TraceFit;
  device: TraceDevice;
}

const ROOM: Sentences<Fitted> = {
  trace_cleans: { when: ({ fit }) => fit.cleans, say: () => m.trace_cleans() },
  trace_never_cleans: {
    when: ({ fit }) => !fit.cleans,
    say: ({ device }) => m.trace_never_cleans({ free: integer(freePages(device)) }),
  },
  trace_times: {
    // Of all that the trace writes, and not of what is left.
    when: ({ fit: { addresses } }) => !addresses || addresses.dropped === 0,
    say: ({ fit, device }) => m.trace_times({ times: decimal(timesWritten(fit.statistics, device), 2) }),
  },
};

/** Whether the device has room for what the trace writes, and how often that is all of it. */
export function fitTexts(fit: TraceFit, device: TraceDevice): string[] {
  return saidOf(ROOM, { fit, device });
}

/** The fate of the addresses of a trace that goes beyond the device. */
function Addresses({
  fit: { addresses, lacks, statistics },
  device,
  onDevice,
}: FitProps & { fit: TraceFit }) {
  if (!addresses) return null;
  const touched = integer(statistics.footprint_pages);
  if (lacks > 0)
    return (
      <div className="warning">
        <p>{m.trace_lacks({ touched, lacks: integer(lacks) })}</p>
        <div className="actions">
          <button
            type="button"
            onClick={() => onDevice({ ...touchedDevice(statistics), readFirst: device.readFirst })}
          >
            {m.trace_remedy_touched()}
          </button>
          <button type="button" onClick={() => onDevice({ ...device, mapping: 'wrap' })}>
            {m.trace_remedy_wrap()}
          </button>
        </div>
      </div>
    );
  return addresses.mapping === 'compact' ? (
    <p className="quiet">{m.trace_compacted({ touched })}</p>
  ) : (
    <>
      <Displaced runs={[addresses]} />
      {addresses.share > 0 && statistics.footprint_pages <= MOST_PAGES && (
        <button
          type="button"
          className="small"
          onClick={() => onDevice({ ...touchedDevice(statistics), readFirst: device.readFirst })}
        >
          {m.trace_remedy_touched()}
        </button>
      )}
    </>
  );
}

/** Asks the engine how the trace fits, while the person chooses. */
export function useFit(trace: TraceSummary, device: TraceDevice): TraceFit | null {
  const lab = useLabStore();
  const [fit, setFit] = useState<TraceFit | null>(null);
  const { pageBytes, logicalPages, mapping } = device;
  const free = freePages(device);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another trace of the same name is another trace
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await lab.getState().fit({
        page_bytes: pageBytes,
        logical_pages: logicalPages,
        physical_pages: free,
        mapping,
      });
      if (current && answer.is !== 'cancelled') setFit(answer.is === 'done' ? answer.value : null);
    }, FIT_AFTER_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [lab, trace, pageBytes, logicalPages, mapping, free]);
  return fit;
}

/** The number that a text spells; `null` for one that is not accepted. */
type ReadNumber = (text: string) => number | null;

const wholeOf: ReadNumber = (text) => {
  const number = Number(text);
  return Number.isInteger(number) && number > 0 ? number : null;
};

/** Below 100, with a decimal at most. */
const percentOf: ReadNumber = (text) => {
  const number = Number(text);
  return /^\d+(\.\d?)?$/.test(text.trim()) && number > 0 && number < 100 ? number : null;
};

interface NumberInputProps {
  label: string;
  value: number;
  read?: ReadNumber;
  onValue: (value: number) => void;
}

export function NumberInput({ label, value, read = wholeOf, onValue }: NumberInputProps) {
  const id = useId();
  // A text that is no number yet stays in the input and out of the device.
  const [draft, setDraft] = useState<string | null>(null);
  const type = (text: string) => {
    setDraft(text);
    const number = read(text);
    if (number !== null) onValue(number);
  };
  return (
    <label htmlFor={id}>
      {label}
      <input
        id={id}
        inputMode={read === wholeOf ? 'numeric' : 'decimal'}
        value={draft ?? String(value)}
        aria-invalid={draft !== null && read(draft) === null}
        onChange={({ target }) => type(target.value)}
        onBlur={() => setDraft(null)}
      />
    </label>
  );
}

/** How large a drive is beside the pages that the trace touches. */
const TIMES = [1, 2, 4, 8];

interface TimesProps {
  statistics: Statistics;
  device: TraceDevice;
  onDevice: (device: TraceDevice) => void;
}

/** A drive that the trace takes up a part of; on the rest lie pages that it leaves alone. */
export function Times({ statistics, device, onDevice }: TimesProps) {
  const of = (times: number) => timesDevice(statistics, device, times);
  const chosen = TIMES.find((times) => JSON.stringify(of(times)) === JSON.stringify(device));
  return (
    <label className="times">
      {m.trace_times_drive()}
      <select value={chosen ?? ''} onChange={({ target }) => onDevice(of(Number(target.value)))}>
        {chosen === undefined && <option value="">{m.trace_times_own()}</option>}
        {TIMES.map((times) => (
          <option key={times} value={times} disabled={of(times).logicalPages > MOST_PAGES}>
            {times === 1 ? m.trace_times_one() : m.trace_times_n({ n: integer(times) })}
          </option>
        ))}
      </select>
    </label>
  );
}

interface SameDriveProps {
  trace: TraceSummary;
  device: TraceDevice;
  onDevice: (device: TraceDevice) => void;
}

/** The drive of the trace that was run before this one: two traces are compared on one drive, and each is offered its own. */
export function SameDrive({ trace, device, onDevice }: SameDriveProps) {
  const { of } = useStore(lastDrive);
  if (of === null || of.hash === trace.import.hash) return null;
  if (JSON.stringify(of.device) === JSON.stringify(device))
    return <p className="quiet same-drive">{m.trace_drive_same({ name: of.name })}</p>;
  return (
    <p className="quiet same-drive">
      <span>{m.trace_drive_other({ name: of.name })}</span>
      <button type="button" className="small" onClick={() => onDevice(of.device)}>
        {m.trace_drive_take()}
      </button>
    </p>
  );
}
