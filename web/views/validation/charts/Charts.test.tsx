import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../../../base/language';
import { m } from '../../../i18n/compiled/messages.js';
import { Charts } from './Charts';

afterEach(async () => {
  cleanup();
  await act(() => setLanguage('en', false));
});

const nothing = () => {
  throw new Error('nothing is run');
};

test('figures are in the language of the page, also after it was changed', async () => {
  render(<Charts engine={nothing} startRun={nothing} models={null} />);
  const english = m.sources_dftl_16();
  expect(screen.getByText(english)).toBeTruthy();
  await act(() => setLanguage('ko', false));
  expect(m.sources_dftl_16()).not.toBe(english);
  expect(screen.getByText(m.sources_dftl_16())).toBeTruthy();
});
