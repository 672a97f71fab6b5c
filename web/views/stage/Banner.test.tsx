import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Frame } from '../../protocol/generated/Frame';
import { Banner } from './Banner';

afterEach(cleanup);
const banner = (frame: Partial<Frame>) =>
  render(
    <Banner frame={{ merge: null, gc: null, wear: null, ...frame } as Frame} caption="the moment" silent />,
  );

test('wear leveling is named with both of its blocks and how far it has come', () => {
  banner({ wear: { from: 3, to: 7, copied: 2, copies: 5 } });
  expect(screen.getByText('Wear leveling · B3')).toBeTruthy();
  expect(screen.getByText('→ B7')).toBeTruthy();
  expect(screen.getByText('copy 2 of 5')).toBeTruthy();
});

test('between two such things the moment stands alone', () => {
  const { container } = banner({});
  expect(container.textContent).toBe('the moment');
});
