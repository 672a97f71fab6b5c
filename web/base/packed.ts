/**
 * The lesson of the package that the page runs from (`?scorm=bast`, the address that a SCORM package's launch page leads to);
 * `null` on a page of its own. A package holds what its lesson needs, not all that the page was built of.
 */
export function packedLesson(): string | null {
  return new URLSearchParams(globalThis.location?.search).get('scorm');
}

/** In the place of a lesson's name: the package is of a class, or of a lesson of one's own. */
export const CLASS_PACKAGE = 'class';
/** Then the class file is beside the page. */
export const CLASS_FILE = 'package.ftlclass';
