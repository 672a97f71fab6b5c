import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Note } from '../../../protocol/generated/Note';
import type { Options } from '../../../protocol/generated/Options';
import { DEFAULT_OPTIONS } from '../../../protocol/traces/trace-options';
import type { Import } from '../use-import';
import { Notes } from './Notes';

afterEach(cleanup);

const shown = (notes: Note[], said: string[] = []) => {
  const read: Options[] = [];
  const imported: Import = {
    source: { file: '', name: 'a' },
    options: DEFAULT_OPTIONS,
    progress: null,
    trace: null,
    failure: null,
    read: (_, options) => read.push(options),
    cancel: () => undefined,
  };
  render(<Notes {...{ imported, notes, said }} onFormat={() => undefined} />);
  return read;
};

test('events that were lost are an alert, and nothing is shown without notes', () => {
  shown([{ note: 'lost', events: 1005 }]);
  expect(screen.getByRole('alert').textContent).toContain('lost 1,005 events');
  cleanup();
  shown([]);
  expect(screen.queryByRole('list')).toBeNull();
  cleanup();
  shown([], ['2 devices']);
  expect(screen.getByRole('listitem').textContent).toBe('2 devices');
});

test('of a mirror either half can be kept, by what the file calls it', () => {
  const doubles = { device: 'sdb', of: 'sda', repeated: 2, requests: 2, within_us: 36, shift: 0 };
  const read = shown([{ note: 'doubles', ...doubles }]);
  expect(screen.getByText(/2 of 2 requests of sdb repeat one of sda within 36/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Keep only sda' }));
  fireEvent.click(screen.getByRole('button', { name: 'Keep only sdb' }));
  expect(read.map(({ merge_devices }) => merge_devices)).toEqual([{ only: 'sda' }, { only: 'sdb' }]);
});

test('commands that write zeros count as trims by choice', () => {
  const read = shown([{ note: 'write_zeroes', commands: 3, counted: 'write' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Count them as trims' }));
  expect(read[0]?.write_zeroes).toBe('trim');
});
