/** How the map is looked at, kept in the store, where links find it; and taken from there when a link was opened. */
import { type RefObject, useEffect, useRef } from 'react';
import type { HeatView } from '../../../state/lab/lab';
import { cellHeight, type Lens, middleOf } from './geometry';
import type { HeatMap } from './map';
import { MODES, type Mode } from './scales';

export interface KeptView {
  view: HeatView | null;
  onView: (view: HeatView) => void;
}

export function useKeptView(
  map: RefObject<HeatMap | null>,
  lens: Lens | null,
  [mode, setMode]: [Mode, (mode: Mode) => void],
  { view, onView }: KeptView,
): void {
  /** The view that the store received last: any other view there is someone else's wish. */
  const told = useRef<HeatView | null>(null);
  const wish = view !== null && view !== told.current ? view : null;
  const ready = lens !== null;

  useEffect(() => {
    if (!wish || !ready) return;
    told.current = wish;
    const known = MODES.find((each) => each === wish.mode);
    if (known) setMode(known);
    map.current?.showAt(wish, wish.cell);
  }, [map, wish, ready, setMode]);

  useEffect(() => {
    if (!lens || wish) return;
    told.current = { mode, ...middleOf(lens), cell: lens.view.k > 1.001 ? cellHeight(lens) : 0 };
    onView(told.current);
  }, [lens, mode, wish, onView]);
}
