/** The drive of the trace that was run last, so that the next one can be run on it; and traces that the lab put on other drives. */

import { createStore } from 'zustand/vanilla';
import type { TraceDevice } from '../model/traces/trace-device';
import type { Options } from '../protocol/generated/Options';
import type { DriveTable } from '../protocol/traces/drives';

export interface Driven {
  /** The trace: its name, and the hash of its requests. */
  name: string;
  hash: string;
  device: TraceDevice;
}

export const lastDrive = createStore<{ of: Driven | null }>()(() => ({ of: null }));

/** A table in the format `csv`, with the name that its trace has. */
export interface MadeTable extends DriveTable {
  name: string;
}

/** Tables that the lab made of traces. */
export interface MadeTables {
  tables: readonly MadeTable[];
  /** The second trace, on one drive with the first; `null`: the first one, split over as many drives as there are tables. */
  with: string | null;
  /** The first trace, to go back to. */
  of: { file: Blob | string; name: string; options: Options };
}

/** Made last. They are gone with the page; each can be saved. */
export const madeTables = createStore<{ made: MadeTables | null }>()(() => ({ made: null }));
