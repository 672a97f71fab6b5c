/**
 * Desnoyers' closed forms for a scenario, for the expressions of lessons: a number that no run has made. They are
 * loaded when a lesson's scenario has one.
 */
import { closedFormOf } from '../../model/closed-form';
import { loadModels } from '../../protocol/models';
import type { Value } from '../language/evaluate';

/**
 * `write_amplification` by equation 4, 14, 15 or 16; `uniform`, what it would be if all pages were written alike.
 * With hot and cold pages also `separated`: write amplification when they are kept apart and the spare space is split
 * best (equations 20 to 22). `hot_share` is the share of the spare space that the hot ones get then. `null`: no
 * closed form holds.
 */
export async function predicted(canonical: string): Promise<Value> {
  const form = closedFormOf(canonical);
  if (!form) return null;
  const models = await loadModels();
  const { equation, alpha, pagesPerBlock, r, f } = form;
  const split = f < 1 && pagesPerBlock > 0 ? models.optimalSplit(alpha, pagesPerBlock, r, f) : null;
  return {
    equation,
    write_amplification: known(models.writeAmplification(alpha, pagesPerBlock, r, f)),
    uniform: known(models.writeAmplification(alpha, pagesPerBlock, 1, 1)),
    separated: split?.amplification ?? null,
    hot_share: split?.p ?? null,
  };
}

/** The models say NaN where they have no answer. */
function known(figure: number): number | null {
  return Number.isNaN(figure) ? null : figure;
}
