/** What the colours of a mode mean. */
import { integer } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import { isByBlock, isHybrid } from '../../../model/schemes';
import { FREE, INVALID, VALID } from '../../../protocol/cell';
import { type Heat, ROLES } from '../../../protocol/heat';
import css from './heat.module.css';
import { cssOf, extentOf, type Mode, type Palette } from './scales';

const ROLE_NAMES = {
  sequential_log: m.stage_role_sequential_log,
  hot_log: m.stage_role_hot_log,
  cold_log: m.stage_role_cold_log,
};

/** Colour stops of the drawn scale. */
const STOPS = 9;

export interface HeatLegendProps {
  mode: Mode;
  heat: Heat;
  palette: Palette;
  ftl: string;
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
      {mode === 'owner' && isByBlock(ftl) && <li>{m.stage_heat_legend_lbn()}</li>}
    </ul>
  );
}

function swatchesOf(mode: Mode, palette: Palette, ftl: string): [string, number][] {
  const role = (name: (typeof ROLES)[number]) => ROLES.indexOf(name);
  const erased: [string, number] = [m.stage_heat_legend_erased(), palette.state(0, FREE)];
  switch (mode) {
    case 'state':
      return [
        [m.stage_legend_free(), palette.state(1, FREE)],
        [m.stage_legend_data(), palette.state(1, VALID)],
        ...(isHybrid(ftl)
          ? [[m.stage_legend_log(), palette.state(role('log'), VALID)] as [string, number]]
          : []),
        ...(ftl === 'replacement'
          ? [[m.stage_legend_replacement(), palette.state(role('replacement'), VALID)] as [string, number]]
          : []),
        ...(ftl === 'superblock'
          ? [[m.stage_legend_update(), palette.state(role('update'), VALID)] as [string, number]]
          : []),
        ...(ftl === 'dftl'
          ? [[m.stage_legend_translation(), palette.state(role('translation'), VALID)] as [string, number]]
          : []),
        [m.stage_legend_stale(), palette.state(1, INVALID)],
      ];
    case 'owner':
      return [
        erased,
        [m.stage_role_data(), palette.owner(role('data'))],
        ...(ftl === 'bast' ? [[m.stage_role_log(), palette.owner(role('log'))] as [string, number]] : []),
        ...(ftl === 'fast'
          ? ([
              [m.stage_role_sequential_log(), palette.owner(role('sequential_log'))],
              [m.stage_role_random_log(), palette.owner(role('random_log'))],
            ] as [string, number][])
          : []),
        ...(ftl === 'replacement'
          ? [[m.stage_role_replacement(), palette.owner(role('replacement'))] as [string, number]]
          : []),
        ...(ftl === 'superblock'
          ? [[m.stage_role_update(), palette.owner(role('update'))] as [string, number]]
          : []),
        ...(ftl === 'last'
          ? (['sequential_log', 'hot_log', 'cold_log'] as const).map((name): [string, number] => [
              ROLE_NAMES[name](),
              palette.owner(role(name)),
            ])
          : []),
        ...(ftl === 'dftl'
          ? [[m.stage_role_translation(), palette.owner(role('translation'))] as [string, number]]
          : []),
        ...(isHybrid(ftl) || ftl === 'block'
          ? [[m.stage_role_merge_target(), palette.owner(role('merge_target'))] as [string, number]]
          : []),
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
