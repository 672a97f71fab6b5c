/**
 * Gives index.html its theme and language before it is painted. The page itself takes a slow machine a while to read:
 * index.html is painted before it runs. Its files are on their way meanwhile (vite.config.ts names them in
 * index.html; the texts are those of the language).
 */
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/coming.css';
// Sets `<html lang>`.
import './base/language';
import { applyTheme, firstTheme } from './base/tokens';

applyTheme(firstTheme());
// On a page without the stage nothing is where its parts do.
if (!/^#\/((lab|s|challenge|round|scenario|edit)\b|lesson\/.)/.test(location.hash) && !location.search)
  document.querySelector('.coming')?.setAttribute('data-page', '');
// A failed load is reported by the code that needs the file.
import('./i18n/first').catch(() => undefined);

const painted = new Promise<void>((done) => {
  // Where nothing may be painted (a hidden tab, a frame out of sight, which is not told of), nothing is waited for.
  setTimeout(done, document.visibilityState === 'hidden' || window !== parent ? 0 : 2000);
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    done();
  }).observe({ type: 'paint', buffered: true });
});
painted
  .then(() => import('./main'))
  .catch(() => {
    for (const text of document.querySelectorAll('.coming p')) text.toggleAttribute('hidden');
  });
