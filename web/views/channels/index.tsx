/** Channels and queues of a slot, where it has any: binds the store. */
import { useState } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import { useLab } from '../../state/use-lab';
import css from './channels.module.css';
import { GanttChart, OperationsTable } from './Gantt';
import { Queues } from './Queues';

const ZOOMS = [0.25, 0.5, 1, 2, 4] as const;

export default function Channels({ slot }: { slot: number }) {
  const host = useLab((lab) => lab.slots[slot]?.current.frame.host ?? null);
  const [table, setTable] = useState(false);
  const [zoom, setZoom] = useState(2);
  useLanguage();
  if (!host) return null;
  return (
    <section className={`${css.channels} channels`} aria-label={m.channels_region()}>
      <header>
        <h2>{m.channels_heading({ channels: host.channels, dies: host.dies, scheduler: host.scheduler })}</h2>
        <span className={css.tools}>
          <button
            type="button"
            aria-label={m.channels_closer()}
            disabled={zoom === 0}
            onClick={() => setZoom(zoom - 1)}
          >
            +
          </button>
          <button
            type="button"
            aria-label={m.channels_wider()}
            disabled={zoom === ZOOMS.length - 1}
            onClick={() => setZoom(zoom + 1)}
          >
            −
          </button>
          <button type="button" aria-pressed={table} onClick={() => setTable(!table)}>
            {m.channels_as_table()}
          </button>
        </span>
      </header>
      <div className={css.body}>
        <Queues host={host} />
        {table ? <OperationsTable host={host} /> : <GanttChart host={host} zoom={ZOOMS[zoom] ?? 1} />}
      </div>
    </section>
  );
}
