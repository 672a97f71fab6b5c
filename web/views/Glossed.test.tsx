import { cleanup, render, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
// Read beforehand: nothing is waited for but that the sentence is drawn again.
import '../model/glossary';
import { Glossed } from './Glossed';

afterEach(cleanup);

test('punctuation right behind a term stays with it, and nothing is read out twice', async () => {
  const text = 'A merge frees the log block, then the data block of it.';
  const { container } = render(<Glossed texts={[text]} wrap={[(shown) => <p key="text">{shown}</p>]} />);
  const joined = () => [...container.querySelectorAll('.joined')].map((element) => element.textContent);
  await waitFor(() => expect(joined()).toContain('log block,'));
  expect(joined()).toContain('data block');
  expect(container.querySelector('p')?.textContent).toBe(text);
});
