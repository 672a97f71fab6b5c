/** Sweeps (`#/sweep`): binds the store, asks for the part of the table that is to be seen. */
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { Table } from '../../protocol/runs/sweep-table';
import type { SweepStore } from '../../state/plans/sweep';
import { useLab } from '../../state/use-lab';
import { FIGURES, figuresAmong } from './figures';
import { type Look, PAGE } from './Results';
import { SweepView } from './View';

/** `store` must not change between renders: it outlives the page, whose runs go on while something else is looked at. */
export function Sweep({ store }: { store: SweepStore }) {
  const state = useStore(store);
  const { plan, alone, version } = state;
  const stage = useLab(({ slots: [slot] }) => slot?.source ?? null);
  /** With `figures` chosen by the person; until then those that the runs have of {@link FIGURES}. */
  const [chosen, setChosen] = useState<Chosen>({ figures: null, each: false, by: null, from: 0 });
  const [table, setTable] = useState<Table | null>(null);
  const [parts, setParts] = useState(false);

  // The table open before a reload stays open.
  useEffect(() => {
    const { plan, alone, text, phase, check } = store.getState();
    if (!plan && !alone && text !== '' && phase === 'idle') void check();
  }, [store]);

  const shows = plan !== null || alone !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` tells that there are other results
  useEffect(() => {
    if (!shows) {
      setTable(null);
      return;
    }
    let here = true;
    const { table: ask } = store.getState();
    const figures = chosen.figures ?? FIGURES;
    void ask({ ...chosen, figures, count: PAGE }).then((asked) => {
      if (!here || !asked) return;
      if (chosen.figures) return setTable(asked);
      const apart = writesParts(asked);
      setParts(apart);
      setTable(only(asked, figuresAmong(asked.figures, apart)));
    });
    return () => {
      here = false;
    };
  }, [store, shows, chosen, version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are looked at from their beginning
  useEffect(() => {
    setChosen((before) => ({ ...before, by: null, from: 0 }));
  }, [plan, alone]);

  // The same for one table, so that it is not drawn again after every run.
  const look = useMemo(
    (): Look => ({ ...chosen, figures: chosen.figures ?? figuresAmong(table?.figures ?? [], parts) }),
    [chosen, table, parts],
  );
  const setLook = useCallback(
    (next: Look) => {
      const figures = next.figures === look.figures ? chosen.figures : next.figures;
      setChosen({ ...next, figures });
    },
    [look, chosen],
  );
  return <SweepView {...{ state, table, look, setLook, stage }} />;
}

type Chosen = Omit<Look, 'figures'> & { figures: Look['figures'] | null };

/** Whether in a table of {@link FIGURES} bytes are amplified more than pages, by more than 1%. */
function writesParts({ shown }: Table): boolean {
  const at = (path: string) => FIGURES.indexOf(path);
  return shown.some(({ means }) => {
    const [pages, bytes] = [means[at('write_amplification')]?.mean, means[at('byte_amplification')]?.mean];
    return pages !== undefined && bytes !== undefined && Math.abs(bytes - pages) > 0.01 * pages;
  });
}

/** Only these columns of a table of {@link FIGURES}. */
function only(table: Table, figures: readonly string[]): Table {
  const at = figures.map((path) => FIGURES.indexOf(path));
  const shown = table.shown.map((row) => ({ ...row, means: at.map((column) => row.means[column] ?? null) }));
  return { ...table, shown };
}
