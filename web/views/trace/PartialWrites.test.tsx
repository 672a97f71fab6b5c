import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { proposedDevice, type TraceDevice } from '../../model/traces/trace-device';
import type { Statistics } from '../../protocol/generated/Statistics';
import { PartialWrites } from './PartialWrites';

afterEach(cleanup);

const statistics = (parts: Partial<Statistics>) =>
  ({
    ...{ page_bytes: 4096, pages_written: 8, partly_written: 0, partly_trimmed: 0, trims_too_small: 0 },
    ...{ footprint_pages: 8, pages_needed: 8 },
    ...parts,
  }) as Statistics;

test('the share of partly written pages is said, and the switch reads them first', () => {
  const parts = statistics({ partly_written: 5 });
  let device: TraceDevice = proposedDevice(parts);
  const set = (next: TraceDevice) => {
    device = next;
  };
  expect(device.readFirst).toBe(false);
  render(<PartialWrites statistics={parts} device={device} onDevice={set} />);
  expect(screen.getByText('63% of the written pages are written in part.')).toBeDefined();
  fireEvent.click(screen.getByRole('checkbox'));
  expect(device.readFirst).toBe(true);
});

test('whole pages need no switch; trims of parts are counted', () => {
  const whole = statistics({});
  const { container } = render(
    <PartialWrites statistics={whole} device={proposedDevice(whole)} onDevice={() => {}} />,
  );
  expect(container.textContent).toBe('');
  cleanup();
  const trims = statistics({ partly_trimmed: 3, trims_too_small: 2 });
  render(<PartialWrites statistics={trims} device={proposedDevice(trims)} onDevice={() => {}} />);
  expect(screen.getByText(/3 pages only in part.*do nothing: 2/)).toBeDefined();
});
