/** The mapping tables of a slot: binds the store. */
import { useMemo } from 'react';
import { useLanguage } from '../../base/use-language';
import { m } from '../../i18n/compiled/messages.js';
import type { FrameWithCells } from '../../protocol/engine/engine-client';
import { cellOf } from '../../protocol/frame';
import type { Selection } from '../../state/lab/lab';
import { withoutSpoilers } from '../../state/spoilers';
import { useLab } from '../../state/use-lab';
import { type Column, tablesLayout } from './layout';
import { TablesView } from './View';

export function Tables({ slot }: { slot: number }) {
  const shown = useLab((lab) => withoutSpoilers(lab, slot));
  const selection = useLab((lab) => lab.selection);
  const hover = useLab((lab) => lab.hover);
  const select = useLab((lab) => lab.select);
  const point = useLab((lab) => lab.point);
  const language = useLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: words of the page's language
  const tables = useMemo(() => {
    if (!shown) return [];
    const before = shown.direction === 'jump' ? null : (shown.previous?.frame ?? null);
    return tablesLayout(shown.current.frame, before, shown.summary.pages_per_block, shown.summary.ftl);
  }, [shown, language]);
  if (!shown) return null;
  const pages = shown.summary.pages_per_block;
  const meant = [selection, hover].flatMap((each) => (each ? meanings(each, shown.current, pages) : []));
  const lit = (column: Column) =>
    meant.includes(nameOf(column.target)) || meant.includes(nameOf(column.value));
  const region = m.tables_region();
  return (
    <TablesView
      name={slot === 0 ? region : `${region}: ${shown.summary.name}`}
      tables={tables}
      selection={selection}
      lit={lit}
      onSelect={select}
      onPoint={point}
    />
  );
}

/** The meaning of a selection in the tables: a page also for its LPN, an LPN not for every page of its block. */
function meanings(selection: Selection, shown: FrameWithCells, pages: number): string[] {
  const own = nameOf(selection);
  if (selection.kind !== 'page') return [own];
  const cell = cellOf(shown, selection.ppn, pages);
  if (!cell || cell.logical === null || cell.translation) return [own];
  return [own, nameOf({ kind: 'lpn', lpn: cell.logical })];
}

function nameOf(selection: Selection | null): string {
  if (!selection) return '';
  const { kind, ...rest } = selection;
  return `${kind} ${Object.values(rest)[0]}`;
}
