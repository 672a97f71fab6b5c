/** Requests of the lab as a fio job: asked of the engine part by part, since a log may have millions of lines. */
import { packFio } from '../model/saved/fio-file';
import type { Failure } from '../protocol/generated/Failure';
import type { LabStore } from './lab/lab';

/** The zip, or why there is none. */
export async function fioOf(lab: LabStore, of: 'trace' | 'workload'): Promise<Blob | Failure> {
  const first = await lab.getState().logPart(of, 0);
  if ('kind' in first) return first;
  let failure: Failure | null = null;
  async function* log(): AsyncGenerator<string> {
    for (let part = first as Exclude<typeof first, Failure>; ; ) {
      yield part.log;
      if (part.next === part.total) return;
      const next = await lab.getState().logPart(of, part.next);
      if ('kind' in next) {
        failure = next;
        return;
      }
      part = next;
    }
  }
  const packed = await packFio(first.job, log());
  return failure ?? packed;
}
