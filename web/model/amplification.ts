/** The write amplification of a run, what it comes to with the pages that the write buffer still owes (SPEC 6.1), and that of bytes. */
import type { Report } from '../protocol/generated/Report';

/** Two that differ by less than this share say the same. */
const NOTABLE = 0.01;

/** By what runs are compared: a buffer that keeps its pages to the end has not saved them. */
export function settled({ write_amplification, write_amplification_drained }: Report): number | null {
  return write_amplification_drained ?? write_amplification;
}

/** With the buffer written out, where that says something else. */
export function owing(report: Report): number | null {
  const [so_far, drained] = [report.write_amplification, settled(report)];
  if (so_far === null || drained === null) return null;
  return Math.abs(drained - so_far) > NOTABLE * so_far ? drained : null;
}

/** Of bytes instead of pages, where that says something else: writes cover pages in part (SPEC 2.2). */
export function byteAmplification({
  byte_amplification: bytes,
  write_amplification: pages,
}: Pick<Report, 'byte_amplification' | 'write_amplification'>): number | null {
  if (bytes === null || pages === null) return null;
  return Math.abs(bytes - pages) > NOTABLE * pages ? bytes : null;
}

/** Of the written pages the share that a write covers in part. */
export function partlyWritten({ host }: Report): number {
  return host.writes > 0 ? host.writes_partial / host.writes : 0;
}
