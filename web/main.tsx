import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { stayOffline } from './app/offline';
import { startEngine } from './app/start-engine';
import { applyTheme } from './base/tokens';
import { createLab } from './state/create-lab';
import { preferences, themeOf } from './state/preferences';
import { LabProvider } from './state/use-lab';
import './styles/tokens.css';
import './styles/base.css';

const showTheme = () => applyTheme(themeOf(preferences.getState()));
showTheme();
preferences.subscribe(showTheme);
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);

const lab = createLab(startEngine);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element #root');
createRoot(root).render(
  <StrictMode>
    <LabProvider value={lab}>
      <App />
    </LabProvider>
  </StrictMode>,
);

// Behind everything that the first picture needs.
if (import.meta.env.PROD) addEventListener('load', () => void stayOffline(), { once: true });
