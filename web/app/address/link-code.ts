/**
 * The code that packs links and reads them (model/saved/share.ts). The library it packs with makes its tables as soon as it runs,
 * which a phone needs long for, so it comes after the first picture; Update.tsx asks for it then. From then on the promise
 * is kept, and what a click began is still the click's (the clipboard wants one).
 */
export type LinkCode = typeof import('../../model/saved/share');

export const linkCode = (): Promise<LinkCode> => import('../../model/saved/share');
