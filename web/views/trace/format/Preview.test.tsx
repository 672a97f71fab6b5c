import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Preview as Read } from '../../../protocol/generated/Preview';
import { Preview } from './Preview';

afterEach(cleanup);

const error = { line: 4, column: 3, field: 'op', format: 'csv', excerpt: '3,Wr,8,8' } as const;
const READ: Read = {
  format: 'csv',
  lines: [
    { line: 1, text: 'time_us,op,lba,sectors', meaning: { is: 'header' } },
    {
      line: 2,
      text: '1500,W,8,16',
      meaning: {
        is: 'requests',
        first: { time_us: 1500, op: 'write', unit: 'bytes', offset: '9007199254740993', length: 8192 },
        others: 0,
      },
    },
    { line: 3, text: '2,F,0,0', meaning: { is: 'passed', why: 'no_request' } },
    {
      line: 4,
      text: '3,Wr,8,8',
      meaning: { is: 'bad', error: { ...error, problem: { kind: 'unknown_op', found: 'Wr', expected: '' } } },
    },
    {
      line: 5,
      text: 'x,W,8,8',
      meaning: {
        is: 'bad',
        error: { ...error, field: 'time', problem: { kind: 'not_a_decimal', found: 'x' } },
      },
    },
  ],
};

test('each line is followed by its meaning, and an unknown operation can be explained', () => {
  const said: unknown[] = [];
  render(<Preview read={READ} explain={(...all) => said.push(all)} />);
  const rows = screen.getAllByRole('row').slice(1);
  const cells = rows.map((row) =>
    within(row)
      .getAllByRole('cell')
      .slice(1)
      .map(({ firstChild }) => firstChild?.textContent),
  );
  expect(cells).toEqual([
    ['Header: no request'],
    ['1,500 µs', 'write', '9,007,199,254,740,993', '8,192'],
    ['Passed over: its operation accesses no data'],
    ['The operation “Wr” is not known. It means:'],
    ['“x” in time is not a number'],
  ]);
  const [choice, ...others] = screen.getAllByRole('combobox');
  expect(others).toEqual([]);
  fireEvent.change(choice as HTMLElement, { target: { value: 'write' } });
  expect(said).toEqual([['Wr', 'write']]);
});
