/** What things on the stage are called: a thing keeps its key from step to step, and so is moved and not drawn anew. */
import type { RequestShown } from '../../protocol/generated/RequestShown';

export function blockKey(pbn: number): string {
  return `b${pbn}`;
}

export function headerKey(pbn: number): string {
  return `h${pbn}`;
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

export function gtdKey(tpn: number): string {
  return `g${tpn}`;
}

export function requestKey(request: RequestShown): string {
  return `r${request.index}`;
}
