/** Sweeps (`#/sweep`): binds the store, asks for the part of the table that is to be seen. */
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Table } from '../../protocol/sweep-table';
import type { SweepStore } from '../../state/sweep';
import { useLab } from '../../state/use-lab';
import { FIGURES } from './figures';
import { type Look, PAGE } from './Results';
import { SweepView } from './View';

/** `store` must not change between renders: it outlives the page, whose runs go on while something else is looked at. */
export function Sweep({ store }: { store: SweepStore }) {
  const state = useStore(store);
  const { plan, alone, version } = state;
  const stage = useLab(({ slots: [slot] }) => slot?.source ?? null);
  const [look, setLook] = useState<Look>({ figures: FIGURES, each: false, by: null, from: 0 });
  const [table, setTable] = useState<Table | null>(null);

  // What was looked at before a reload goes on.
  useEffect(() => {
    const { plan, alone, text, phase, check } = store.getState();
    if (!plan && !alone && text !== '' && phase === 'idle') void check();
  }, [store]);

  const shows = plan !== null || alone !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` tells that there are other results
  useEffect(() => {
    if (!shows) return setTable(null);
    let here = true;
    const { table: ask } = store.getState();
    void ask({ ...look, count: PAGE }).then((asked) => here && asked && setTable(asked));
    return () => {
      here = false;
    };
  }, [store, shows, look, version]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are looked at from their beginning
  useEffect(() => setLook((before) => ({ ...before, by: null, from: 0 })), [plan, alone]);

  return <SweepView {...{ state, table, look, setLook, stage }} />;
}
