/** What the FTLs are called, wherever one is named: acronyms are in capitals, words are not. */
import { m } from './compiled/messages.js';

/** By `ftl.kind`; of every kind that `model/schemes.ts` lists, or what names one does not compile. */
export const FTL_NAMES = {
  page: m.app_ftl_page,
  bast: m.app_ftl_bast,
  fast: m.app_ftl_fast,
  superblock: m.app_ftl_superblock,
  last: m.app_ftl_last,
  dftl: m.app_ftl_dftl,
  replacement: m.app_ftl_replacement,
  block: m.app_ftl_block,
};

/** What is no kind of ours is called as it was written. */
export function ftlName(kind: string): string {
  return Object.hasOwn(FTL_NAMES, kind) ? FTL_NAMES[kind as keyof typeof FTL_NAMES]() : kind;
}
