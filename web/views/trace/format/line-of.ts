/** A line of a file that may be gzipped or UTF-16, counted from 1: read up to there and no further. None of a zip archive. */

/** As much of it as is shown. */
const MOST_CHARS = 300;

export async function lineOf(file: Blob | string, line: number): Promise<string | null> {
  const blob = new Blob([file]);
  const [one, two, three, four] = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
  if (one === 0x50 && two === 0x4b && three === 3 && four === 4) return null;
  const zipped = one === 0x1f && two === 0x8b;
  const open = () => (zipped ? blob.stream().pipeThrough(new DecompressionStream('gzip')) : blob.stream());
  const reader = open()
    .pipeThrough(new TextDecoderStream(await encodingOf(open())))
    .getReader();
  let [at, text] = [1, ''];
  let end: string | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return at === line && text ? text : null;
      // As the import tells it: without a line feed in the first bytes, carriage returns alone end the lines.
      if (value.includes('\n')) end ??= '\n';
      else if (value.includes('\r')) end ??= '\r';
      const parts = value.split(end ?? '\n');
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

/** UTF-16 has a mark, or a zero beside nearly every character, as the import tells it. */
async function encodingOf(text: ReadableStream<Uint8Array>): Promise<string> {
  const reader = text.getReader();
  const { value: head = new Uint8Array() } = await reader.read();
  reader.cancel().catch(() => undefined);
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.min(128, Math.floor(head.length / 2));
  const zeros = [0, 0];
  for (let at = 0; at < 2 * pairs; at++) if (head[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [first = 0, second = 0] = zeros;
  if (pairs < 2) return 'utf-8';
  if (first === 0 && 4 * second >= 3 * pairs) return 'utf-16le';
  return second === 0 && 4 * first >= 3 * pairs ? 'utf-16be' : 'utf-8';
}
