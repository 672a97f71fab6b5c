/** A fio job and its log in a zip: what replays the requests on a real drive (SPEC 12.4). */
import { strToU8, Zip, ZipDeflate } from 'fflate';

const LOG = 'requests.iolog';

/** Packs a log as it comes, and its job, which is known behind the last part. */
export async function packFio(job: () => string, log: AsyncIterable<string>): Promise<Blob> {
  const parts: BlobPart[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    parts.push(chunk as Uint8Array<ArrayBuffer>);
  });
  const add = (name: string) => {
    const entry = new ZipDeflate(name, { level: 6 });
    // No clock: the same requests make the same file.
    entry.mtime = '1980-01-01T00:00:00';
    zip.add(entry);
    return entry;
  };
  const entry = add(LOG);
  for await (const part of log) entry.push(strToU8(part));
  entry.push(new Uint8Array(), true);
  add('requests.fio').push(strToU8(job()), true);
  zip.end();
  return new Blob(parts, { type: 'application/zip' });
}
