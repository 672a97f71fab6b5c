/** Importing: one source, read again whenever the options change. */
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { shownOf } from '../../protocol/engine/outcome';
import type { Failure } from '../../protocol/generated/Failure';
import type { Options } from '../../protocol/generated/Options';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { useLab, useLabStore } from '../../state/use-lab';

export interface Source {
  file: Blob | string;
  name: string;
}

/** A source and how it is read. */
interface Wanted {
  source: Source;
  options: Options;
}

export interface Import {
  source: Source | null;
  options: Options;
  /** Bytes read and in all, while reading. */
  progress: { read: number; total: number } | null;
  trace: TraceSummary | null;
  failure: Failure | null;
  /** Reads a source, or the same one with other options. */
  read: (source: Source, options: Options) => void;
  cancel: () => void;
}

/** The lab says which trace there is and how it was read: a scenario may have read it otherwise since. */
export function useImport(pageBytes: number): Import {
  const lab = useLabStore();
  const trace = useLab((state) => state.trace);
  const traceFile = useLab((state) => state.traceFile);
  const held = useMemo(
    () =>
      trace &&
      traceFile && { source: { file: traceFile.file, name: trace.name }, options: traceFile.options },
    [trace, traceFile],
  );
  /** The source being read, or one that was refused. */
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [progress, setProgress] = useState<Import['progress']>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const job = useRef<AbortController | null>(null);
  useEffect(() => () => job.current?.abort(), []);

  const read = useCallback(
    async (source: Source, options: Options) => {
      job.current?.abort();
      const mine = new AbortController();
      job.current = mine;
      setWanted({ source, options });
      setFailure(null);
      setProgress({ read: 0, total: 0 });
      const answer = await lab.getState().importTrace(source.file, source.name, options, pageBytes, {
        signal: mine.signal,
        onBytes: (bytes, total) => job.current === mine && setProgress({ read: bytes, total }),
      });
      if (job.current !== mine) return;
      setProgress(null);
      const refused = shownOf(answer);
      if (refused) setFailure(refused);
      else setWanted(null);
    },
    [lab, pageBytes],
  );
  const { source, options } = wanted ?? held ?? { source: null, options: DEFAULT_OPTIONS };
  return {
    source,
    options,
    progress,
    trace: failure ? null : trace,
    failure,
    read: (next, others) => void read(next, others),
    cancel: () => job.current?.abort(),
  };
}
