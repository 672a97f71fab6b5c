import { expect, test } from 'vitest';
import { found, matches } from './search';

test('every word counts, wherever it is; numbers count whole', () => {
  expect(matches('Run to the next erase', 'eras next')).toBe(true);
  expect(matches('Run to the next erase', 'eras last')).toBe(false);
  expect(matches('Go to LPN 12', 'lpn12')).toBe(true);
  expect(matches('Go to LPN 12', '12')).toBe(true);
  expect(matches('Go to LPN 12', 'lpn 1')).toBe(false);
  expect(matches('Go to block 7', 'b7')).toBe(true);
});

test('names that start with the typed text come first; groups without a match are gone', () => {
  const commands = ['To the end', 'Run to the end', 'Next theme'].map((name) => ({
    id: name,
    name,
    act() {},
  }));
  const groups = [
    { name: 'Actions', commands },
    { name: 'Files', commands: commands.slice(2) },
  ];
  const names = found(groups, 'run').map((group) => group.commands.map(({ name }) => name));
  expect(names).toEqual([['Run to the end']]);
  expect(found(groups, 'the').flatMap((group) => group.commands.map(({ name }) => name))).toEqual([
    'To the end',
    'Run to the end',
    'Next theme',
    'Next theme',
  ]);
  expect(found(groups, 'to the').map((group) => group.commands[0]?.name)).toEqual(['To the end']);
});
