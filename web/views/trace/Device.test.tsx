import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { TraceDevice } from '../../model/traces/trace-device';
import type { Statistics } from '../../protocol/generated/Statistics';
import type { TraceSummary } from '../../protocol/generated/TraceSummary';
import { lastDrive } from '../../state/drive';
import { DeviceDialog, SameDrive, Times } from './Device';

// jsdom has no CSS.escape, which the dialog's library asks for.
beforeAll(() => vi.stubGlobal('CSS', { escape: (text: string) => text }));
afterAll(() => vi.unstubAllGlobals());
afterEach(cleanup);

const DEVICE: TraceDevice = {
  ...{ pageBytes: 4096, pagesPerBlock: 64, logicalPages: 70_016, blocks: 1216 },
  ...{ mapping: 'compact', allowAliasing: false, filled: true, readFirst: false },
};
const trace = { statistics: { footprint_pages: 70_000, pages_needed: 70_000 } } as unknown as TraceSummary;

test('the spare factor has a decimal; another text stays out of the device', () => {
  let device = DEVICE;
  const set = (next: TraceDevice) => {
    device = next;
  };
  render(<DeviceDialog trace={trace} device={DEVICE} fit={null} onDevice={set} close={() => {}} />);
  const spare = screen.getByLabelText<HTMLInputElement>(/spare/i);
  // 1 - 70,016 / (1,216 · 64) = 10.03 %.
  expect(spare.value).toBe('10');
  fireEvent.change(spare, { target: { value: '12.5' } });
  // 1,094 blocks hold the logical pages: 1,094 / 0.875 = 1,250.3.
  expect(device.blocks).toBe(1251);
  expect(spare.getAttribute('aria-invalid')).toBe('false');
  for (const wrong of ['100', '0', '12.55', 'a', '']) {
    fireEvent.change(spare, { target: { value: wrong } });
    expect([wrong, spare.getAttribute('aria-invalid'), device.blocks]).toEqual([wrong, 'true', 1251]);
  }
  cleanup();
  render(<DeviceDialog trace={trace} device={device} fit={null} onDevice={set} close={() => {}} />);
  expect(screen.getByLabelText<HTMLInputElement>(/spare/i).value).toBe('12.5');
  const pages = screen.getByLabelText<HTMLInputElement>('Logical pages');
  fireEvent.change(pages, { target: { value: '100.5' } });
  expect(pages.getAttribute('aria-invalid')).toBe('true');
});

test('the drive has a multiple of the pages of the trace, and the one of before on the way back', () => {
  const statistics = { footprint_pages: 70_000 } as Statistics;
  let device = DEVICE;
  const shown = () => {
    cleanup();
    render(<Times {...{ statistics, device }} onDevice={(next) => (device = next)} />);
    return screen.getByLabelText<HTMLSelectElement>('Size of the drive');
  };
  expect(shown().value).toBe('1');
  for (const times of ['2', '8', '1', '4', '1']) {
    fireEvent.change(shown(), { target: { value: times } });
    expect(shown().value).toBe(times);
    // 1,094 blocks of data, of 64 pages.
    expect(device.logicalPages).toBe(Math.ceil((Number(times) * 70_000) / 64) * 64);
    expect(device.logicalPages / device.blocks).toBeCloseTo(DEVICE.logicalPages / DEVICE.blocks, 1);
  }
  expect(device).toEqual(DEVICE);
  device = { ...DEVICE, blocks: 2000, mapping: 'wrap' };
  expect(shown().selectedOptions[0]?.text).toBe('Another size');
  device = { ...DEVICE, logicalPages: 64 };
  expect(shown().value).toBe('');
});

test('a trace that is opened after another may have the same drive', () => {
  const of = (hash: string) => ({ ...trace, import: { hash } }) as unknown as TraceSummary;
  const other = { ...DEVICE, blocks: 2000 };
  lastDrive.setState({ of: { name: 'a.csv', hash: 'a', device: other } });
  const taken: TraceDevice[] = [];
  const shown = (hash: string, device: TraceDevice) => {
    cleanup();
    render(<SameDrive trace={of(hash)} device={device} onDevice={(next) => taken.push(next)} />);
    return document.body.textContent;
  };
  expect(shown('a', DEVICE)).toBe('');
  expect(shown('b', DEVICE)).toContain('a.csv was run on another drive.');
  fireEvent.click(screen.getByRole('button', { name: 'Same drive for both' }));
  expect(taken).toEqual([other]);
  expect(shown('b', other)).toBe('The drive is the one on which a.csv was run.');
  lastDrive.setState({ of: null });
  expect(shown('b', DEVICE)).toBe('');
});
