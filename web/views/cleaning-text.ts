/** By what FTLs that are compared choose their victims: `greedy (Page, DFTL)`. */
import { ftlName } from '../i18n/ftl-names';
import type { Cleaning } from '../model/plans/cleaning';

/** Empty where none of them cleans. */
export function cleaningText(cleaning: readonly Cleaning[]): string {
  return cleaning.map(({ policy, ftls }) => `${policy} (${ftls.map(ftlName).join(', ')})`).join('; ');
}
