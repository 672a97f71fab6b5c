/** How blocks and pages are written on the stage. Letters of the field, the same in every language. */
import type { RequestShown } from '../../../protocol/generated/RequestShown';

export function blockName(pbn: number): string {
  return `B${pbn}`;
}

/** B8.2 is page 2 of block 8. */
export function pageName(ppn: number, pagesPerBlock: number): string {
  return `B${Math.floor(ppn / pagesPerBlock)}.${ppn % pagesPerBlock}`;
}

export function logicalName(logical: number, translation: boolean): string {
  return translation ? `T${logical}` : String(logical);
}

/** `w12+3`; a trim that covers no page whole has none: `t12+0`. */
export function requestName(request: RequestShown): string {
  const letter = { read: 'r', write: 'w', trim: 't' }[request.op];
  return `${letter}${request.lpn}${request.pages !== 1 ? `+${request.pages}` : ''}`;
}
