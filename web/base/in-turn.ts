/**
 * One import after another. WebKit runs a module too early when something it imports still waits at its top level for an import
 * that began before (https://webkit.org/b/242740, mended in Safari 27). Texts are waited for so: without this, the page stayed
 * empty in Safari whenever its code arrived before its texts. web/tools/text/languages.mjs puts it around every `import()` of the
 * built page.
 */
let last: Promise<unknown> = Promise.resolve();

export function inTurn<T>(load: () => Promise<T>): Promise<T> {
  const mine = last.then(load);
  last = mine.catch(() => undefined);
  return mine;
}
