/** The three figures that are below the inspector whatever it shows; of a run that shows little, why. */
import { Suspense } from 'react';
import { decimal, integer, short } from '../../base/format';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { lazyPart } from '../../kit/lazy-part';
import { byteAmplification, owing } from '../../model/amplification';
import { copiesOf } from '../../model/metrics';
import type { Frame } from '../../protocol/generated/Frame';
import { useLab } from '../../state/use-lab';
import css from './figures.module.css';

// A run is looked at here before it is at its end.
const Little = lazyPart(() => import('./Little'));

interface Figure {
  value: string;
  /** Its value once the page under way is done. */
  to: string | null;
  name: string;
}

/** `own`: of a run that no lesson has chosen, and that is not compared with another. */
export function Figures({ own }: { own: boolean }) {
  const slot = useLab((lab) => lab.slots[0]);
  useLanguage();
  // Its later value would answer an open question.
  const hidden = useLab((lab) => lab.asking || lab.limit !== null);
  if (!slot) return null;
  const { position, requests } = slot.current.frame;
  return (
    <>
      <dl className={css.figures} aria-label={m.now_figures()}>
        {figuresOf(slot.current.frame, slot.summary.ftl, hidden).map(({ value, to, name }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {to !== null && <span>{m.now_figure_to({ value: to })}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {own && !hidden && position.request === requests && (
        <Suspense fallback={null}>
          <Little />
        </Suspense>
      )}
    </>
  );
}

/** Ratios count finished host pages alone; copies and erases are up to and with the last flash operation. */
function figuresOf({ report, finished, cost }: Frame, ftl: string, hidden: boolean): Figure[] {
  const { write_amplification: amplification, cmt } = finished ?? report;
  const { programs, erases } = report.flash;
  const after = finished && !hidden ? (cost?.wa_after ?? null) : null;
  const shown = amplification === null ? '–' : decimal(amplification);
  const bytes = byteAmplification({ ...report, ...finished });
  const ofBytes: Figure[] =
    bytes === null ? [] : [{ value: decimal(bytes), to: null, name: m.now_figure_bytes() }];
  const first: Figure = {
    value: shown,
    to: after !== null && decimal(after) !== shown ? decimal(after) : null,
    name: m.now_figure_wa(),
  };
  const drained = owing(report);
  const owed: Figure[] =
    drained === null || hidden
      ? []
      : [{ value: decimal(drained), to: null, name: m.now_figure_wa_drained() }];
  if (ftl === 'dftl') {
    const { hits, misses } = cmt;
    const maps = programs.translation + programs.translation_gc;
    return [
      first,
      ...owed,
      ...ofBytes,
      { value: short(hits), to: null, name: m.now_figure_hits({ accesses: integer(hits + misses) }) },
      { value: short(maps), to: null, name: m.now_figure_maps({ count: maps }) },
    ];
  }
  return [
    first,
    ...owed,
    ...ofBytes,
    { value: short(copiesOf(report)), to: null, name: m.now_figure_copies() },
    { value: short(erases.total), to: null, name: m.now_figure_erases({ count: erases.total }) },
  ];
}
