import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EngineFailure } from '../../../protocol/engine/engine-client';
import type { TraceSummary } from '../../../protocol/generated/TraceSummary';
import type { DrivesAsked, DriveTable, MakeDrives } from '../../../protocol/traces/drives';
import { DEFAULT_OPTIONS } from '../../../protocol/traces/trace-options';
import { madeTables } from '../../../state/drive';
import type { Import, Source } from '../use-import';
import { Drives } from './Drives';

const OPTIONS = { ...DEFAULT_OPTIONS, sector_bytes: 256 };
beforeEach(() => madeTables.setState({ made: null }));
afterEach(cleanup);

function shown(source: Source, makeDrives: MakeDrives, unit: 'bytes' | 'pages' = 'bytes') {
  const read = vi.fn();
  const imported = { source, options: OPTIONS, read } as unknown as Import;
  const trace = { import: { unit } } as unknown as TraceSummary;
  cleanup();
  render(<Drives {...{ imported, trace, makeDrives }} />);
  return read;
}

const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });
const tables = (...requests: number[]): DriveTable[] =>
  requests.map((n) => ({ table: new Blob([String(n)]), requests: n }));

/** Answers with these, and keeps what was asked. */
function maker(...requests: number[]) {
  const asked: DrivesAsked[] = [];
  const answer = tables(...requests);
  const make: MakeDrives = async (one) => {
    asked.push(one);
    return answer;
  };
  return { asked, answer, make };
}

test('a second trace comes to the drive of the first, which is read as it was', async () => {
  const file = new Blob(['a']);
  const { asked, answer, make } = maker(7);
  const read = shown({ file, name: 'day.one.csv' }, make);
  const second = new File(['b'], 'two.csv');
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Add a trace to this drive…'), { target: { files: [second] } });
  });
  expect(asked).toEqual([
    {
      together: [
        { source: file, open: { name: 'day.one.csv', options: OPTIONS } },
        { source: second, open: { name: 'two.csv', options: DEFAULT_OPTIONS } },
      ],
    },
  ]);
  const [table] = answer;
  if (!table) throw new Error('no table');
  expect(read).toHaveBeenCalledExactlyOnceWith(
    { file: table.table, name: 'day.one+two.csv' },
    DEFAULT_OPTIONS,
  );
  const back = shown({ file: table.table, name: 'day.one+two.csv' }, make);
  expect(screen.getByText('day.one.csv and two.csv, on one drive.')).toBeTruthy();
  fireEvent.click(button('Back to day.one.csv'));
  expect(back).toHaveBeenCalledExactlyOnceWith({ file, name: 'day.one.csv' }, OPTIONS);
});

test('a trace is split in stripes of its own unit; the other drives are a click away, but for an empty one', async () => {
  const { asked, answer, make } = maker(5, 0, 3);
  shown({ file: 'w1', name: 't' }, make, 'pages');
  fireEvent.change(screen.getByLabelText('Drives'), { target: { value: '3' } });
  fireEvent.change(screen.getByLabelText('Stripe (pages)'), { target: { value: '4' } });
  await act(async () => fireEvent.click(button('Split')));
  expect(asked).toMatchObject([{ stripes: { drives: 3, length: 4 } }]);
  const [first, , third] = answer;
  if (!first || !third) throw new Error('no tables');
  const read = shown({ file: first.table, name: 't-1.csv' }, make);
  expect(screen.getByText('t, split over 3 drives.')).toBeTruthy();
  expect(button('Drive 1: 5 requests').getAttribute('aria-pressed')).toBe('true');
  expect(button('Drive 2: 0 requests').disabled).toBe(true);
  fireEvent.click(button('Drive 3: 3 requests'));
  expect(read).toHaveBeenCalledExactlyOnceWith({ file: third.table, name: 't-3.csv' }, DEFAULT_OPTIONS);
  await act(async () => fireEvent.click(button('Split')));
  expect(asked[1]).toMatchObject({ stripes: { drives: 2, length: 65_536 } });
  for (const wrong of ['1', '65']) {
    fireEvent.change(screen.getByLabelText('Drives'), { target: { value: wrong } });
    expect(screen.getByRole('alert').textContent).toBe('Type 2 to 64 drives.');
    expect(button('Split').disabled).toBe(true);
  }
});

test('where the first drive has no request, the next one is opened', async () => {
  const { answer, make } = maker(0, 4);
  const read = shown({ file: 'w99', name: 't' }, make, 'pages');
  await act(async () => fireEvent.click(button('Split')));
  expect(read).toHaveBeenCalledExactlyOnceWith({ file: answer[1]?.table, name: 't-2.csv' }, DEFAULT_OPTIONS);
});

test('a refusal is shown with its remedy, and changes nothing', async () => {
  const failure = {
    kind: 'trace',
    message: 'a, b: only one of them has times',
    remedy: 'Give others.',
  } as const;
  const make: MakeDrives = () =>
    Promise.reject(new EngineFailure({ ...failure, field: null, line: null, column: null }));
  const read = shown({ file: 'w1', name: 'a' }, make);
  await act(async () => fireEvent.click(button('Split')));
  expect(screen.getByRole('alert').textContent).toBe('a, b: only one of them has times. Give others.');
  expect(read).not.toHaveBeenCalled();
  expect(madeTables.getState().made).toBeNull();
});

test('the work says how far it is, and is cancelled', async () => {
  let told: ((share: number) => void) | undefined;
  const make: MakeDrives = (_, { onShare, signal } = {}) =>
    new Promise((_done, refuse) => {
      told = onShare;
      signal?.addEventListener('abort', () => refuse(signal.reason));
    });
  const read = shown({ file: 'w1', name: 'a' }, make);
  fireEvent.click(button('Split'));
  act(() => told?.(0.25));
  expect(screen.getByRole('status').textContent).toBe('Writing tables: 25%');
  await act(async () => fireEvent.click(button('Cancel')));
  expect(screen.queryByRole('status')).toBeNull();
  expect(screen.queryByRole('alert')).toBeNull();
  expect(read).not.toHaveBeenCalled();
});
