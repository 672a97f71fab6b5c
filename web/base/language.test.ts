import { afterEach, expect, test, vi } from 'vitest';
import { currentLanguage, firstLanguage, languageOf, onLanguage, setLanguage, texts } from './language';

afterEach(() => setLanguage('en', false));

test('a language is known by its first subtag, in any case', () => {
  expect(['ko', 'ko-KR', 'KO-kr', 'en-GB', 'kok', 'de', '', null].map(languageOf)).toEqual([
    'ko',
    'ko',
    'ko',
    'en',
    null,
    null,
    null,
    null,
  ]);
});

test('a visit starts in the language of the link, otherwise the chosen one, otherwise the browser’s first available one', () => {
  expect(firstLanguage('ko', 'en', ['en-US'])).toBe('ko');
  expect(firstLanguage('tlh', 'ko', ['en-US'])).toBe('ko');
  expect(firstLanguage(null, 'en', ['ko-KR'])).toBe('en');
  expect(firstLanguage(null, null, ['fr', 'ko-KR', 'en'])).toBe('ko');
  expect(firstLanguage(null, null, ['fr'])).toBe('en');
});

test('a change loads the texts of every group that is in use, and only of the language asked for', async () => {
  const load = {
    en: vi.fn(async () => ({ default: [() => 'Page'] })),
    ko: vi.fn(async () => ({ default: [() => '페이지'] })),
  };
  let said = '';
  await texts(load, ([page]) => {
    said = page?.({}) ?? '';
  });
  expect(said).toBe('Page');
  expect(load.ko).not.toHaveBeenCalled();
  const heard = vi.fn();
  const stop = onLanguage(heard);
  await setLanguage('ko', false);
  expect([said, currentLanguage(), heard.mock.calls.length]).toEqual(['페이지', 'ko', 1]);
  stop();
});

test('texts that do not load change nothing', async () => {
  let offline = true;
  const load = {
    en: async () => ({ default: [() => 'Page'] }),
    ko: async () => {
      if (offline) throw new Error('offline');
      return { default: [() => '페이지'] };
    },
  };
  await texts(load, () => undefined);
  await expect(setLanguage('ko', false)).rejects.toThrow('offline');
  expect(currentLanguage()).toBe('en');
  // The group stays, for whatever runs after this.
  offline = false;
});
