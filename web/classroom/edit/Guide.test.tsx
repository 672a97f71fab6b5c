import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import Guide from './Guide';

afterEach(cleanup);

async function open(add: (listing: string) => void = () => undefined) {
  const { container } = render(<Guide name="tutorial" add={add} />);
  await screen.findByRole('heading', { name: 'A lesson in ten minutes' });
  return container;
}

test('a reader who returns to the tutorial continues where they stopped', async () => {
  const first = await open();
  expect(first.scrollTop).toBe(0);
  first.scrollTop = 700;
  fireEvent.scroll(first);
  cleanup();
  expect((await open()).scrollTop).toBe(700);
});

test('a listing is passed on unchanged', async () => {
  const add = vi.fn();
  await open(add);
  fireEvent.click(screen.getAllByRole('button', { name: 'Add to the text' })[0] as HTMLElement);
  expect(add).toHaveBeenCalledWith(expect.stringMatching(/^---\ntitle: "Writing again"/));
});
