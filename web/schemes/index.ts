/** The schemes by their kinds: the one place where the page lists them. */
import type { FtlKind } from '../protocol/generated/FtlKind';
import { bast } from './bast';
import { block } from './block';
import { dftl } from './dftl';
import { fast } from './fast';
import { last } from './last';
import { page } from './page';
import { replacement } from './replacement';
import type { Scheme } from './scheme';
import { superblock } from './superblock';

const SCHEMES: Record<FtlKind, Scheme> = { page, bast, fast, last, superblock, dftl, replacement, block };

export function schemeOf(kind: FtlKind): Scheme {
  return SCHEMES[kind];
}
