/** Bytes of a page, a sector, a bin: whole ones without a decimal. */
import { bytes, integer } from '../base/format';

export function sizeText(count: number): string {
  const kib = count / 1024;
  return Number.isInteger(kib) && kib > 0 && kib < 1024 ? `${integer(kib)} KiB` : bytes(count);
}
