/** The write amplification of a run, what it comes to with the pages that the write buffer still owes (SPEC 6.1), and that of bytes. */
import type { Report } from '../protocol/generated/Report';

/** Two that differ by less than this share say the same. */
const NOTABLE = 0.01;

/** With the write buffer written out. */
export function drained({ write_amplification, write_amplification_drained }: Report): number | null {
  return write_amplification_drained ?? write_amplification;
}

/** With the buffer written out, where that says something else. */
export function owing(report: Report): number | null {
  const [so_far, all] = [report.write_amplification, drained(report)];
  if (so_far === null || all === null) return null;
  return Math.abs(all - so_far) > NOTABLE * so_far ? all : null;
}

/**
 * By what runs are compared: a buffer that keeps its pages to the end has not saved them. A debt that hardly changes it is left
 * out, as it is where the figure is shown and where differences are taken by windows.
 */
export function settled(report: Report): number | null {
  return owing(report) ?? report.write_amplification;
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
