/** The model card: what is simulated, what is not, the laws on the run that is open, and the sources. */
import { useState } from 'react';
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import { FTL_NAMES } from '../../i18n/ftl-names';
import { Dialog } from '../../kit/Dialog';
import { type Law, type LawId, lawsOf } from '../../model/laws';
import { IN_ORDER } from '../../schemes';
import { useLab, useLabStore } from '../../state/use-lab';
import './model.css';

function schemes(): string {
  const ftls = IN_ORDER.map(({ kind }) => FTL_NAMES[kind]());
  return m.model_schemes({ count: integer(ftls.length), ftls: ftls.join(', ') });
}

const SIMULATED = [
  m.model_chip,
  schemes,
  m.model_buffers,
  m.model_channels,
  m.model_time,
  m.model_power,
  m.model_traces,
  m.model_exact,
];
/** A page of its own: the dialog closes behind the person who goes there. */
const VALIDATION = '#/validation';

const NOT_SIMULATED = [m.model_no_planes, m.model_no_errors, m.model_no_controller];
const SOURCES = [m.model_source_dftl, m.model_source_dftlj, m.model_source_slides, m.model_source_desnoyers];

export function ModelDialog({ close }: { close: () => void }) {
  return (
    <Dialog title={m.keys_model()} closeLabel={m.app_close()} close={close} width="narrow" text>
      <p>{m.model_intro()}</p>
      <h3>{m.model_simulated()}</h3>
      <List of={SIMULATED} />
      <h3>{m.model_not_simulated()}</h3>
      <List of={NOT_SIMULATED} />
      <h3>{m.model_laws()}</h3>
      <Laws />
      <h3>{m.model_sources()}</h3>
      <List of={SOURCES} />
      <p>
        {m.app_help_validation()}{' '}
        <a href={VALIDATION} onClick={close}>
          {m.keys_validation()}
        </a>
      </p>
    </Dialog>
  );
}

function List({ of }: { of: readonly (() => string)[] }) {
  return (
    <ul className="model-list">
      {of.map((text) => (
        <li key={text()}>{text()}</li>
      ))}
    </ul>
  );
}

/** The words of each law, and its counts. */
const LAWS: Record<LawId, { says: () => string; counted: (figures: Law['figures']) => string }> = {
  reads: { says: m.model_law_reads, counted: ({ reads }) => m.model_counted_reads({ reads: whole(reads) }) },
  copies: {
    says: m.model_law_copies,
    counted: ({ pages, lpns }) => m.model_counted_copies({ pages: whole(pages), lpns: whole(lpns) }),
  },
  blocks: {
    says: m.model_law_blocks,
    counted: ({ free, used, blocks }) =>
      m.model_counted_blocks({ free: whole(free), used: whole(used), blocks: whole(blocks) }),
  },
  counters: {
    says: m.model_law_counters,
    counted: ({ reads, programs, erases }) =>
      m.model_counted_counters({ reads: whole(reads), programs: whole(programs), erases: whole(erases) }),
  },
};

const whole = (count: number | undefined) => integer(count ?? 0);

function Laws() {
  const slot = useLab((lab) => lab.slots[0]);
  if (!slot) return <p className="quiet">{m.model_no_run()}</p>;
  return (
    <>
      <p className="quiet">{m.model_laws_of({ name: slot.summary.name })}</p>
      <table className="laws">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{m.model_law()}</th>
            <th scope="col">{m.model_law_holds()}</th>
          </tr>
        </thead>
        <tbody>
          {lawsOf(slot.summary, slot.current).map(({ id, holds, figures }) => (
            <tr key={id} data-holds={holds ?? undefined}>
              <th scope="row">
                {LAWS[id].says()}
                <p className="quiet">{holds === null ? m.model_law_not_now() : LAWS[id].counted(figures)}</p>
              </th>
              <td>{holds === null ? m.model_unseen() : holds ? m.model_holds() : m.model_broken()}</td>
            </tr>
          ))}
          <SamePlace />
        </tbody>
      </table>
    </>
  );
}

/** The law that a position is the same however one got there, tried out: from the beginning, to here again. */
function SamePlace() {
  const lab = useLabStore();
  const [state, setState] = useState<'asked' | 'running' | boolean>('asked');
  const [hash, setHash] = useState('');
  const again = async () => {
    const here = lab.getState().slots[0]?.current.frame.position;
    if (!here) return;
    setState('running');
    const { report, run, told } = lab.getState();
    const before = await told(report(0));
    const gone = await run({ to: 'position', position: { request: 0, event: 0 } });
    const back = await run({ to: 'position', position: here });
    const after = await told(report(0));
    // A way that was not gone says nothing of where it leads.
    if (before.is !== 'done' || gone.is !== 'done' || back.is !== 'done' || after.is !== 'done')
      return setState('asked');
    setHash(after.value.state_hash ?? '');
    setState(before.value.state_hash === after.value.state_hash);
  };
  const running = state === 'running';
  return (
    <tr data-holds={typeof state === 'boolean' ? state : undefined}>
      <th scope="row">
        {m.model_law_position()}
        <div role="status">
          {typeof state === 'boolean' && <p className="quiet">{m.model_counted_position({ hash })}</p>}
        </div>
      </th>
      <td>
        {typeof state === 'boolean' ? (
          state ? (
            m.model_holds()
          ) : (
            m.model_broken()
          )
        ) : (
          <button type="button" aria-disabled={running} onClick={() => running || void again()}>
            {running ? m.model_trying() : m.model_try()}
          </button>
        )}
      </td>
    </tr>
  );
}
