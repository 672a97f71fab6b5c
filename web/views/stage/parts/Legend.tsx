/** The meaning of a page's looks. */
import { m } from '../../../i18n/compiled/messages.js';
import type { FtlKind } from '../../../protocol/generated/FtlKind';
import { schemeOf } from '../../../schemes';
import css from '../stage.module.css';

/** A remark in brackets is in a part of its own: a phone in letters for a hall has no room for it. */
function Meaning({ text }: { text: string }) {
  const [name, remark] = text.split(/(?= \()/);
  return (
    <span>
      {name}
      {remark && <small>{remark}</small>}
    </span>
  );
}

/** `buffer`: the kind of the write buffer, where there is one. */
export function Legend({ ftl, buffer }: { ftl: FtlKind; buffer: string | null }) {
  const entries: [string, string][] = [
    ['free', m.stage_legend_free()],
    ['valid', m.stage_legend_data()],
  ];
  const own = schemeOf(ftl).legend();
  for (const { look, text } of own) if (look !== 'dirty') entries.push([look, text]);
  entries.push(['invalid', m.stage_legend_stale()]);
  for (const { look, text } of own) if (look === 'dirty') entries.push([look, text]);
  if (buffer) entries.push(['buffered', m.stage_legend_buffered()]);
  if (buffer === 'cflru') entries.push(['clean', m.stage_legend_clean()]);
  if (buffer === 'bplru' || buffer === 'pud_lru') entries.push(['filler', m.stage_legend_filler()]);
  return (
    <ul className={css.legend} data-legend aria-label={m.stage_legend()}>
      {entries.map(([look, text]) => (
        <li key={look}>
          <i data-look={look} aria-hidden="true" />
          <Meaning text={text} />
        </li>
      ))}
    </ul>
  );
}
