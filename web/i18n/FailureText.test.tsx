import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { setLanguage } from '../base/language';
import { FailureText } from './FailureText';

afterEach(async () => {
  cleanup();
  await act(() => setLanguage('en', false));
});

test('an error follows the language; one without a translation is marked as English', async () => {
  render(
    <>
      <FailureText text="`ops` is missing" />
      <FailureText text="out of cheese" />
    </>,
  );
  expect(screen.getByText('`ops` is missing').lang).toBe('en');
  await act(() => setLanguage('ko', false));
  expect((await screen.findByText('`ops` 항목이 없습니다')).lang).toBe('');
  expect(screen.getByText('out of cheese').lang).toBe('en');
  await act(() => setLanguage('en', false));
  expect(screen.getByText('`ops` is missing').lang).toBe('en');
});
