/** The drive of the trace that was run last: a trace that is opened after it can be run on the same one. */
import { createStore } from 'zustand/vanilla';
import type { TraceDevice } from '../model/traces/trace-device';

export interface Driven {
  /** The trace: its name, and the hash of its requests. */
  name: string;
  hash: string;
  device: TraceDevice;
}

export const lastDrive = createStore<{ of: Driven | null }>()(() => ({ of: null }));
