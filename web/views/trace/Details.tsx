/** All that the import found, and charts that can be saved: opened on request. */
import { Suspense, useState } from 'react';
import { bytes, duration, integer, percent } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { useFailureWords } from '../../i18n/failures';
import { lazyPart } from '../../kit/lazy-part';
import type { TraceDevice } from '../../protocol/generated/TraceDevice';
import type { TraceLocality } from '../../protocol/generated/TraceLocality';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { reasonOf } from './format/reasons';
import { meanWithoutTrims, trimsCounted } from './notes/trimmed-figures';
import { RequestRows } from './Panels';

const Insight = lazyPart(() => import('./insight/Insight'));

interface DetailsProps {
  trace: TraceSummary;
  locality: TraceLocality | null;
  first: number;
}

export function Details({ trace, locality, first }: DetailsProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="traces-details"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>{m.trace_details()}</summary>
      {open && (
        <>
          <section aria-label={m.trace_understood()}>
            <Counts trace={trace} />
            <div className="preview">
              <div>
                <h4>{m.trace_first_lines()}</h4>
                <pre>{trace.import.first_lines.join('\n')}</pre>
              </div>
              <div>
                <h4>{m.trace_first_requests({ size: bytes(trace.statistics.page_bytes) })}</h4>
                <RequestRows requests={trace.preview} />
              </div>
            </div>
            <BadLines trace={trace} />
          </section>
          {locality && (
            <Suspense fallback={null}>
              <Insight {...{ trace, locality, first }} />
            </Suspense>
          )}
        </>
      )}
    </details>
  );
}

function Counts({ trace: { import: read, statistics: s } }: { trace: TraceSummary }) {
  const size = bytes(s.page_bytes);
  const rows: [string, string][] = [
    ...(read.guess
      ? [
          [
            m.trace_format(),
            m.trace_recognised({ format: read.format ?? '–', share: percent(read.guess.confidence) }),
          ] satisfies [string, string],
        ]
      : []),
    [m.trace_lines(), integer(read.lines)],
    [
      m.trace_requests(),
      m.trace_requests_split({
        all: integer(s.requests),
        writes: integer(s.writes),
        reads: integer(s.reads),
        trims: integer(s.trims),
      }),
    ],
    [m.trace_passed(), integer(read.passed_lines)],
    [m.trace_skipped(), integer(read.skipped_lines)],
    ...(read.devices.length > 1 || read.devices.some(({ device, name }) => name !== String(device))
      ? [[m.trace_devices_named(), namesOf(read.devices)] satisfies [string, string]]
      : []),
    ...(read.out_of_order > 0
      ? [[m.trace_sorted(), integer(read.out_of_order)] satisfies [string, string]]
      : []),
    ...(read.outside > 0 ? [[m.trace_outside(), integer(read.outside)] satisfies [string, string]] : []),
    [
      m.trace_written(),
      `${bytes(s.bytes_written)} · ${m.trace_n_pages({ n: integer(s.pages_written), size })}`,
    ],
    [m.trace_footprint(), m.trace_n_pages({ n: integer(s.footprint_pages), size })],
    ...(s.trimmed_unwritten_pages > 0
      ? [
          [
            m.trace_only_trimmed(),
            m.trace_n_pages({ n: integer(s.trimmed_unwritten_pages), size }),
          ] satisfies [string, string],
        ]
      : []),
    [m.trace_space(), m.trace_n_pages({ n: integer(s.pages_needed), size })],
    [m.trace_mean(), [bytes(s.mean_bytes), ...meanWithoutTrims(s)].join(' · ')],
    [m.trace_sequential(), [percent(s.sequential_share), ...trimsCounted(s)].join(' · ')],
    [m.trace_unaligned(), integer(s.unaligned)],
    ...(s.usual_start > 0
      ? [
          [m.trace_usual_start(), m.trace_usual_start_of({ bytes: integer(s.usual_start) })] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ...(s.partly_written > 0
      ? [
          [m.trace_written_in_part(), m.trace_n_pages({ n: integer(s.partly_written), size })] satisfies [
            string,
            string,
          ],
        ]
      : []),
    ...(s.trims > 0
      ? [
          [
            m.trace_trimmed(),
            `${bytes(s.bytes_trimmed)} · ${m.trace_n_pages({ n: integer(s.pages_trimmed), size })}`,
          ] satisfies [string, string],
        ]
      : []),
    [m.trace_duration(), s.duration_s === null ? m.trace_no_times() : duration(s.duration_s * 1e6)],
  ];
  return (
    <dl className="counts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Devices shown by what the file calls them. */
const MOST_DEVICES = 30;

function namesOf(devices: readonly TraceDevice[]): string {
  const names = devices.slice(0, MOST_DEVICES).map(({ name, requests }) => `${name} (${integer(requests)})`);
  const others = devices.length - names.length;
  // Names may have commas in them: 202,16.
  return [...names, ...(others > 0 ? [m.trace_devices_more({ n: integer(others) })] : [])].join(' · ');
}

function BadLines({ trace: { import: read } }: { trace: TraceSummary }) {
  const words = useFailureWords();
  if (read.bad_lines.length === 0) return null;
  return (
    <>
      <h4>{m.trace_bad_count({ n: integer(read.skipped_lines) })}</h4>
      <ul className="bad-lines">
        {read.bad_lines.map((bad) => (
          <li key={bad.line}>
            {m.app_notice_place_column({ line: bad.line, column: bad.column })}: {reasonOf(bad, words)}{' '}
            <code>{bad.excerpt}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
