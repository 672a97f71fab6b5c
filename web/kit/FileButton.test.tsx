import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FileButton } from './FileButton';

afterEach(cleanup);

const FILE = new File(['text'], 'mine.md');

function choose(file: File) {
  fireEvent.change(screen.getByLabelText('Open'), { target: { files: [file] } });
}

test('a file chosen twice is taken twice: its name does not stay in the input', async () => {
  const take = vi.fn();
  const cleared = vi.spyOn(HTMLInputElement.prototype, 'value', 'set');
  render(<FileButton label="Open" take={take} />);
  choose(FILE);
  expect(cleared).toHaveBeenLastCalledWith('');
  choose(FILE);
  await vi.waitFor(() => expect(take.mock.calls).toEqual([[FILE], [FILE]]));
});

test('the button opens the chooser; the page says why a file was not taken', async () => {
  const failed = vi.fn();
  const take = async () => {
    throw new Error('mine.md has gone');
  };
  render(<FileButton label="Open" take={take} failed={failed} />);
  const opened = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(opened).toHaveBeenCalledOnce();
  choose(FILE);
  await vi.waitFor(() => expect(failed).toHaveBeenCalledWith('mine.md has gone'));
});
