/** Above the heat map: what it shows, what the colours mean, how near one is. */
import { useId } from 'react';
import { decimal, integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { type Lens, seenBlocks } from './geometry';
import css from './heat.module.css';
import type { Mode } from './scales';

const NAMES: Record<Mode, () => string> = {
  state: m.stage_heat_mode_state,
  valid: m.stage_heat_mode_valid,
  age: m.stage_heat_mode_age,
  erases: m.stage_heat_mode_erases,
  owner: m.stage_heat_mode_owner,
  hot: m.stage_heat_mode_hot,
};

export interface ModesProps {
  /** Those to choose from. */
  modes: readonly Mode[];
  mode: Mode;
  onMode: (mode: Mode) => void;
}

export function Modes({ modes, mode, onMode }: ModesProps) {
  const name = useId();
  return (
    <fieldset className={css.modes}>
      <legend className="visually-hidden">{m.stage_heat_modes()}</legend>
      {modes.map((each) => (
        <label key={each} data-chosen={each === mode || undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={each === mode}
            onChange={() => onMode(each)}
          />
          {NAMES[each]()}
        </label>
      ))}
    </fieldset>
  );
}

export function Zoom({ lens, onZoom }: { lens: Lens | null; onZoom: (way: 1 | -1 | 0) => void }) {
  const out = !lens || lens.view.k <= 1.001;
  return (
    <fieldset className={css.zoom}>
      <legend className="visually-hidden">{m.stage_heat_zoom()}</legend>
      <output className={css.place} aria-live="off">
        {lens ? placeOf(lens) : ''}
      </output>
      <button
        type="button"
        className="small"
        aria-label={m.stage_heat_zoom_out()}
        disabled={out}
        onClick={() => onZoom(-1)}
      >
        −
      </button>
      <button type="button" className="small" aria-label={m.stage_heat_zoom_in()} onClick={() => onZoom(1)}>
        +
      </button>
      <button type="button" className="small" disabled={out} onClick={() => onZoom(0)}>
        {m.stage_heat_whole()}
      </button>
    </fieldset>
  );
}

function placeOf(lens: Lens): string {
  const { blocks, pagesPerBlock } = lens.tiling;
  const { k } = lens.view;
  if (k <= 1.001)
    return m.stage_heat_place_whole({ pages: integer(blocks * pagesPerBlock), blocks: integer(blocks) });
  const { from, to } = seenBlocks(lens);
  return m.stage_heat_place({
    from: integer(from),
    to: integer(Math.max(from, to - 1)),
    zoom: decimal(k, k < 10 ? 1 : 0),
  });
}
