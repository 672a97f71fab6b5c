// A Parquet table as a trace: read as a table, previewed as one, and refused in the words of a person.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../lab-page';

const fixture = (name: string) =>
  readFile(join(import.meta.dirname, '../../web/protocol/traces/fixtures', name));

test('a Parquet table is opened like a csv, and one of another compression says what to do', async ({
  lab,
}) => {
  const { page } = lab;
  await lab.open();
  await lab.drop('requests.parquet', await fixture('requests.parquet'));
  await expect(page.getByRole('main')).toContainText('CSV format, all 301 lines read');
  await expect(page.getByRole('definition').first()).toHaveText('300');
  await expect(lab.button('Compare all FTLs')).toBeEnabled();
  await lab.drop('zstd.parquet', await fixture('zstd.parquet'));
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('zstd.parquet was not opened.');
  await expect(alert).toContainText('this Parquet table cannot be read');
  await expect(alert).toContainText('Write it with the compression snappy or none, or as CSV.');
});
