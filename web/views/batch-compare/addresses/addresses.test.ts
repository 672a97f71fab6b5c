// @vitest-environment node
/** Ledgers as the engine makes them, in words, as a table and as a picture. */
import { expect, test } from 'vitest';
import { inlineEngine } from '../../../protocol/engine/inline-engine';
import type { Ledger } from '../../../protocol/generated/Ledger';
import type { BatchComparison } from '../../../state/plans/batch-compare';
import { axesText, placeText, rateText, sentences } from './addresses-words';
import { copied, csvOf, ledgerOf } from './ledger';
import { cellAt, pictureOf, STEPS } from './picture';

const run = (ops: string, more: object = {}): BatchComparison => ({
  variant: {
    ftl: 'page',
    value: null,
    scenario: {
      format: 1,
      device: { blocks: 10, pages_per_block: 4, page_bytes: 2048 },
      logical_pages: 24,
      ftl: { kind: 'page' },
      precondition: [{ kind: 'sequential' }],
      workload: { kind: 'ops', ops },
      ...more,
    },
  },
  link: () => '',
  stage: { is: 'waiting' },
});
const made = async (ops: string, more: object = {}) => {
  const client = await inlineEngine();
  try {
    return await ledgerOf(client, { key: '', run: run(ops, more), trace: null });
  } finally {
    client.close();
  }
};
const MANY = Array.from({ length: 400 }, (_, i) => `w${i % 7 === 0 ? i % 24 : (i * i) % 5}`).join(' ');

test('the table has every range, and those that are copied most come first in the page', async () => {
  const ledger = await made(MANY);
  const [head, ...rows] = csvOf(ledger);
  expect(head?.join()).toBe('device,unit,from,to,pages,writes,copies,gc,merge,wear,pad');
  expect(rows).toHaveLength(24);
  const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column]), 0);
  expect([sum(4), sum(5), sum(6)]).toEqual([24, 400, ledger.all.copies]);
  const most = copied(ledger).map(({ counts }) => counts.copies);
  expect(most.length).toBeGreaterThan(2);
  expect(most).toEqual([...most].sort((a, b) => b - a));
  expect(most.reduce((a, b) => a + b, 0)).toBe(ledger.all.copies);
  const said = sentences(ledger);
  expect(said[0]).toBe(
    `${ledger.all.copies} copies of ${ledger.copied_pages} pages, for 400 page writes of the host.`,
  );
  expect(said).toHaveLength(1 + ledger.hot.length);
});

test('a run without copies says so, and translation pages have no address', async () => {
  expect(sentences(await made('w0 r1'))).toEqual(['Nothing was copied for 1 page write.']);
  const ftl = { kind: 'dftl', cmt_entries: 2, entries_per_translation_page: 4 };
  const ledger = await made(MANY, { ftl, device: { blocks: 20, pages_per_block: 4, page_bytes: 2048 } });
  expect(ledger.translation.total).toBeGreaterThan(0);
  expect(sentences({ ...ledger, all: { ...ledger.all, copies: 1 } }).at(-1)).toMatch(
    /^[\d,]+ programs of translation pages have no address\.$/,
  );
});

test('a place has its device where there are several, by the name that the file has for it', () => {
  const range = { device: null, from: 4096, to: 8192 } as Ledger['ranges'][number];
  expect(placeText(range, new Map())).toBe('4,096 to 8,191');
  expect(placeText({ ...range, device: 3 }, new Map([[3, 'vda']]))).toBe('vda: 4,096 to 8,191');
  expect(placeText({ ...range, device: 4 }, new Map([[3, 'vda']]))).toBe('4: 4,096 to 8,191');
  const of = (device: number | null, from: number) => ({ ...range, device, from, to: from + 4096 });
  const axes = (ranges: Ledger['ranges']) =>
    axesText(
      { ranges, unit: 'bytes' } as Ledger,
      new Map([
        [3, 'vda'],
        [4, 'vdb'],
      ]),
    );
  expect(axes([of(null, 0), of(null, 8192)])).toBe('Bytes 0 at the bottom, 12,287 at the top.');
  expect(axes([of(3, 0), of(3, 8192), of(4, 0)])).toBe('Bytes vda: 0 at the bottom, vdb: 4,095 at the top.');
  const counts = { copies: 3, writes: 2 } as Ledger['all'];
  expect([rateText(counts), rateText({ ...counts, writes: 0 })]).toEqual(['1.50', '–']);
});

test('each cell of the picture is drawn once, the lowest address at the bottom, and found below the pointer', async () => {
  const ledger = await made(MANY);
  for (const of of ['copied', 'written'] as const) {
    const { columns, rows, most, paths } = pictureOf(ledger, of);
    expect([columns, rows, paths.length]).toEqual([ledger.ranges[0]?.[of].length, 24, STEPS]);
    const counts = ledger.ranges.map((range) => range[of]);
    expect(most).toBe(Math.max(...counts.flat()));
    const drawn = paths.flatMap((path) => path.split('z').filter(Boolean));
    expect(new Set(drawn).size).toBe(drawn.length);
    expect(drawn).toHaveLength(counts.flat().filter((count) => count > 0).length);
    // The darkest has the most.
    const [, column, row] = /M(\d+),(\d+)/.exec(paths.at(-1) ?? '') ?? [];
    expect(counts[rows - 1 - Number(row)]?.[Number(column)]).toBeGreaterThan(most / 2);
    const cell = cellAt(ledger, (Number(column) + 0.5) / columns, (Number(row) + 0.5) / rows);
    expect(cell).toMatchObject({ column: Number(column), range: rows - 1 - Number(row) });
  }
  expect(cellAt(ledger, 0.001, 0.999)).toEqual({ range: 0, column: 0, from: 1, to: ledger.part });
  expect(cellAt(ledger, 0.999, 0.001)).toMatchObject({ range: 23, to: 400 });
  expect([cellAt(ledger, 1, 0.5), cellAt(ledger, 0.5, -0.1)]).toEqual([null, null]);
});
