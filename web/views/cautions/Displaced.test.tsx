import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Addresses } from '../../protocol/generated/Addresses';
import { Displaced } from './Displaced';

afterEach(cleanup);

const WRAPPED: Addresses = { mapping: 'wrap', accesses: 20_000, aliased: 19_996, dropped: 0, share: 0.9998 };
const COMPACT: Addresses = { mapping: 'compact', accesses: 20_000, aliased: 0, dropped: 0, share: 0 };
const DROPPED: Addresses = { mapping: 'drop', accesses: 20_000, aliased: 0, dropped: 1, share: 0.00005 };

test('the largest share of several runs is said, and what it does to results', () => {
  render(<Displaced runs={[null, COMPACT, WRAPPED, undefined, DROPPED]} />);
  expect(screen.getByRole('note').textContent).toBe(
    '99.98% of the trace’s page accesses share a logical page with other addresses (wrap). This adds rewrites and may rank FTLs wrongly.',
  );
});

test('a small share is not rounded to none', () => {
  render(<Displaced runs={[DROPPED]} />);
  expect(screen.getByRole('note').textContent).toBe(
    '0.0050% of the trace’s page accesses are beyond the device and left out (drop).',
  );
});

test('where nothing is aliased or dropped, nothing is said', () => {
  render(<Displaced runs={[COMPACT, undefined]} />);
  expect(screen.queryByRole('note')).toBeNull();
});
