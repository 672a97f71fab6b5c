/** What the looks of a page mean. */
import { m } from '../../i18n/compiled/messages.js';
import { isHybrid } from '../../model/schemes';
import css from './stage.module.css';

/** `buffer`: the kind of the write buffer, where there is one. */
export function Legend({ ftl, buffer }: { ftl: string; buffer: string | null }) {
  const entries: [string, string][] = [
    ['free', m.stage_legend_free()],
    ['valid', m.stage_legend_data()],
  ];
  if (isHybrid(ftl)) entries.push(['log', m.stage_legend_log()]);
  if (ftl === 'replacement') entries.push(['log', m.stage_legend_replacement()]);
  if (ftl === 'superblock') entries.push(['log', m.stage_legend_update()]);
  if (ftl === 'dftl') entries.push(['trans', m.stage_legend_translation()]);
  entries.push(['invalid', m.stage_legend_stale()]);
  if (ftl === 'dftl') entries.push(['dirty', m.stage_legend_dirty()]);
  if (buffer) entries.push(['buffered', m.stage_legend_buffered()]);
  if (buffer === 'cflru') entries.push(['clean', m.stage_legend_clean()]);
  if (buffer === 'bplru' || buffer === 'pud_lru') entries.push(['filler', m.stage_legend_filler()]);
  return (
    <ul className={css.legend} aria-label={m.stage_legend()}>
      {entries.map(([look, text]) => (
        <li key={look}>
          <i data-look={look} aria-hidden="true" />
          {text}
        </li>
      ))}
    </ul>
  );
}
