/** The meaning of a mode's colours. */
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { FREE, INVALID, VALID } from '../../../protocol/cell';
import type { FtlKind } from '../../../protocol/generated/FtlKind';
import type { Role } from '../../../protocol/generated/Role';
import { type Heat, ROLES } from '../../../protocol/heat';
import { schemeOf } from '../../../schemes';
import { roleName } from '../scene/facts';
import css from './heat.module.css';
import { cssOf, extentOf, type Mode, type Palette } from './scales';

/** Colour stops of the drawn scale. */
const STOPS = 9;

export interface HeatLegendProps {
  mode: Mode;
  heat: Heat;
  palette: Palette;
  ftl: FtlKind;
}

export function HeatLegend({ mode, heat, palette, ftl }: HeatLegendProps) {
  const swatches = swatchesOf(mode, palette, ftl);
  const ends = endsOf(mode, heat);
  return (
    <ul className={css.legend} aria-label={m.stage_legend()}>
      {ends && (
        <li>
          <span>{ends[0]}</span>
          <i className={css.scale} style={{ backgroundImage: gradientOf(palette) }} aria-hidden="true" />
          <span>{ends[1]}</span>
        </li>
      )}
      {swatches.map(([text, pixel]) => (
        <li key={text}>
          <i style={{ backgroundColor: cssOf(pixel) }} aria-hidden="true" />
          {text}
        </li>
      ))}
      {mode === 'owner' && schemeOf(ftl).axis && <li>{m.stage_heat_legend_lbn()}</li>}
    </ul>
  );
}

function swatchesOf(mode: Mode, palette: Palette, ftl: FtlKind): [string, number][] {
  const scheme = schemeOf(ftl);
  const role = (name: Role) => ROLES.indexOf(name);
  const erased: [string, number] = [m.stage_heat_legend_erased(), palette.state(0, FREE)];
  switch (mode) {
    case 'state':
      return [
        [m.stage_legend_free(), palette.state(1, FREE)],
        [m.stage_legend_data(), palette.state(1, VALID)],
        ...scheme
          .legend()
          .flatMap(({ text, role: name }): [string, number][] =>
            name ? [[text, palette.state(role(name), VALID)]] : [],
          ),
        [m.stage_legend_stale(), palette.state(1, INVALID)],
      ];
    case 'owner':
      return [
        erased,
        [m.stage_role_data(), palette.owner(role('data'))],
        ...scheme.roles.map((name): [string, number] => [roleName(name), palette.owner(role(name))]),
      ];
    case 'hot':
      return [erased, [m.stage_role_cold(), palette.hot(false)], [m.stage_role_hot(), palette.hot(true)]];
    case 'erases':
      return [];
    default:
      return [erased];
  }
}

function endsOf(mode: Mode, heat: Heat): [string, string] | null {
  const extent = extentOf(mode, heat);
  if (!extent) return null;
  const { low, high } = extent;
  switch (mode) {
    case 'valid':
      return [m.stage_heat_legend_valid_low({ pages: low }), m.stage_heat_legend_valid_high({ pages: high })];
    case 'age':
      return [m.stage_heat_legend_age_old({ age: integer(high) }), m.stage_heat_legend_age_new()];
    default:
      return [
        m.stage_heat_legend_erases({ count: integer(low) }),
        m.stage_heat_legend_erases({ count: integer(high) }),
      ];
  }
}

function gradientOf({ ramp }: Palette): string {
  const stops = Array.from({ length: STOPS }, (_, stop) =>
    cssOf(ramp[Math.round((stop / (STOPS - 1)) * (ramp.length - 1))] ?? 0),
  );
  return `linear-gradient(to right, ${stops.join(', ')})`;
}
