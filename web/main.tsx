import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { startEngine } from './app/engines/start-engine';
import { sayNotKept } from './app/not-kept';
import { stayOffline } from './app/offline';
import { say } from './app/page-messages';
import { unloaded } from './app/unloaded';
import { onNotKept } from './base/keep';
import { onLanguage } from './base/language';
import { packedLesson } from './base/packed';
import { applyTheme } from './base/tokens';
import { m } from './i18n/compiled/messages.js';
import { createLab } from './state/lab/create-lab';
import { preferences, themeOf } from './state/preferences';
import { LabProvider } from './state/use-lab';

const showTheme = () => applyTheme(themeOf(preferences.getState()));
showTheme();
preferences.subscribe(showTheme);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);

onNotKept(sayNotKept);

// Whatever is loaded later, by whatever part of the page: its failure is said, with what to do.
addEventListener('vite:preloadError', ({ payload }) => {
  const action = { name: m.app_reload(), act: () => location.reload() };
  say(m.app_not_loaded({ reason: payload.message }), { trouble: true, action });
});

const lab = createLab(startEngine);

// In another page's frame that page may speak to the lab.
if (window.parent !== window)
  import('./app/address/embed').then(({ serveHost }) => serveHost(lab)).catch(unloaded);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
const reactRoot = createRoot(root);
const render = () =>
  reactRoot.render(
    <StrictMode>
      <LabProvider value={lab}>
        <App />
      </LabProvider>
    </StrictMode>,
  );
// Bit by bit: a slow machine answers meanwhile.
startTransition(render);
// Everything is said again; what has been opened stays open, and the simulation is where it is.
onLanguage(render);

// A learning platform keeps the page itself.
if (import.meta.env.PROD && packedLesson() === null) void stayOffline();
