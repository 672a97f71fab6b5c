import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Report } from '../../protocol/generated/Report';
import { Parts } from './Parts';

afterEach(cleanup);

const report = (host: object, byte_amplification: number, reads = 0) =>
  ({
    write_amplification: 1,
    byte_amplification,
    host: { writes: 8, writes_partial: 0, trims_partial: 0, trims_too_small: 0, ...host },
    flash: { reads: { partial: reads } },
  }) as unknown as Report;

test('the reason is said where bytes are amplified more than pages, and the other setting is one click away', () => {
  let asked = 0;
  const compare = () => {
    asked += 1;
  };
  render(<Parts report={report({ writes_partial: 5 }, 2)} readFirst={false} onCompare={compare} />);
  expect(screen.getByRole('note').textContent).toMatch(/2\.00.*63% of the written pages are written in part/);
  fireEvent.click(screen.getByRole('button', { name: 'Compare with reading first' }));
  expect(asked).toBe(1);
  cleanup();
  render(<Parts report={report({ writes_partial: 5 }, 2, 3)} readFirst={true} onCompare={compare} />);
  expect(screen.getByRole('note').textContent).toContain('3 reads so far');
  expect(screen.getByRole('button', { name: 'Compare without reading first' })).toBeDefined();
});

test('nothing is said of whole pages, and trims of parts are said by themselves', () => {
  const { container } = render(<Parts report={report({ writes_partial: 1 }, 1.005)} readFirst={false} />);
  expect(container.textContent).toBe('');
  cleanup();
  render(<Parts report={report({ trims_partial: 3, trims_too_small: 2 }, 1)} />);
  expect(screen.getByRole('note').textContent).toMatch(/3 pages only in part.*do nothing: 2/);
  expect(screen.queryByRole('button')).toBeNull();
});
