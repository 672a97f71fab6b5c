import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Verdict } from './judge';
import { PolicyForm } from './PolicyForm';

afterEach(cleanup);

test('a run that fails for another reason than the code says so', async () => {
  const code = { text: 'export const victim = () => OWN;', line: 1, column: 1 };
  render(
    <PolicyForm
      policy={{
        ...{ ask: [], start: code.text, hidden: [], state: null, points: [], grade: [], solution: code },
        ...{ wrong: [], line: 1, column: 1 },
      }}
      asked={{ variant: 0, given: null, verdict: null, known: false, tries: 0 }}
      before={{ roots: {}, at: () => null, steps: [] }}
      lecturing
      {...{ rules: null, slug: null, nudged: 0 }}
      run={(): Promise<Verdict> => Promise.reject(new Error('the network is gone'))}
      {...{ other: null, answered: vi.fn(), show: vi.fn() }}
    />,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Run/ }));
  expect((await screen.findByRole('alert')).textContent).toContain('the network is gone');
});
