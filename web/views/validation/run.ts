/** One row carried out: the device filled and warmed up, then the writes that count. */
import { ask, type EngineClient, type JobOptions, type Progress } from '../../protocol/engine/engine-client';

/** A row to be run, and its scenario's text. */
export interface RowJob {
  key: string;
  scenario: string;
}

/** The write amplification of a scenario's counted writes. Rejects as {@link EngineClient.request} does. */
export async function amplificationOf(
  client: EngineClient,
  { scenario }: Pick<RowJob, 'scenario'>,
  { onProgress, signal }: JobOptions = {},
): Promise<number> {
  const options: JobOptions = { onProgress: (progress: Progress) => onProgress?.(progress), signal };
  await client.request({ type: 'open', slot: 0, scenario }, options);
  await client.request({ type: 'run', slot: 0, target: { to: 'end' } }, options);
  const { report } = await ask(client, 'report', { type: 'report', slot: 0 });
  if (report.write_amplification === null) throw new Error('the scenario writes nothing');
  return report.write_amplification;
}
