/** The figures that a table of a sweep begins with: those of `ftl-lab sweep`. */
import { m } from '../../i18n/compiled/messages.js';

const NAMES: Record<string, () => string> = {
  write_amplification: m.sweep_figure_wa,
  'flash.erases.total': m.sweep_figure_erases,
  'merges.full': m.sweep_figure_full_merges,
  'service_us.mean': m.sweep_figure_service,
};

export const FIGURES: readonly string[] = Object.keys(NAMES);

/** What a figure is called; one without a name by its path in the report. */
export function figureName(path: string): string {
  return NAMES[path]?.() ?? path;
}
