/**
 * Parquet tables as the text of a table, which the reader of `csv` takes from there with all its choices. Whole numbers and times stay
 * as they are written (a time as a count of its unit), so no digit is lost. hyparquet is loaded with the first one.
 */
import { csvFormatRow } from 'd3-dsv';
import { EngineFailure } from '../engine/engine-client';

const MAGIC = 'PAR1';
/** Rows that are in memory at a time. */
const CHUNK = 200_000;

/** The text of a Parquet table, or of its first `rows`; any other file as it is. Rejects with an `EngineFailure`. */
export async function plainTable(file: Blob, rows = Number.POSITIVE_INFINITY): Promise<Blob> {
  if ((await file.slice(0, MAGIC.length).text()) !== MAGIC) return file;
  const { parquetMetadataAsync, parquetRead, parquetSchema } = await import('hyparquet');
  const slice = (start: number, end?: number) => file.slice(start, end).arrayBuffer();
  const buffer = { byteLength: file.size, slice };
  try {
    const metadata = await parquetMetadataAsync(buffer);
    const columns = parquetSchema(metadata).children;
    const nested = columns.find(
      ({ children, element }) => children.length > 0 || element.repetition_type === 'REPEATED',
    );
    if (nested)
      throw refused(
        `column "${nested.element.name}" of this Parquet table holds lists or records`,
        'Write a table with one plain value in each column, for example with pandas or DuckDB.',
      );
    const parts: string[] = [`${csvFormatRow(columns.map(({ element }) => element.name))}\n`];
    // Not what the footer says of the whole: a damaged one may say anything.
    const there = metadata.row_groups.reduce((sum, group) => sum + Number(group.num_rows), 0);
    const all = Math.min(there, rows);
    for (let at = 0; at < all; at += CHUNK) {
      const to = Math.min(at + CHUNK, all);
      await parquetRead({
        ...{ file: buffer, metadata, parsers: AS_WRITTEN, rowStart: at, rowEnd: to, useOffsetIndex: true },
        onComplete(read: unknown[][]) {
          if (read.length < to - at) throw new Error('rows are missing');
          parts.push(`${read.map(lineOf).join('\n')}\n`);
        },
      });
    }
    return new Blob(parts, { type: 'text/csv' });
  } catch (error) {
    if (error instanceof EngineFailure) throw error;
    throw refused(
      `this Parquet table cannot be read: ${error instanceof Error ? error.message : error}`,
      'Write it with the compression snappy or none, or as CSV.',
    );
  }
}

/** Times as counts of their unit: as dates they would lose what is below a millisecond. */
const AS_WRITTEN = {
  timestampFromMilliseconds: (count: bigint) => count,
  timestampFromMicroseconds: (count: bigint) => count,
  timestampFromNanoseconds: (count: bigint) => count,
};

function lineOf(row: readonly unknown[]): string {
  return csvFormatRow(row.map((value) => (value === null || value === undefined ? '' : String(value))));
}

function refused(message: string, remedy: string): EngineFailure {
  return new EngineFailure({ kind: 'trace', message, remedy, field: null, line: null, column: null });
}
