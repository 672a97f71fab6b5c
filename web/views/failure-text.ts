/**
 * Where a failure is, in words; for every view that shows one. Its message and remedy are the engine's own: `FailureText` of
 * i18n/ has them in the page's language.
 */
import { m } from '../i18n/compiled/messages.js';
import type { Failure } from '../protocol/generated/Failure';

/** `ftl.log_blocks, line 6, column 12`; `null` where nothing is known. */
export function placeOf({ field, line, column }: Failure): string | null {
  const parts = [field, linePlace(line, column)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join(', ') : null;
}

export function linePlace(line: number | null, column: number | null): string | null {
  if (line === null) return null;
  return column === null ? m.app_notice_place_line({ line }) : m.app_notice_place_column({ line, column });
}
