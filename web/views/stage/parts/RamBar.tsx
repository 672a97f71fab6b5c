/**
 * The RAM of a device behind a write buffer: to scale how much of it is the FTL's tables and how much the buffer,
 * and, where the two share it, what the last window decided (SPEC 6). Drawn from the frame alone, so that it is right
 * after any step.
 */
import { bytes, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { partitionSaid } from '../../../model/sentences/buffer';
import type { BufferShown } from '../../../protocol/generated/BufferShown';
import type { SharedShown } from '../../../protocol/generated/SharedShown';
import { say } from '../../say';
import { type RamPart, ramParts } from './ram';
import css from './ram.module.css';

const NAMES: Record<RamPart['id'], () => string> = {
  tables: m.stage_ram_tables,
  cmt: m.stage_ram_cmt,
  buffer: m.stage_buffer,
};

/** `fill`: also how full the buffer is, where its pages are not drawn. */
export default function RamBar({ buffer, fill = false }: { buffer: BufferShown; fill?: boolean }) {
  const parts = ramParts(buffer.ram);
  const all = parts.reduce((sum, part) => sum + part.bytes, 0);
  const named = parts.map(({ id, bytes: count }) => `${NAMES[id]()} ${bytes(count)}`);
  return (
    <div className={css.ram} data-shared={buffer.shared ? true : undefined}>
      <span className={css.all} title={m.stage_ram_exact({ bytes: integer(all) })}>
        {m.stage_ram()} <b>{bytes(all)}</b>
      </span>
      <span className={css.bar} role="img" aria-label={`${m.stage_ram()} ${bytes(all)}: ${named.join(', ')}`}>
        {parts.map(({ id, bytes: count }) => (
          <i key={id} data-part={id} style={{ inlineSize: `${(100 * count) / all}%` }} />
        ))}
      </span>
      {parts.map(({ id, bytes: count }, index) => (
        <span
          key={id}
          className={css.part}
          data-part={id}
          title={m.stage_ram_exact({ bytes: integer(count) })}
        >
          {named[index]}
        </span>
      ))}
      {fill && (
        <span className={css.part}>
          {m.stage_ram_fill({ pages: integer(buffer.pages), capacity: integer(buffer.capacity) })}
        </span>
      )}
      {buffer.shared && <Moved shared={buffer.shared} />}
    </div>
  );
}

function Moved({ shared }: { shared: SharedShown }) {
  const decided = shared.last && partitionSaid(shared.last);
  const words = decided ? [decided.title, ...decided.why].map(say).join('. ') : m.stage_ram_not_moved();
  const window = m.stage_ram_window({
    step: bytes(shared.step_bytes),
    requests: integer(shared.requests),
    window: integer(shared.window_requests),
  });
  return (
    <p className={css.moved} title={`${words} ${window}`}>
      <span>{window}</span> {words}
    </p>
  );
}
