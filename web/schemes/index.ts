/** The schemes by their kinds: the one place where the page lists them. */
import type { FtlKind } from '../protocol/generated/FtlKind';
import { bast } from './bast';
import { block } from './block';
import { dftl } from './dftl';
import { fast } from './fast';
import { kast } from './kast';
import { last } from './last';
import { page } from './page';
import { replacement } from './replacement';
import type { Scheme } from './scheme';
import { superblock } from './superblock';

/** From the simplest to the one with the most parts. */
const SCHEMES: Record<FtlKind, Scheme> = {
  block,
  replacement,
  bast,
  fast,
  kast,
  superblock,
  last,
  page,
  dftl,
};

/** All of them in this order. */
export const IN_ORDER: readonly Scheme[] = Object.values(SCHEMES);

export function schemeOf(kind: FtlKind): Scheme {
  return SCHEMES[kind];
}
