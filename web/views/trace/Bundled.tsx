import { useState } from 'react';
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { BUNDLED_TRACES, type BundledTrace } from '../../model/traces/bundled-traces';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import type { Import } from './use-import';

/** Loads one, from where the page came from. */
export function useBundled(read: Import['read']) {
  const [missing, setMissing] = useState<string | null>(null);
  const open = async ({ file }: BundledTrace) => {
    setMissing(null);
    const answer = await fetch(`traces/${file}`).catch(() => null);
    if (!answer?.ok) return setMissing(file);
    read({ file: await answer.blob(), name: file }, DEFAULT_OPTIONS);
  };
  return { open, missing };
}

/** The traces that ship with the page. */
export function Bundled({ open, missing }: ReturnType<typeof useBundled>) {
  return (
    <section className="panel bundled" aria-label={m.trace_bundled()}>
      <h3>{m.trace_bundled()}</h3>
      <ul>
        {BUNDLED_TRACES.map((trace) => (
          <li key={trace.id}>
            <button
              type="button"
              aria-label={m.trace_bundled_open({ name: NAMES[trace.id]() })}
              onClick={() => void open(trace)}
            >
              {NAMES[trace.id]()}
            </button>
            <span>{WHATS[trace.id]()}</span>
            <span className="quiet">
              {m.trace_bundled_facts({
                requests: integer(trace.requests),
                source: trace.source,
                licence: trace.licence,
              })}
            </span>
          </li>
        ))}
      </ul>
      {missing && (
        <p className="trouble" role="alert">
          {m.trace_bundled_failed({ name: missing })}
        </p>
      )}
    </section>
  );
}

const NAMES: Record<BundledTrace['id'], () => string> = {
  tpcc_excerpt: m.trace_bundled_tpcc_excerpt,
  tpcc: m.trace_bundled_tpcc,
  financial: m.trace_bundled_financial,
  msr: m.trace_bundled_msr,
  systor: m.trace_bundled_systor,
  tencent: m.trace_bundled_tencent,
};

const WHATS: Record<BundledTrace['id'], () => string> = {
  tpcc_excerpt: m.trace_bundled_tpcc_excerpt_what,
  tpcc: m.trace_bundled_tpcc_what,
  financial: m.trace_bundled_financial_what,
  msr: m.trace_bundled_msr_what,
  systor: m.trace_bundled_systor_what,
  tencent: m.trace_bundled_tencent_what,
};
