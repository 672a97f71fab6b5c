/**
 * The built-in course: every folder of `lessons/`. Texts are loaded when opened, not before. A lesson is called
 * by its folder without the number, so that links survive a reordering: `04-bast` is `bast`.
 */
const TEXTS = import.meta.glob<string>('../../lessons/*/lesson.md', { query: '?raw', import: 'default' });
const PICTURES = import.meta.glob<string>('../../lessons/*/*.{svg,png,jpg,webp,avif}', {
  query: '?url',
  import: 'default',
  eager: true,
});

const FOLDERS: readonly string[] = Object.keys(TEXTS)
  .map((path) => path.split('/').at(-2) ?? '')
  .sort();

/** The lessons' names, in the order of the course. */
export const SLUGS: readonly string[] = FOLDERS.map((folder) => folder.replace(/^\d+-/, ''));

function folderOf(slug: string): string {
  return FOLDERS[SLUGS.indexOf(slug)] ?? slug;
}

/** The text of a built-in lesson, `null` if there is none of this name. */
export async function loadLesson(slug: string): Promise<string | null> {
  const load = TEXTS[`../../lessons/${folderOf(slug)}/lesson.md`];
  return load ? load() : null;
}

/** Address of a picture of a built-in lesson. */
export function pictureOf(slug: string, file: string): string | null {
  return PICTURES[`../../lessons/${folderOf(slug)}/${file}`] ?? null;
}
