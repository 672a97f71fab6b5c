/** The page: which panels are open, keys, dropped files. What stands where is in Shell.tsx and app.css. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Router, useRoute } from 'wouter';
import { navigate, useHashLocation } from 'wouter/use-hash-location';
import { m } from '../i18n/compiled/messages.js';
import { exampleText, FIRST_EXAMPLE } from '../model/examples';
import type { KeyAction } from '../state/keys';
import { nextTheme, preferences, themeOf } from '../state/preferences';
import { useLabStore } from '../state/use-lab';
import { Notices } from '../views/notices';
import { Header } from './Header';
import { Shell } from './Shell';
import { useDrop } from './use-drop';
import { useKeys } from './use-keys';
import { useLink } from './use-link';
import './app.css';

// Dialogs come with a large library of widgets: they are loaded when first opened.
const ScenarioDialog = lazy(() =>
  import('../views/scenario').then((view) => ({ default: view.ScenarioDialog })),
);
const TraceDialog = lazy(() => import('../views/trace').then((view) => ({ default: view.TraceDialog })));
const CompareDialog = lazy(() =>
  import('../views/compare/dialog').then((view) => ({ default: view.CompareDialog })),
);
const HelpDialog = lazy(() => import('../views/notices/help').then((view) => ({ default: view.HelpDialog })));

export type Panel = 'scenario' | 'trace' | 'compare' | 'help';

export function App() {
  return (
    <Router hook={useHashLocation}>
      <Page />
    </Router>
  );
}

function Page() {
  const lab = useLabStore();
  const [onLesson, lesson] = useRoute('/lesson/:slug?');
  const [onScenario] = useRoute('/scenario');
  const [onLink] = useRoute('/s/:payload');
  const link = useLink();
  const [panel, setPanel] = useState<Panel | null>(onScenario ? 'scenario' : null);
  const [file, setFile] = useState<File | null>(null);

  // A lesson and a link open their own scenario; any other page is alive from the first moment.
  const slug = onLesson ? (lesson.slug ?? '') : null;
  useEffect(() => {
    if (!slug && !onLink && !lab.getState().slots[0]) void lab.getState().open(0, exampleText(FIRST_EXAMPLE));
  }, [lab, slug, onLink]);
  useEffect(() => {
    if (onScenario) setPanel('scenario');
  }, [onScenario]);

  const close = () => {
    setPanel(null);
    setFile(null);
    if (onScenario) navigate('/');
  };
  useKeys(
    useCallback((action: KeyAction) => {
      if (action === 'help') setPanel('help');
      if (action === 'theme') {
        const chosen = preferences.getState();
        chosen.set({ theme: nextTheme(themeOf(chosen)) });
      }
      // Run to… is a menu of the transport's own, opened as a click would. A click that counts no clicks is taken
      // for a screen reader's, which the focus does not follow into the menu at once.
      const click = new MouseEvent('click', { bubbles: true, detail: 1 });
      if (action === 'run_to') document.querySelector('[data-key=run_to]')?.dispatchEvent(click);
    }, []),
  );
  const dropping = useDrop(
    useCallback((dropped: File) => {
      setFile(dropped);
      setPanel('trace');
    }, []),
  );

  return (
    <div className={dropping ? 'lab dropping' : 'lab'}>
      <Header
        lesson={onLesson}
        show={setPanel}
        share={() => void link.share()}
        toggleLesson={() => navigate(onLesson ? '/' : '/lesson')}
      />
      {link.message && (
        <p className="link-message" role="status">
          {link.message}{' '}
          <button type="button" onClick={link.dismiss}>
            {m.app_notice_dismiss()}
          </button>
        </p>
      )}
      <Shell lesson={slug} />
      <Notices />
      <Suspense fallback={null}>
        {panel === 'scenario' && <ScenarioDialog close={close} />}
        {panel === 'trace' && <TraceDialog close={close} file={file} />}
        {panel === 'compare' && <CompareDialog close={close} />}
        {panel === 'help' && <HelpDialog close={close} />}
      </Suspense>
    </div>
  );
}
