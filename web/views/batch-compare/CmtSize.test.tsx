import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ScenarioDocument } from '../../model/scenario/document';
import { CmtSize, sizeOf } from './CmtSize';

const BASE: ScenarioDocument = {
  format: 1,
  device: { blocks: 40, pages_per_block: 8, page_bytes: 2048 },
  logical_pages: 240,
  ftl: { kind: 'dftl', cmt_entries: 64, entries_per_translation_page: 64, cmt_protected: 0.25 },
  workload: { kind: 'uniform', requests: 200 },
};

test('a size is a number of KiB with room for an entry', () => {
  const typed = ['1', '1,024', ' 0.5 ', '0.0078125', '0.007', '', 'large', '-1', '0,5', '0x1', '1e1', '.5'];
  expect(typed.map(sizeOf)).toEqual([
    ...[1024, 1024 ** 2, 512, 8, null, null, null, null, null, null, null, 512],
  ]);
});

test('a size of one’s own is compared: whole entries, at most the map', () => {
  const asked: number[] = [];
  render(<CmtSize document={BASE} asked={undefined} off={false} onSize={(entries) => asked.push(entries)} />);
  const size = screen.getByRole('textbox', { name: /^A CMT of/ });
  expect(size).toHaveProperty('value', '0.5');
  expect(screen.getByText(/^The whole map takes 1\.9 KiB/)).toBeTruthy();
  for (const typed of ['0.1', '4']) {
    fireEvent.change(size, { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Compare' }));
  }
  // 102 bytes are 12 entries and a half.
  expect(asked).toEqual([12, 240]);
  fireEvent.change(size, { target: { value: 'large' } });
  expect(screen.getByRole('alert').textContent).toBe(
    'A size is a number of KiB, and at least 8 bytes. You typed “large”.',
  );
  expect(screen.getByRole('button', { name: 'Compare' })).toHaveProperty('disabled', true);
});
