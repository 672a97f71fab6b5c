/** The mapping tables. Pointing at an entry lights its pages on the stage, and the other way round. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { integer } from '../../base/format';
import { m } from '../../i18n/compiled/messages.js';
import type { Selection } from '../../state/lab/lab';
import { lectureMode } from '../../state/lecture';
import { type Column, columnWindow, MOST_COLUMNS, mostInAHall, type TableLayout } from './layout';
import css from './tables.module.css';

export interface TablesProps {
  name: string;
  tables: TableLayout[];
  selection: Selection | null;
  /** The LPN that what is selected or pointed at belongs to, if that is known. */
  lit: (column: Column) => boolean;
  onSelect: (selection: Selection | null) => void;
  onPoint: (selection: Selection | null) => void;
}

export function TablesView({ name, tables, ...rest }: TablesProps) {
  return (
    <section className={`tables ${css.tables}`} aria-label={name}>
      {tables.map((table) => (
        <Table key={table.id} table={table} {...rest} />
      ))}
    </section>
  );
}

type TableProps = Omit<TablesProps, 'tables' | 'name'> & { table: TableLayout };

function Table({ table, selection, lit, onSelect, onPoint }: TableProps) {
  const [wanted, setWanted] = useState(0);
  const [focused, setFocused] = useState(0);
  const { columns } = table;
  const hall = useStore(lectureMode, ({ on, exploring }) => on && !exploring);
  const most = hall ? mostInAHall(columns.length) : MOST_COLUMNS;
  const interesting = columns.findIndex((column) => column.changed || lit(column));
  const { from, to } = columnWindow(columns.length, wanted, columns.length > most ? interesting : -1, most);
  const shown = columns.slice(from, to);
  const stop = Math.min(Math.max(from, focused), to - 1);
  const [box, across] = useAcross(hall, shown.length);

  const press = (event: React.KeyboardEvent<HTMLTableElement>) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, Home: -columns.length, End: columns.length }[event.key];
    if (step === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = Math.max(from, Math.min(to - 1, stop + step));
    setFocused(next);
    event.currentTarget.querySelector<HTMLElement>(`[data-column="${next}"]`)?.focus();
  };

  if (columns.length === 0) {
    return (
      <p className={css.empty}>
        <b>{table.title}</b> {table.empty}
      </p>
    );
  }
  return (
    <div className={css.table} ref={box}>
      <table onKeyDown={press} onPointerLeave={() => onPoint(null)}>
        <caption>{table.caption}</caption>
        {inLines(shown, across).map((line, number) => (
          <tbody key={line[0]?.key}>
            <tr>
              <th scope="row">{table.lines[0]}</th>
              {line.map((column, index) => {
                const place = from + number * across + index;
                return (
                  <th
                    key={column.key}
                    scope="col"
                    className={lookOf(column, lit)}
                    onPointerEnter={() => onPoint(column.target)}
                  >
                    <button
                      type="button"
                      data-column={place}
                      tabIndex={place === stop ? 0 : -1}
                      aria-pressed={same(selection, column.target)}
                      onFocus={() => {
                        setFocused(place);
                        onPoint(column.target);
                      }}
                      onBlur={() => onPoint(null)}
                      onClick={() => onSelect(same(selection, column.target) ? null : column.target)}
                    >
                      {column.head}
                    </button>
                  </th>
                );
              })}
            </tr>
            {table.lines.slice(1).map((name, index) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {line.map((column) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the head's button selects the same entry
                  <td
                    key={column.key}
                    className={lookOf(column, lit)}
                    onPointerEnter={() => onPoint(column.value ?? column.target)}
                    onClick={() => onSelect(column.value ?? column.target)}
                  >
                    {column.cells[index]}
                    {column.dirty && index === 0 && <Dirty />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
      {columns.length > most && (
        <div className={css.more}>
          <button type="button" disabled={from === 0} onClick={() => setWanted(from - most)}>
            {m.tables_earlier()}
          </button>
          <span>
            {m.tables_window({ from: integer(from + 1), to: integer(to), of: integer(columns.length) })}
          </span>
          <button type="button" disabled={to === columns.length} onClick={() => setWanted(to)}>
            {m.tables_later()}
          </button>
        </div>
      )}
    </div>
  );
}

/** How many columns are beside one another: in a hall, where nothing scrolls, as many as there is room for. */
function useAcross(hall: boolean, columns: number) {
  const box = useRef<HTMLDivElement>(null);
  const [split, setSplit] = useState({ columns, lines: 1 });
  const lines = split.columns === columns ? split.lines : 1;
  useLayoutEffect(() => {
    const { clientWidth = 0, scrollWidth = 0 } = box.current ?? {};
    if (hall && scrollWidth > clientWidth + 1 && lines < columns) setSplit({ columns, lines: lines + 1 });
  });
  useLayoutEffect(() => {
    const room = box.current?.parentElement;
    if (!hall || !room) return;
    let width = room.clientWidth;
    const resized = new ResizeObserver(() => {
      if (room.clientWidth !== width) setSplit({ columns: 0, lines: 1 });
      width = room.clientWidth;
    });
    resized.observe(room);
    return () => resized.disconnect();
  }, [hall]);
  return [box, Math.ceil(columns / lines)] as const;
}

function inLines(columns: Column[], across: number): Column[][] {
  return columns.flatMap((_, at) => (at % across === 0 ? [columns.slice(at, at + across)] : []));
}

/** Flash does not know this entry yet. */
function Dirty() {
  return (
    <>
      <span className={css.dirty} aria-hidden="true">
        ●
      </span>
      <span className="visually-hidden">{m.tables_dirty_yes()}</span>
    </>
  );
}

function lookOf(column: Column, lit: (column: Column) => boolean): string {
  return [column.changed && css.changed, lit(column) && css.lit].filter(Boolean).join(' ');
}

function same(a: Selection | null, b: Selection): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
