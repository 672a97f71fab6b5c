/** A CMT of a size of one's own, beside the others of the comparison: in KiB. */
import { type FormEvent, useId, useState } from 'react';
import { bytes, integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { cmtEntries } from '../../model/plans/batch-compare';
import { CMT_ENTRY_BYTES } from '../../model/plans/batch-compare-ram';
import { kindOf, logicalPages, numberAt, type ScenarioDocument } from '../../model/scenario/document';

interface CmtSizeProps {
  document: ScenarioDocument;
  /** Entries that were asked for. */
  asked: number | undefined;
  off: boolean;
  /** Compares sizes, one of this many entries among them. */
  onSize: (entries: number) => void;
}

export function CmtSize({ document, asked, off, onSize }: CmtSizeProps) {
  const own = asked ?? (kindOf(document, 'ftl') === 'dftl' ? numberAt(document, 'ftl.cmt_entries', 0) : 0);
  const [typed, setTyped] = useState(own > 0 ? String((own * CMT_ENTRY_BYTES) / 1024) : '');
  const id = useId();
  const size = sizeOf(typed);
  const wrong = size === null && typed.trim() !== '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (size !== null) onSize(cmtEntries(document, size));
  };
  return (
    <section className="sure" aria-label={m.cmt_title()}>
      <form className="asking" onSubmit={submit}>
        <label htmlFor={id}>
          {m.cmt_size()}
          <input
            id={id}
            className="cycles"
            inputMode="decimal"
            value={typed}
            aria-invalid={wrong}
            aria-describedby={wrong ? `${id}-wrong` : `${id}-map`}
            onChange={({ target }) => setTyped(target.value)}
          />
          KiB
        </label>
        <button type="submit" disabled={size === null || off}>
          {m.cmt_compare()}
        </button>
        <span id={`${id}-map`} className="quiet">
          {m.cmt_map({
            size: bytes(logicalPages(document) * CMT_ENTRY_BYTES),
            entry: integer(CMT_ENTRY_BYTES),
          })}
        </span>
      </form>
      {wrong && (
        <p id={`${id}-wrong`} className="trouble" role="alert">
          {m.cmt_wrong({ least: integer(CMT_ENTRY_BYTES), typed })}
        </p>
      )}
    </section>
  );
}

/** Bytes of a number of KiB as a person types it; `null` where it is none, or has no room for an entry. */
export function sizeOf(text: string): number | null {
  const typed = text.trim();
  // A comma is one of thousands, or the text is no number.
  const isNumber = /^(\d+|\d{1,3}(,\d{3})+)?(\.\d+)?$/.test(typed);
  const size = typed === '' || !isNumber ? Number.NaN : Number(typed.replaceAll(',', '')) * 1024;
  return Number.isFinite(size) && size >= CMT_ENTRY_BYTES ? size : null;
}
