import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Lanes } from '../../protocol/generated/Lanes';
import { AmplificationView } from './Amplification';

afterEach(cleanup);

/** 16 bins, so that a window is one bin; written amplification 2, then 3. */
const lanes = {
  ...{ requests: 16, requests_per_bin: 1, filled: 2 },
  ...{ host: [10, 10], copies: [10, 20], translation: [0, 0] },
} as unknown as Lanes;

test('the value of the equation, and its deviation, are beside the measured value', () => {
  render(<AmplificationView lanes={lanes} expected={{ equation: '15', amplification: 2.5 }} />);
  expect(screen.getByText('latest window 3.00')).toBeTruthy();
  expect(screen.getByText('Desnoyers, eq. 15: 2.50')).toBeTruthy();
  expect(screen.getByText('residual +20.0%')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'As table' }));
  const rows = within(screen.getByRole('table')).getAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    'Host writesWrite amplificationResidual',
    '102.00−20.0%',
    '203.00+20.0%',
  ]);
});

test('without a closed form it says so', () => {
  render(<AmplificationView lanes={lanes} expected="none" />);
  expect(screen.getByText('No closed form for this scenario.')).toBeTruthy();
  expect(screen.queryByText(/residual/)).toBeNull();
});

test('before anything was written it says what to do', () => {
  render(<AmplificationView lanes={{ ...lanes, filled: 0 }} expected="loading" />);
  expect(screen.getByText(/^Continue the run/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});
