/**
 * The lesson of the package that the page runs from (`?scorm=bast`, the address that a SCORM package's launch page leads to);
 * `null` on a page of its own. A package holds what its lesson needs, not all that the page was built of.
 */
export function packedLesson(): string | null {
  return new URLSearchParams(globalThis.location?.search).get('scorm');
}
