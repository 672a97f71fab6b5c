/** Why a run at its end shows little, and the change that shows more: the engine has run it. */
import { useEffect, useState } from 'react';
import { decimal } from '../../base/format';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { ftlSaid } from '../../i18n/ftl-names';
import type { FtlKind } from '../../protocol/generated/FtlKind';
import type { Quiet } from '../../protocol/generated/Quiet';
import { useLab, useLabStore } from '../../state/use-lab';
import css from './figures.module.css';

/** Scenarios that the engine died of when it was asked: they are not tried again. */
const deadly = new Set<string | undefined>();

export default function Little() {
  const { quiet: ask, told, compare } = useLabStore().getState();
  const source = useLab(({ slots }) => slots[0]?.source);
  const ftl = useLab(({ slots }) => slots[0]?.summary.ftl);
  const [quiet, setQuiet] = useState<Quiet | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another scenario has another answer
  useEffect(() => {
    let here = true;
    const find = async () => {
      if (deadly.has(source)) return;
      let answer = await told(ask(0));
      // Other work went before it.
      while (here && answer.is === 'cancelled') answer = await told(ask(0));
      if (answer.is === 'crashed') deadly.add(source);
      if (here && answer.is === 'done') setQuiet(answer.value);
    };
    setQuiet(null);
    void find();
    return () => {
      here = false;
    };
  }, [source]);
  if (!quiet || !ftl) return null;
  return <LittleView quiet={quiet} ftl={ftl} onCompare={(scenario) => void told(compare(scenario))} />;
}

interface LittleViewProps {
  quiet: Quiet;
  ftl: FtlKind;
  /** Opens the changed run beside it. */
  onCompare: (scenario: string) => void;
}

export function LittleView({ quiet, ftl, onCompare }: LittleViewProps) {
  useLanguage();
  const { more } = quiet;
  return (
    <div className={css.little} role="note">
      <p>{littleText(quiet, ftl)}</p>
      {more && (
        <button type="button" className="small" onClick={() => onCompare(more.scenario)}>
          {m.metrics_little_compare({ change: more.change })}
        </button>
      )}
    </div>
  );
}

export function littleText(quiet: Quiet, ftl: FtlKind): string {
  const { why, more, spare_blocks: n } = quiet;
  const wa = (value: number | null) => (value === null ? m.metrics_none() : decimal(value));
  const after = more ? wa(more.write_amplification) : '';
  if (why === 'least_spare')
    return m.metrics_little_spare({ wa: wa(quiet.write_amplification), n, ftl: ftlSaid(ftl), after });
  const reason = why === 'never_overwrites' ? m.metrics_little_once() : m.metrics_little_free();
  return more ? `${reason} ${m.metrics_little_more({ change: more.change, after })}` : reason;
}
