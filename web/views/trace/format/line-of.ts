/** A line of a file that may be gzipped, counted from 1: read up to there and no further. */

/** As much of it as is shown. */
const MOST_CHARS = 300;

export async function lineOf(file: Blob | string, line: number): Promise<string | null> {
  const blob = new Blob([file]);
  const [one, two] = new Uint8Array(await blob.slice(0, 2).arrayBuffer());
  const zipped = one === 0x1f && two === 0x8b;
  const unzipped = zipped ? blob.stream().pipeThrough(new DecompressionStream('gzip')) : blob.stream();
  const reader = unzipped.pipeThrough(new TextDecoderStream()).getReader();
  let [at, text] = [1, ''];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return at === line && text ? text : null;
      const parts = value.split('\n');
      for (const [i, part] of parts.entries()) {
        if (i > 0) {
          if (at === line) return text;
          [at, text] = [at + 1, ''];
        }
        if (at === line) text = (text + part).slice(0, MOST_CHARS).trimEnd();
      }
    }
  } finally {
    // The rest is of no interest, nor is why it could not be read.
    reader.cancel().catch(() => undefined);
  }
}
