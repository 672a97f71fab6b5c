import { expect, test } from 'vitest';
import type { ScenarioDocument } from '../../model/scenario/document';
import { proposedDevice } from '../../model/traces/trace-device';
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { assumedOf, trimmedFill } from './assumed-words';

const statistics = {
  page_bytes: 4096,
  footprint_pages: 70_000,
  pages_needed: 90_000,
  pages_written: 300_000,
};
const read = { skipped_lines: 0, passed_lines: 0, outside: 0, left_out: 0, out_of_order: 0 };
const device = { name: 'sda', device: 0, requests: 1, extent: 1, base: 0 };

function trace(found: object): TraceSummary {
  return {
    statistics,
    import: { ...read, devices: [device], notes: [], ...found },
  } as unknown as TraceSummary;
}

const drive = proposedDevice(trace({}).statistics);
const scenario = (blocks: number) => ({
  device: { blocks, pages_per_block: drive.pagesPerBlock, page_bytes: drive.pageBytes },
  logical_pages: drive.logicalPages,
});
const proposed = scenario(drive.blocks);
const SAID =
  'The drive is proposed from this trace, with 10% spare blocks. Another trace gets another drive.';

test('of a trace that is read whole only the drive is assumed, and not that of a person', () => {
  expect(assumedOf(trace({}), DEFAULT_OPTIONS, proposed)).toEqual([SAID]);
  const mine = scenario(drive.blocks + 1);
  expect(assumedOf(trace({}), DEFAULT_OPTIONS, mine)).toEqual([]);
});

test('events that are lost come first, then requests left out, sorted, put together, and units chosen', () => {
  const found = {
    ...{ passed_lines: 4992, out_of_order: 1297, skipped_lines: 3, outside: 20, left_out: 5 },
    devices: [device, device],
    notes: [{ note: 'milliseconds' }, { note: 'utf16' }, { note: 'lost', events: 1005 }],
  };
  const options = {
    ...DEFAULT_OPTIONS,
    time_unit: 'us',
    address_unit: 'sectors',
    sector_bytes: 1024,
  } as const;
  const said = assumedOf(trace(found), options, { device: {} });
  expect(said).toEqual([
    'The recorder lost 1,005 events: this trace lacks requests. Record it again with larger buffers.',
    'Bad lines that are skipped: 3.',
    'Lines passed over, because they hold no request that counts: 4,992.',
    'Requests outside the window, left out: 20.',
    'Requests of other devices, left out: 5.',
    'Requests that came after a later one, and are sorted by time: 1,297.',
    '2 devices lie side by side in one address space.',
    expect.stringContaining('milliseconds'),
    'By your choice: times in µs, addresses in sectors, 1,024 bytes in a sector.',
  ]);
  const one = assumedOf(trace(found), { ...options, merge_devices: 'ignore' }, proposed);
  expect(one).toContain('The addresses of 2 devices count as those of one.');
  expect(one.at(-1)).toBe(SAID);
});

test('pages of the fill that the trace only trims are named where the run has each of them', () => {
  const found = { ...statistics, trimmed_unwritten_pages: 35_000 } as Statistics;
  const filled = (more: object, workload: object = {}, logical = 70_000): ScenarioDocument => ({
    ...{ device: { page_bytes: 4096 }, logical_pages: logical, precondition: [{ kind: 'sequential' }] },
    workload: { kind: 'trace', path: 'a', mapping: 'compact', ...workload },
    ...more,
  });
  const said = [
    'Of the filled pages, the trace trims 35,000 (50%) and never writes them. Without their data the drive has more room than its spare blocks.',
  ];
  expect(trimmedFill(filled({}), found)).toEqual(said);
  expect(trimmedFill(filled({}, { mapping: 'wrap' }, 90_000), found)[0]).toContain('35,000 (39%)');
  // One that is not filled, that ignores trims, whose pages several addresses share, or which are other ones.
  expect(trimmedFill(filled({ precondition: [] }), found)).toEqual([]);
  expect(trimmedFill(filled({}, { ignore_trims: true }), found)).toEqual([]);
  expect(trimmedFill(filled({}, { mapping: 'wrap' }), found)).toEqual([]);
  expect(trimmedFill(filled({}, {}, 69_999), found)).toEqual([]);
  expect(trimmedFill(filled({}, { shift_bytes: 512 }), found)).toEqual([]);
  expect(trimmedFill(filled({ device: { page_bytes: 8192 } }), found)).toEqual([]);
  // Few of them, and none.
  expect(trimmedFill(filled({}), { ...found, trimmed_unwritten_pages: 3_499 })).toEqual([]);
  expect(trimmedFill(filled({}), { ...found, trimmed_unwritten_pages: 0 })).toEqual([]);
  expect(trimmedFill(filled({}), null)).toEqual([]);
});

test('flushes are an assumption about the write buffer', () => {
  const said = assumedOf(
    trace({ notes: [{ note: 'flushes', commands: 1200, forced: 3 }] }),
    DEFAULT_OPTIONS,
    {
      device: {},
    },
  );
  expect(said).toEqual([
    "Flushes of the drive's write cache: 1,200. Writes past the cache (FUA): 3. A write buffer of the lab keeps pages across them. A drive may do so only if its buffer survives a power loss.",
  ]);
});
