/** Where the first page continues. */
import { expect, test } from 'vitest';
import type { Progress } from '../../lesson/play/play';
import type { ProgressStore } from '../../lesson/play/progress';
import { resumeOf } from './resume';

function store(kept: Record<string, Progress>, last: string | null): ProgressStore {
  return {
    load: (lesson) => kept[lesson] ?? null,
    save: () => undefined,
    clear: () => undefined,
    all: () => new Map(Object.entries(kept)),
    last: () => last,
  };
}
const at = (step: string): Progress => ({ version: 1, step, asked: {} });

test('the lesson opened last, and the step reached in it', async () => {
  const begun = { bast: at('full_merge'), mapping: at('trade'), gone: at('anywhere') };
  expect(await resumeOf(store(begun, 'bast'))).toEqual({
    slug: 'bast',
    number: 4,
    title: 'Log blocks: BAST and the three merges',
    step: 7,
    steps: 21,
  });
  // A lesson from disk was last: the course goes on with its own.
  expect(await resumeOf(store(begun, 'gone'))).toMatchObject({ slug: 'mapping', number: 2 });
});

test('a lesson that was only looked at is nothing to continue with', async () => {
  expect(await resumeOf(store({ bast: at('kinds') }, 'bast'))).toBeNull();
  expect(await resumeOf(store({}, null))).toBeNull();
});
