/**
 * The names of the FTLs, wherever one is named: acronyms are in capitals, words are not. Their texts are in
 * `ftl-<kind>.json`.
 */
import type { FtlKind } from '../protocol/generated/FtlKind';
import { SCHEMES } from '../protocol/generated/schemes';
import { m } from './compiled/messages.js';
import { message } from './first';

const KINDS = Object.keys(SCHEMES) as FtlKind[];

/** By `ftl.kind`. */
export const FTL_NAMES = Object.fromEntries(
  KINDS.map((kind) => [kind, () => textOf('app_ftl', kind)]),
) as Record<FtlKind, () => string>;

/** A kind that is not ours is called as it was written. */
export function ftlName(kind: string): string {
  return Object.hasOwn(FTL_NAMES, kind) ? FTL_NAMES[kind as FtlKind]() : kind;
}

/** At the start of a sentence, and as a heading: "Page mapping". */
export function ftlTitle(kind: string): string {
  return m.app_ftl_title({ ftl: kind, name: ftlName(kind) });
}

/** Within a sentence: "page mapping". */
export function ftlSaid(kind: string): string {
  return m.app_ftl_said({ ftl: kind, name: ftlName(kind) });
}

/** Its idea in a line. */
export function ftlIdea(kind: FtlKind): string {
  return textOf('app_idea', kind);
}

/** Its use of the spare blocks of a device that another FTL had. */
export function ftlBeside(kind: FtlKind): string {
  return textOf('compare_with', kind);
}

function textOf(key: string, kind: FtlKind): string {
  const words = message(`${key}_${kind}`);
  if (!words) throw new Error(`no message ${key}_${kind}`);
  return words({});
}
