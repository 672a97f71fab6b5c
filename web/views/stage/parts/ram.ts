/** The RAM of a device behind a write buffer, part by part. */
import type { RamShown } from '../../../protocol/generated/RamShown';

export interface RamPart {
  /** Tables that keep their size, cached mappings (DFTL), the write buffer. */
  id: 'tables' | 'cmt' | 'buffer';
  bytes: number;
}

/** The parts that there are, in the order in which they are in the bar. */
export function ramParts({ mapping_bytes, cmt_bytes, buffer_bytes }: RamShown): RamPart[] {
  const parts: RamPart[] = [
    { id: 'tables', bytes: mapping_bytes - cmt_bytes },
    { id: 'cmt', bytes: cmt_bytes },
    { id: 'buffer', bytes: buffer_bytes },
  ];
  return parts.filter(({ bytes }) => bytes > 0);
}
