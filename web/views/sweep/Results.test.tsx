/** Links of rows: a trace goes along by its name, and a row whose trace is not here has none. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { decodeShare } from '../../model/saved/share';
import { Results, type ResultsProps } from './Results';

const NAMED = { name: 'own.trace', bytes: 1234, hash: '0123456789abcdef' };
const row = (path: string) => ({
  set: [['workload.path', path] as const],
  runs: [{ run: 0, seed: '1', failure: null }],
  missing: 0,
  scenario: JSON.stringify({ format: 1, workload: { kind: 'trace', path, mapping: 'wrap' } }),
  means: [],
});

function links(path: string, traces: ResultsProps['traces']) {
  const look = { figures: [], each: false, by: null, from: 0 };
  const table = { rows: 1, shown: [row(path)], figures: [] };
  render(<Results {...{ table, look, traces }} caption="runs" setLook={() => {}} />);
  return screen.queryAllByRole('link').map((link) => link.getAttribute('href')?.slice('#/s/'.length) ?? '');
}

afterEach(cleanup);

test('a trace goes along by name and hash', () => {
  const [link = ''] = links('own.trace', new Map([['own.trace', NAMED]]));
  expect(decodeShare(link)).toMatchObject({ trace: NAMED });
});

test('one that ships with the page need not be named', () => {
  const [link = ''] = links('ships.mqsim', new Map([['ships.mqsim', null]]));
  const shared = decodeShare(link);
  expect(shared).toMatchObject({ scenario: { workload: { path: 'ships.mqsim' } } });
  expect(shared).not.toHaveProperty('trace.name');
});

test('a row whose trace is not here has no link', () => {
  expect(links('own.trace', new Map())).toEqual([]);
});
