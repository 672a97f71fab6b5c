import { expect, test } from 'vitest';
import { isOwn, ownLesson, ownSlug } from './own-link';

const OURS = { name: 'ours.md', text: '---\ntitle: Löschen\n---\n\n## 소거\n' };

test('a lesson of one’s own comes back from its link', () => {
  const slug = ownSlug(OURS) ?? '';
  expect(slug).toMatch(/^own\.[0-9a-f]{8}\.[\w-]+$/);
  expect(isOwn(slug)).toBe(true);
  expect(ownLesson(slug)).toEqual(OURS);
});

test('a link that was cut or altered opens nothing', () => {
  const slug = ownSlug(OURS) ?? '';
  for (const bad of [slug.slice(0, -3), slug.replace('own.', 'own.0'), 'own.', 'own', 'bast', ''])
    expect(ownLesson(bad)).toBeNull();
  expect(isOwn('owner')).toBe(false);
});

test('a lesson that is too long has no link', () => {
  const random = Array.from({ length: 50_000 }, (_, i) => String.fromCharCode(33 + ((i * i * 7919) % 89)));
  expect(
    ownSlug({
      name: 'long.md',
      text:
        random.join('') + Array.from({ length: 30_000 }, (_, i) => Math.imul(i, 2654435761) >>> 0).join(''),
    }),
  ).toBeNull();
});
