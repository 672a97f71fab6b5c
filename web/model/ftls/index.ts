/** The FTLs by their kinds: what the model knows of each. */
import type { FtlKind } from '../../protocol/generated/FtlKind';
import { bast } from './bast';
import { block } from './block';
import { dftl } from './dftl';
import { fast } from './fast';
import type { FtlModel } from './ftl';
import { kast } from './kast';
import { last } from './last';
import { page } from './page';
import { replacement } from './replacement';
import { superblock } from './superblock';

export const FTL_MODELS: Record<FtlKind, FtlModel> = {
  page,
  bast,
  fast,
  kast,
  last,
  superblock,
  dftl,
  replacement,
  block,
};
