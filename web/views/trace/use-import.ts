/** Importing: one source, read again whenever the options change. */
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Failure } from '../../protocol/generated/Failure';
import type { Options } from '../../protocol/generated/Options';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { useLabStore } from '../../state/use-lab';

export interface Source {
  file: Blob | string;
  name: string;
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

/** Kept when the dialog closes, so that the options can still be changed when it is opened again. */
let lastSource: Source | null = null;
let lastOptions = DEFAULT_OPTIONS;

export function useImport(pageBytes: number): Import {
  const lab = useLabStore();
  const [source, setSource] = useState(lastSource);
  const [options, setOptions] = useState(lastOptions);
  const [progress, setProgress] = useState<Import['progress']>(null);
  const [trace, setTrace] = useState(lab.getState().trace);
  const [failure, setFailure] = useState<Failure | null>(null);
  const job = useRef<AbortController | null>(null);
  useEffect(() => () => job.current?.abort(), []);

  const read = useCallback(
    async (next: Source, wanted: Options) => {
      job.current?.abort();
      const mine = new AbortController();
      job.current = mine;
      lastSource = next;
      lastOptions = wanted;
      setSource(next);
      setOptions(wanted);
      setFailure(null);
      setProgress({ read: 0, total: 0 });
      const answer = await lab.getState().importTrace(next.file, next.name, wanted, pageBytes, {
        signal: mine.signal,
        onBytes: (bytes, total) => job.current === mine && setProgress({ read: bytes, total }),
      });
      if (job.current !== mine) return;
      setProgress(null);
      if ('statistics' in answer) setTrace(answer);
      else if (answer.kind !== 'cancelled') {
        setFailure(answer);
        setTrace(null);
      }
    },
    [lab, pageBytes],
  );
  return {
    source,
    options,
    progress,
    trace,
    failure,
    read: (next, wanted) => void read(next, wanted),
    cancel: () => job.current?.abort(),
  };
}
