/** How trims count in the figures of a trace. */
import { bytes } from '../../../base/format';
import { m } from '../../../i18n/compiled/messages.js';
import type { Statistics } from '../../../protocol/generated/Statistics';

/** The mean size of reads and writes, where trims are among the requests, too. */
export function meanWithoutTrims({ reads, writes, trims, bytes_read, bytes_written }: Statistics): string[] {
  const others = reads + writes;
  if (trims === 0 || others === 0) return [];
  return [m.trace_fact_without_trims({ size: bytes((bytes_read + bytes_written) / others) })];
}

export function trimsCounted({ trims }: Statistics): string[] {
  return trims > 0 ? [m.trace_fact_with_trims()] : [];
}
