/** The write amplification of a run, and what it comes to with the pages that the write buffer still owes (SPEC 6.1). */
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
