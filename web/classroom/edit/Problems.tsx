/** The verdict of the check: that all holds, or every fault with its place, which a press leads to. */
import { m } from '../../i18n/compiled/messages.js';
import type { Fault } from '../../lesson/language/fault';
import { FaultList } from '../../lesson/parts/FaultList';
import type { Findings } from './checker';

/** Further ones are counted. */
const MOST = 50;

export function Problems({ findings, goTo }: { findings: Findings | null; goTo(fault: Fault): void }) {
  const faults = findings?.faults ?? [];
  return (
    <div className="problems">
      <p role="status" className={faults.length > 0 ? 'trouble' : 'quiet'}>
        {stateOf(findings)}
      </p>
      {faults.length > 0 && <FaultList faults={faults} most={MOST} label={m.edit_problems()} goTo={goTo} />}
    </div>
  );
}

function stateOf(findings: Findings | null): string {
  if (!findings || findings.state === 'checking') return m.edit_checking();
  if (findings.state === 'failed') return m.lesson_failed({ reason: findings.reason });
  const { faults, shown, evaluated } = findings;
  if (faults.length > 0) return m.edit_faults({ count: faults.length });
  return m.edit_sound({ steps: shown?.lesson.steps.length ?? 0, values: evaluated });
}
