/** A person's own policy: code beside the stage, its decisions under it, its score below (`#/policy`). */
import { useCallback, useMemo, useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import { packPolicy, unpackPolicy } from '../../model/policy/link';
import { useLab } from '../../state/use-lab';
import { Now } from '../../views/now';
import { PolicyDecision, PolicyPanel, PolicyScore, type Scored } from '../../views/policy';
import { Stage } from '../../views/stage';
import { Transport } from '../../views/transport';
import { copy } from '../address/use-link';
import { breakPolicy, runPolicy } from '../engines/run-policy';
import { startRun } from '../engines/start-run';
import { say } from '../page-messages';

export interface PolicyPageProps {
  /** The link: the task, and the packed code. */
  task: string | null;
  payload: string | null;
}

export default function PolicyPage({ task, payload }: PolicyPageProps) {
  const open = useLab((lab) => lab.slots[0] !== null);
  const comparing = useLab((lab) => lab.comparing);
  const [scored, setScored] = useState<Scored | null>(null);
  const linked = useMemo(() => {
    if (!payload) return null;
    const code = unpackPolicy(payload);
    if (code === null) say(m.policy_bad_link(), { trouble: true });
    else say(m.policy_linked());
    return code === null ? null : { task: task ?? '', code };
  }, [task, payload]);
  const share = useCallback(async (of: string, code: string) => {
    const packed = packPolicy(code);
    if (packed === null) return say(m.policy_link_too_long(), { trouble: true });
    const address = `${location.origin}${location.pathname}#/policy/${of}/${packed}`;
    say((await copy(address)) ? m.policy_link_copied() : m.app_copy_by_hand({ text: address }));
  }, []);
  return (
    <>
      <div className="lesson-place">
        <div className="lesson policy-place">
          <PolicyPanel
            run={runPolicy}
            search={breakPolicy}
            start={startRun}
            linked={linked}
            share={(of, code) => void share(of, code)}
            scored={setScored}
          />
        </div>
      </div>
      <main className="centre">
        <div className="stages">
          {open && (
            <div className="simulation">
              <Stage
                slot={0}
                head={
                  <Now
                    slot={0}
                    acts={null}
                    side={comparing ? { name: m.policy_side_yours(), figures: null } : null}
                  />
                }
              />
            </div>
          )}
          {comparing && (
            <div className="simulation">
              <Stage
                slot={1}
                head={<Now slot={1} acts={null} side={{ name: m.policy_side_own(), figures: null }} />}
              />
            </div>
          )}
        </div>
        <PolicyDecision />
      </main>
      {open && (
        <section className="timeline" aria-label={m.transport_region()}>
          <Transport short />
        </section>
      )}
      <PolicyScore scored={scored} />
    </>
  );
}
