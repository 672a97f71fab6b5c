import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Quiet } from '../../protocol/generated/Quiet';
import { LittleView, littleText } from './Little';

afterEach(cleanup);

const MORE = { scenario: '{"format":1}', write_amplification: 1 };
const SPARE: Quiet = {
  ...{ why: 'least_spare', spare_blocks: 2, write_amplification: 7.2854 },
  more: { ...MORE, change: 'block' },
};

test('each reason is said, with the change that shows more', () => {
  expect(littleText(SPARE, 'page')).toBe(
    '7.29 comes from 2 spare blocks, the fewest that page mapping works with. With one more it is 1.00.',
  );
  expect(littleText({ ...SPARE, spare_blocks: 1 }, 'bast')).toMatch(
    /^7\.29 comes from 1 spare block, .* BAST /,
  );
  const once: Quiet = { ...SPARE, why: 'never_overwrites', more: null };
  expect(littleText(once, 'page')).toBe('The host writes no page twice, so no block has to be erased.');
  const full: Quiet = { ...once, more: { ...MORE, change: 'full', write_amplification: 1.25 } };
  expect(littleText(full, 'page')).toMatch(/ On a device that is full before the run, .* is 1\.25\.$/);
  const steady: Quiet = { ...once, why: 'nothing_erased', more: { ...MORE, change: 'steady' } };
  expect(littleText(steady, 'page')).toMatch(/^No block is erased: .* steady state, .* is 1\.00\.$/);
});

test('the changed run opens beside it', () => {
  const compare = vi.fn();
  const { rerender } = render(<LittleView quiet={SPARE} ftl="page" onCompare={compare} />);
  fireEvent.click(screen.getByRole('button', { name: 'Compare with one block more' }));
  expect(compare).toHaveBeenCalledWith(MORE.scenario);
  rerender(<LittleView quiet={{ ...SPARE, more: null }} ftl="page" onCompare={compare} />);
  expect(screen.queryByRole('button')).toBeNull();
});
