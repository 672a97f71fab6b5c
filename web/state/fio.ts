/** Requests of the lab as a fio job: asked of the engine part by part, since a log may have millions of lines. */
import { packFio } from '../model/saved/fio-file';
import { done, type Outcome, type Unfinished } from '../protocol/engine/outcome';
import type { LabStore } from './lab/lab';

/** The zip. */
export async function fioOf(lab: LabStore, of: 'trace' | 'workload'): Promise<Outcome<Blob>> {
  const first = await lab.getState().logPart(of, 0);
  if (first.is !== 'done') return first;
  let ending: Unfinished | null = null;
  // The job of the last part knows all requests.
  let { job } = first.value;
  async function* log(): AsyncGenerator<string> {
    for (let part = first as typeof first & { is: 'done' }; ; ) {
      yield part.value.log;
      if (part.value.next === part.value.total) return;
      const next = await lab.getState().logPart(of, part.value.next);
      if (next.is !== 'done') {
        ending = next;
        return;
      }
      part = next;
      job = next.value.job;
    }
  }
  const packed = await packFio(() => job, log());
  return ending ?? done(packed);
}
