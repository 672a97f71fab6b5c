/** The words about two runs side by side behind write buffers, schedulers and channels. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Divergence } from '../../protocol/engine/divergence';
import type { Report } from '../../protocol/generated/Report';
import type { Summary } from '../../protocol/generated/Summary';
import { CompareBarView, CompareTableView, sideNames } from './View';

afterEach(cleanup);

const summary = (canonical: object, name = '') => ({ canonical: JSON.stringify(canonical), name }) as Summary;
const PAGE = { ftl: { kind: 'page' }, buffer: { kind: 'none' }, host: { scheduler: 'noop', channels: 1 } };
const named = (left: object, right: object) =>
  sideNames(summary({ ...PAGE, ...left }), summary({ ...PAGE, ...right }));

test('each side is called by what tells it from the other', () => {
  expect(named({}, { ftl: { kind: 'bast' }, buffer: { kind: 'fab' } })).toEqual(['page mapping', 'BAST']);
  expect(named({}, { buffer: { kind: 'gc_arm' } })).toEqual(['no buffer', 'GC-ARM']);
  const scheduler = { kind: 'ssd_zones', zones: 4 };
  expect(named({ host: { scheduler } }, { host: { scheduler: 'cfq' } })).toEqual(['SSD zones', 'CFQ']);
  expect(named({ host: { channels: 4 } }, {})).toEqual(['4 channels', '1 channel']);
  expect(named({ host: { queue_depth: 8 } }, {})).toEqual(['queue depth 8', 'queue depth 1']);
  const workload = (kind: string) => ({ workload: { kind, requests: 96 } });
  expect(named(workload('uniform'), workload('sequential'))).toEqual(['Uniform random', 'Sequential']);
  const page = (more: object) => ({ ftl: { kind: 'page', ...more } });
  expect(named(page({ gc_policy: 'greedy' }), page({ gc_policy: { kind: 'fifo' } }))).toEqual([
    'Greedy',
    'FIFO',
  ]);
  expect(named(page({ gc_threshold: 2 }), page({ gc_threshold: 3 }))?.join()).toMatch(/: 2,.*: 3$/);
  // Otherwise by their own names, if these differ.
  const [one, other] = ['Flash, rewritten at random', 'Flash, more spare blocks'].map((name, seed) =>
    summary({ ...PAGE, seed }, name),
  );
  if (!one || !other) throw new Error('two');
  expect(sideNames(one, other)).toEqual(['rewritten at random', 'more spare blocks']);
  expect(named({}, { seed: 2 })).toBeNull();
});

const REPORT = {
  host: { writes: 100, reads: 10 },
  flash: { programs: { total: 150, host: 100, pad: 0 }, erases: { total: 20 }, reads: { total: 60 } },
  write_amplification: 1.5,
  merges: { switch: 0, partial: 0, full: 0 },
  gc: { runs: 20, copied: 50 },
  wear: { max: 1, mean: 1 },
  service_us: { mean: 100, p99: 200 },
  response_us: { mean: 300, p99: 900 },
  energy_uj: 0,
} as unknown as Report;
const buffer = { write_hits: 40, destaged: 60, padded: 12, mapping_bytes: 80, buffer_bytes: 8192 };
const BUFFERED = {
  ...REPORT,
  flash: { ...REPORT.flash, programs: { total: 72, host: 60, pad: 12 }, erases: { total: 9 } },
  buffer,
} as unknown as Report;

const TABLE = { divergence: null, spent: null, cleaning: [], apart: false };
const BAR = {
  ...{
    reordered: false,
    ends: null,
    changed: null,
    divergence: null,
    sought: null,
    busy: null,
    requests: 22,
  },
  ...{ onDiverge() {}, onEnd() {}, onCancel() {}, onClose() {} },
};

test('the figures of both at the end are shown where they are known', () => {
  render(<CompareBarView {...BAR} names={['no buffer', 'BPLRU']} ends={[REPORT, BUFFERED]} />);
  screen.getByText('At the end: no buffer WA 1.50, 20 erases; BPLRU WA 1.50, 9 erases.');
});

test('a page that completes a block is not a copy', () => {
  const spent = { request: 9, left: REPORT, right: BUFFERED };
  const side = (name: string, report: Report) => ({ name, ftl: 'page' as const, report });
  render(
    <CompareTableView
      {...TABLE}
      left={side('no buffer', REPORT)}
      right={side('BPLRU', BUFFERED)}
      spent={spent}
    />,
  );
  screen.getByText(
    'Up to request 9, right compared with left: blocks erased 11 fewer, pages copied 50 fewer, destaged 60 more, padded 12 more.',
  );
});

/** The cost of a difference, above the figures of both. */
function costs([left, right]: [string, string], divergence: Divergence) {
  const side = (name: string) => ({ name, ftl: 'page' as const, report: REPORT });
  render(<CompareTableView {...TABLE} left={side(left)} right={side(right)} divergence={divergence} />);
}

test('schedulers may send different requests to the device: the page shows both', () => {
  const asked = { index: 6, pages: 1, time_ms: null };
  const divergence = {
    request: { ...asked, op: 'write', lpn: 3 },
    other: { ...asked, op: 'read', lpn: 8 },
    left: { reads: 0, programs: 1, erases: 0 },
    right: { reads: 1, programs: 0, erases: 0 },
  } as const;
  const names: [string, string] = ['Noop', 'Deadline'];
  const { rerender } = render(<CompareBarView {...BAR} {...{ names, divergence }} reordered />);
  expect(screen.getByRole('status').textContent).toBe(
    'First difference, at request 7 of 22. Requests 1 to 6 cost the same.',
  );
  screen.getByRole('heading', { name: 'Noop and Deadline send different requests to the device here' });
  costs(names, divergence);
  screen.getByText(
    'Noop: write page 3, 0 reads, 1 program, 0 erases. Deadline: read page 8, 1 read, 0 programs, 0 erases.',
  );
  rerender(<CompareBarView {...BAR} names={names} reordered />);
  expect(screen.getByRole('status').textContent).toContain('in its own order');
});

test('a difference is said by who spends more, and by which one it is', () => {
  const request = { index: 6, pages: 1, time_ms: null, op: 'write', lpn: 27 } as const;
  const names: [string, string] = ['BAST', 'FAST'];
  const cheap = { reads: 0, programs: 1, erases: 0 };
  const said = (left: typeof cheap, right: typeof cheap, sought = 0) => {
    const divergence = { request, other: null, left, right };
    render(<CompareBarView {...BAR} {...{ names, divergence, sought }} />);
    const all = [screen.getByRole('heading').textContent, screen.getByRole('status').textContent];
    cleanup();
    costs(names, divergence);
    all.push(screen.getByText(/^The write of page 27 costs /).textContent);
    cleanup();
    return all;
  };
  const dear = { reads: 5, programs: 6, erases: 1 };
  expect(said(dear, cheap)).toEqual([
    'BAST needs 5 reads, 5 programs, 1 erase more than FAST for the write of page 27',
    'First difference, at request 7 of 22. Requests 1 to 6 cost the same.',
    'The write of page 27 costs BAST 5 reads, 6 programs, 1 erase, and FAST 0 reads, 1 program, 0 erases.',
  ]);
  const [title, status] = said(cheap, dear, 4);
  expect(title).toMatch(/^FAST needs .* more than BAST /);
  expect(status).toBe('A difference at request 7 of 22.');
  expect(said({ ...cheap, programs: 3 }, { ...cheap, erases: 1 })[0]).toBe(
    'The write of page 27 costs BAST and FAST different amounts',
  );
});

test('where no later request differs, it is said from which one on', () => {
  render(<CompareBarView {...BAR} names={['BAST', 'FAST']} sought={7} />);
  expect(screen.getByRole('status').textContent).toBe(
    'From request 8 on, every request costs the same on both sides.',
  );
});

test('the table has figures of buffers and queues, and none of a side that has no such thing', () => {
  const times = { mean: 200, p99: 700 };
  const parallel = {
    wait_us: times,
    read_response_us: times,
    write_response_us: times,
    bandwidth_mb_s: 12.5,
  };
  const hosted = { ...REPORT, parallel: { ...parallel, merged: 2, busy: 0.75 } } as unknown as Report;
  const left = { name: 'LRU', ftl: 'page' as const, report: BUFFERED };
  render(
    <CompareTableView
      left={left}
      right={{ name: 'Noop', ftl: 'page' as const, report: hosted }}
      {...TABLE}
    />,
  );
  const cells = (name: string) =>
    within(screen.getByRole('rowheader', { name }).closest('tr') as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent);
  expect(cells('Write buffer hit ratio (writes)')).toEqual(['40.0%', '–', '–']);
  expect(cells('RAM of mapping tables')).toEqual(['80 bytes', '–', '–']);
  expect(cells('Wait in the queue, mean')).toEqual(['–', '200 µs', '–']);
  expect(cells('Bandwidth')).toEqual(['–', '12.5 MB/s', '–']);
  expect(cells('Channels busy')).toEqual(['–', '75.0%', '–']);
});

test('the larger share of aliased accesses is beside the figures of two', () => {
  const of = (aliased: number) =>
    ({ mapping: 'wrap', accesses: 8, aliased, dropped: 0, share: aliased / 8 }) as const;
  const side = (aliased: number) => ({
    name: 'x',
    ftl: 'page' as const,
    report: { ...REPORT, addresses: of(aliased) },
  });
  const { rerender } = render(<CompareTableView left={side(0)} right={side(5)} {...TABLE} />);
  expect(screen.getByRole('note').textContent).toContain('62.50%');
  rerender(<CompareTableView left={side(0)} right={side(0)} {...TABLE} />);
  expect(screen.queryByRole('note')).toBeNull();
});

test('by what two FTLs choose their victims is named', () => {
  const side = { name: 'x', ftl: 'page' as const, report: REPORT };
  const table = (cleaning: Parameters<typeof CompareTableView>[0]['cleaning']) => (
    <CompareTableView {...TABLE} left={side} right={side} cleaning={cleaning} />
  );
  const { rerender } = render(table([{ policy: 'greedy', ftls: ['page', 'dftl'] }]));
  screen.getByText('GC policy: greedy (Page, DFTL).');
  rerender(table([]));
  expect(screen.queryByText(/GC policy/)).toBeNull();
});
