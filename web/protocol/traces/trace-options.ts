/** How a trace is read when no one says otherwise: the engine's defaults, written out. */
import type { Options } from '../generated/Options';

export const DEFAULT_OPTIONS: Options = {
  format: null,
  time_unit: null,
  sector_bytes: null,
  action: null,
  delimiter: null,
  header: null,
  columns: { time: null, op: null, address: null, size: null, device: null },
  address_unit: null,
  size_unit: null,
  zero_op: null,
  op_words: { read: [], write: [], trim: [], none: [] },
  rows: null,
  on_error: 'stop',
  merge_devices: 'side_by_side',
  first_request: null,
  last_request: null,
};
