import { expect, test } from 'vitest';
import type { BufferShown } from '../../protocol/generated/BufferShown';
import type { Frame } from '../../protocol/generated/Frame';
import type { TablesShown } from '../../protocol/generated/TablesShown';
import { columnWindow, MOST_COLUMNS, tablesLayout } from './layout';

const none: TablesShown = {
  page_map: null,
  from_lpn: 0,
  block_map: null,
  chains: null,
  chain_lengths: null,
  from_lbn: 0,
  log_blocks: null,
  log_capacity: null,
  recency: null,
  recency_capacity: null,
  superblocks: null,
  cmt: null,
  cmt_used: 0,
  cmt_capacity: null,
  cmt_protected: null,
  gtd: null,
  from_tpn: 0,
  translation_pages: 0,
  entries_per_translation_page: null,
};

function frame(tables: Partial<TablesShown>): Frame {
  return { tables: { ...none, ...tables } } as Frame;
}

test('a page map shows every entry, and marks the one that changed', () => {
  const [map] = tablesLayout(frame({ page_map: [4, 9, null] }), frame({ page_map: [4, 5, null] }), 4);
  expect(map?.id).toBe('page_map');
  expect(map?.columns.map((column) => [column.head, column.cells[0], column.changed])).toEqual([
    ['0', 'B1.0', false],
    ['1', 'B2.1', true],
    ['2', '–', false],
  ]);
});

test('a write buffer shows each group with its PUD and the one that leaves next; or each page, and which are clean', () => {
  const buffer = (more: Partial<BufferShown>): Frame => ({
    ...frame({}),
    buffer: {
      kind: 'pud_lru',
      capacity: 6,
      pages: 3,
      dirty: 3,
      list: null,
      groups: null,
      group_count: 2,
      window: null,
      threshold: null,
      next: null,
      destage: null,
      benefits: null,
      ram: { mapping_bytes: 0, cmt_bytes: 0, buffer_bytes: 0 },
      shared: null,
      ...more,
    },
  });
  const group = (lbn: number, lpns: number[], pud: number | null, frequent = false) => ({
    lbn,
    pages: lpns.map((lpn) => ({ lpn, version: 1, dirty: true })),
    updates: 1,
    mean_distance: 0,
    recency: 0,
    pud,
    frequent,
  });
  const told = (...frames: [Frame, Frame | null]) =>
    tablesLayout(...frames, 4)[0]?.columns.map(({ head, cells, changed, dirty }) => [
      head,
      ...cells,
      changed,
      dirty,
    ]);
  const before = buffer({ groups: [group(1, [4], 2), group(3, [12], 0, true)], threshold: 0.01, next: 4 });
  const now = buffer({ groups: [group(1, [4, 6], 1.5), group(3, [12], 0, true)], threshold: 0.01, next: 4 });
  expect(told(now, before)).toEqual([
    ['1', '4 6', '1.5 · leaves next', true, false],
    ['3', '12', '0 · stays', false, false],
  ]);
  expect(told(buffer({ groups: [group(1, [4], null), group(2, [8], null)], next: 8 }), null)).toEqual([
    ['1', '4', '–', false, false],
    ['2', '8', 'leaves next', false, false],
  ]);
  const list = [
    { lpn: 3, version: 7, dirty: true },
    { lpn: 9, version: 2, dirty: false },
  ];
  expect(told(buffer({ list, next: 9 }), buffer({ list: [{ lpn: 3, version: 6, dirty: true }] }))).toEqual([
    ['3', '7', '–', true, true],
    ['9', '2', 'leaves next', true, false],
  ]);
  expect(tablesLayout(buffer({ groups: [] }), null, 4)[0]?.empty).toBe('is empty: PUD-LRU, room for 6 pages');
});

test('of a log map only what is in the log, or just left it', () => {
  const block_map = [0, 1];
  const tables = tablesLayout(
    frame({ block_map, page_map: [null, 9, null, null] }),
    frame({ block_map, page_map: [null, 9, 8, null] }),
    4,
  );
  const log = tables.find((table) => table.id === 'log_map');
  expect(log?.columns.map((column) => [column.head, column.cells[0], column.changed])).toEqual([
    ['1', 'B2.1', false],
    ['2', '–', true],
  ]);
});

test('without a frame before nothing is marked as changed', () => {
  const cmt = [{ lpn: 3, ppn: 9, dirty: true, segment: 'probationary' as const }];
  const tables = tablesLayout(
    frame({
      cmt,
      cmt_capacity: 4,
      cmt_protected: 2,
      gtd: [4, null],
      block_map: [2],
      log_blocks: [{ pbn: 1, role: 'log', lbn: 0 }],
    }),
    null,
    4,
  );
  expect(tables.map((table) => table.id)).toEqual(['block_map', 'log_blocks', 'cmt', 'gtd']);
  expect(tables.flatMap((table) => table.columns).some((column) => column.changed)).toBe(false);
  expect(tables[2]?.columns[0]?.dirty).toBe(true);
});

test('tables that are shown in part name their entries as the whole does', () => {
  const tables = tablesLayout(
    frame({ block_map: [7, 8], from_lbn: 40, gtd: [9, 5], from_tpn: 3 }),
    frame({ block_map: [6, 7], from_lbn: 39, gtd: [4], from_tpn: 4 }),
    4,
  );
  expect(tables.map((table) => table.columns.map((column) => [column.head, column.changed]))).toEqual([
    [
      ['40', false],
      ['41', false],
    ],
    [
      ['T3', false],
      ['T4', true],
    ],
  ]);
});

test('an entry that turned dirty, one that moved and a log block that was written are marked', () => {
  const before = frame({
    cmt: [{ lpn: 3, ppn: 9, dirty: false, segment: 'probationary' }],
    gtd: [4, 5],
    log_blocks: [
      { pbn: 1, role: 'log', lbn: 0 },
      { pbn: 2, role: 'log', lbn: 1 },
    ],
  });
  const after = frame({
    cmt: [{ lpn: 3, ppn: 9, dirty: true, segment: 'probationary' }],
    gtd: [4, 6],
    log_blocks: [
      { pbn: 2, role: 'log', lbn: 1 },
      { pbn: 1, role: 'log', lbn: 0 },
    ],
  });
  const changed = tablesLayout(after, before, 4).map((table) =>
    table.columns.map((column) => column.changed),
  );
  expect(changed).toEqual([[true, true], [true], [false, true]]);
});

test('a long table shows a window, moved to what matters', () => {
  expect(columnWindow(50, 0, -1)).toEqual({ from: 0, to: 50 });
  expect(columnWindow(1000, 0, -1)).toEqual({ from: 0, to: MOST_COLUMNS });
  const { from, to } = columnWindow(1000, 0, 700);
  expect(from).toBeLessThanOrEqual(700);
  expect(to).toBeGreaterThan(700);
  expect(columnWindow(1000, 990, -1)).toEqual({ from: 1000 - MOST_COLUMNS, to: 1000 });
});

test('the sequential log block is separate from the shared ones: it comes and goes without moving the others', () => {
  const rw = { pbn: 4, role: 'random_log', lbn: null } as const;
  const sw = { pbn: 5, role: 'sequential_log', lbn: 0 } as const;
  const [table] = tablesLayout(frame({ log_blocks: [sw, rw] }), frame({ log_blocks: [rw] }), 4);
  expect(table?.columns.map(({ head, cells, changed }) => [head, ...cells, changed])).toEqual([
    ['SW', 'B5', '0', true],
    ['1', 'B4', '–', false],
  ]);
  // KAST says what its own paper says.
  const [kast] = tablesLayout(frame({ log_blocks: [sw, rw] }), null, 4, 'kast');
  expect(kast?.caption).toMatch(/^Log blocks, sequential, then random/);
  expect(kast?.columns.map(({ head }) => head)).toEqual(['seq.', '1']);
});
