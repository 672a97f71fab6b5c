/** Choosing what to compare with: the same workload on another FTL, or any scenario. */
import { useState } from 'react';
import { Dialog } from '../../base/Dialog';
import { m } from '../../i18n/compiled/messages.js';
import { kindOf, numberAt, parseDocument, type ScenarioDocument, writeDocument } from '../../model/document';
import { FTLS, type FtlKind, pairWith } from '../../model/schemes';
import type { Failure } from '../../protocol/generated/Failure';
import { useLab, useLabStore } from '../../state/use-lab';
import { placeOf } from '../failure-text';
import './compare.css';

type Choice = FtlKind | 'text';

const FTL_NAMES: Record<FtlKind, () => string> = {
  page: m.compare_with_page,
  bast: m.compare_with_bast,
  fast: m.compare_with_fast,
  superblock: m.compare_with_superblock,
  last: m.compare_with_last,
  dftl: m.compare_with_dftl,
  replacement: m.compare_with_replacement,
  block: m.compare_with_block,
};

export function CompareDialog({ close }: { close: () => void }) {
  const lab = useLabStore();
  const summary = useLab((state) => state.slots[0]?.summary ?? null);
  const source = useLab((state) => state.slots[0]?.source ?? '{}');
  // The canonical text says everything, also what the person left to defaults.
  const document = parseDocument(summary?.canonical ?? source) ?? {};
  const own = kindOf(document, 'ftl');
  const [choice, setChoice] = useState<Choice>(() => FTLS.find((kind) => kind !== own) ?? 'page');
  const [text, setText] = useState(source);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [opening, setOpening] = useState(false);

  const start = async () => {
    if (opening) return;
    setOpening(true);
    const refused = await open(choice === 'text' ? null : choice);
    setOpening(false);
    setFailure(refused);
    if (!refused) close();
  };
  const open = async (kind: FtlKind | null): Promise<Failure | null> => {
    const { compare, open: reopen } = lab.getState();
    if (kind === null) return compare(text);
    const { left, right, grown, refilled } = pairWith(kind, named(document, summary?.name, kind));
    if (grown || refilled) {
      const refused = await reopen(0, writeDocument(left));
      if (refused) return refused;
    }
    return compare(writeDocument(right));
  };

  return (
    <Dialog
      title={m.compare_title()}
      closeLabel={m.app_close()}
      close={close}
      width="narrow"
      footer={
        // Not `disabled`: the focus stays on it, and from there goes back to where it was.
        <button type="button" className="primary" aria-disabled={opening} onClick={() => void start()}>
          {opening ? m.compare_opening() : m.compare_start()}
        </button>
      }
    >
      <p>{m.compare_intro({ name: summary?.name || own.toUpperCase() })}</p>
      <fieldset className="choices">
        <legend>{m.compare_other()}</legend>
        {FTLS.filter((kind) => kind !== own).map((kind) => (
          <label key={kind}>
            <input type="radio" name="compare" checked={choice === kind} onChange={() => setChoice(kind)} />
            <span>
              {FTL_NAMES[kind]()} <Changes kind={kind} document={document} />
            </span>
          </label>
        ))}
        <label>
          <input type="radio" name="compare" checked={choice === 'text'} onChange={() => setChoice('text')} />
          <span>{m.compare_with_text()}</span>
        </label>
        {choice === 'text' && (
          <textarea
            aria-label={m.compare_text_label()}
            rows={12}
            spellCheck={false}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </fieldset>
      {failure && (
        <div role="alert">
          <p className="trouble">
            {placeOf(failure)} {failure.message}
          </p>
          <p className="quiet">{failure.remedy}</p>
        </div>
      )}
    </Dialog>
  );
}

/** What has to change on both sides so that the comparison is fair. */
function Changes({ kind, document }: { kind: FtlKind; document: ScenarioDocument }) {
  const { blocks, grown, refilled } = pairWith(kind, document);
  const notes = [
    grown && m.compare_grown({ from: numberAt(document, 'device.blocks', 0), to: blocks }),
    refilled && m.compare_refilled(),
  ].filter((note) => note !== false);
  return notes.length > 0 ? <span className="quiet">({notes.join(' ')})</span> : null;
}

function named(document: ScenarioDocument, name: string | undefined, kind: FtlKind): ScenarioDocument {
  return { ...document, name: m.compare_name({ name: name ?? '', ftl: kind.toUpperCase() }) };
}
