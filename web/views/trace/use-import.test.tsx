import { act, cleanup, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_OPTIONS } from '../../protocol/traces/trace-options';
import { createLab } from '../../state/lab/create-lab';
import { FakeEngine } from '../../state/lab/fake-engine';
import type { LabStore } from '../../state/lab/lab';
import { LabProvider } from '../../state/use-lab';
import { useImport } from './use-import';

const OTHERS = { ...DEFAULT_OPTIONS, sector_bytes: 256 };
let lab: LabStore;

beforeEach(() => {
  lab = createLab(async () => new FakeEngine());
});
afterEach(cleanup);

function shown() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LabProvider value={lab}>{children}</LabProvider>
  );
  return renderHook(() => useImport(4096), { wrapper });
}

/** Reads a source to the end. */
async function read({ result }: ReturnType<typeof shown>, file: string, options = DEFAULT_OPTIONS) {
  await act(async () => {
    result.current.read({ file, name: file }, options);
    await new Promise((done) => setTimeout(done, 5));
  });
}

test('options are those by which the lab has read the trace last, also where a scenario did it', async () => {
  const page = shown();
  await read(page, 'good');
  expect(page.result.current).toMatchObject({ source: { name: 'good' }, options: DEFAULT_OPTIONS });
  await act(async () => void (await lab.getState().importTrace('good', 'good', OTHERS, 4096)));
  expect(page.result.current.options).toEqual(OTHERS);
  page.unmount();
  expect(shown().result.current).toMatchObject({ source: { name: 'good' }, options: OTHERS });
});

test('a refused file keeps its options until the page is left; then the trace that is there has its own', async () => {
  const page = shown();
  await read(page, 'good', OTHERS);
  await read(page, 'bad');
  expect(page.result.current).toMatchObject({
    source: { name: 'bad' },
    options: DEFAULT_OPTIONS,
    trace: null,
    failure: { field: 'line' },
  });
  page.unmount();
  expect(shown().result.current).toMatchObject({
    source: { name: 'good' },
    options: OTHERS,
    trace: { name: 'good' },
    failure: null,
  });
});
