import { readdirSync, readFileSync } from 'node:fs';
import { cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test } from 'vitest';
import { lazyPart } from './lazy-part';

afterEach(cleanup);

test('a part that does not load says so in its place, and what is around it stays', async () => {
  const Part = lazyPart(() => Promise.reject<{ default: () => null }>(new Error('no network')));
  render(
    <>
      <p>around it</p>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  );
  const said = (await screen.findByRole('alert')).textContent;
  expect(said).toContain('This part of the page did not load (no network)');
  expect(said).toContain('Reload the page');
  expect(screen.getByText('around it')).toBeTruthy();
});

test('no part is loaded late without this, but pages, whose boundary says so', () => {
  const bare = readdirSync('web', { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx$/.test(name) && !name.includes('.test.'))
    .filter((name) => /\blazy\(/.test(readFileSync(`web/${name}`, 'utf8')));
  expect(bare.sort()).toEqual(['app/App.tsx', 'app/pages/HomePage.tsx', 'kit/lazy-part.tsx']);
});
