import { expect, test } from 'vitest';
import { firstTheme } from './tokens';

test('a visit starts in the theme of the link, otherwise the chosen one, otherwise the system’s', () => {
  const dark = JSON.stringify({ theme: 'dark', speed: 2 });
  expect(firstTheme('#/lesson/bast?step=update&theme=projector', dark)).toBe('projector');
  expect(firstTheme('#/lesson/bast?theme=none', dark)).toBe('dark');
  expect(firstTheme('', dark)).toBe('dark');
  for (const kept of [null, 'not JSON', '{"theme":null}', '{"theme":"none"}'])
    expect(firstTheme('', kept)).toBe('light');
});
