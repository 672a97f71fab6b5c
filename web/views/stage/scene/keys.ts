/** The keys of sprites on the stage: a sprite keeps its key from step to step, and so is moved and not drawn again. */
import type { RequestShown } from '../../../protocol/generated/RequestShown';
import type { MapId } from '../../../schemes/scheme';

export function blockKey(pbn: number): string {
  return `b${pbn}`;
}

export function headerKey(pbn: number): string {
  return `h${pbn}`;
}

/** Over a block that takes no part. */
export function veilKey(pbn: number): string {
  return `f${pbn}`;
}

/** On a page that a later merge takes. */
export function letterKey(ppn: number): string {
  return `l:${ppn}`;
}

/** A block that could be cleaned, in the ranked line. */
export function candidateKey(pbn: number): string {
  return `a${pbn}`;
}

/** On a page that is copied: when it is its turn. */
export function orderKey(ppn: number): string {
  return `o${ppn}`;
}

export function chipKey(pbn: number): string {
  return `c${pbn}`;
}

export function pageKey(ppn: number): string {
  return `p${ppn}`;
}

export function entryKey(lpn: number): string {
  return `m${lpn}`;
}

export function recentKey(lpn: number): string {
  return `w${lpn}`;
}

export function gtdKey(tpn: number): string {
  return `g${tpn}`;
}

/** The inner map of a superblock in SRAM. */
export function innerMapKey(superblock: number): string {
  return `i${superblock}`;
}

/** A superblock in the list of all. */
export function superblockKey(superblock: number): string {
  return `s${superblock}`;
}

/** The ground that the blocks of a superblock are on. */
export function groupKey(superblock: number): string {
  return `u${superblock}`;
}

/** A page in the write buffer. */
export function bufferKey(lpn: number): string {
  return `d${lpn}`;
}

/** A block group in the write buffer. */
export function bufferGroupKey(lbn: number): string {
  return `k${lbn}`;
}

export function bufferHeaderKey(lbn: number): string {
  return `l${lbn}`;
}

export function requestKey(request: RequestShown): string {
  return `r${request.index}`;
}

/** An entry of a map above the blocks. */
export function mapKey(map: MapId, number: number): string {
  return `${map === 'block' ? 'x' : 'y'}${number}`;
}

/** The number of valid pages above a block. */
export function countKey(pbn: number): string {
  return `v${pbn}`;
}
