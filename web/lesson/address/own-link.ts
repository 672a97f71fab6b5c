/**
 * A lesson of one's own in an address: in the place of a lesson's name, `own.` and its text (`#/lesson/own.…`,
 * `#/handout/own.…`). There is no server to keep it.
 */
import { MAX_LINK, pack, unpack } from './packed';

const OWN = 'own.';

export interface OwnLesson {
  /** Of its file. */
  name: string;
  text: string;
}

/** Whether the name carries the text of a lesson. */
export function isOwn(slug: string): boolean {
  return slug.startsWith(OWN);
}

/** The name; `null` if it is too long for an address. */
export function ownSlug({ name, text }: OwnLesson): string | null {
  const slug = OWN + pack(`${name}\n${text}`);
  return slug.length <= MAX_LINK ? slug : null;
}

/** The lesson of such a name; `null` if it was cut or altered. */
export function ownLesson(slug: string): OwnLesson | null {
  const packed = isOwn(slug) ? unpack(slug.slice(OWN.length)) : null;
  if (packed === null) return null;
  const [name = '', ...lines] = packed.split('\n');
  return { name, text: lines.join('\n') };
}
