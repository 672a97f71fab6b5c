/** The page: which panels are open, keys, dropped files. What stands where is in Shell.tsx and app.css. */
import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { Router, useRoute } from 'wouter';
import { navigate } from 'wouter/use-hash-location';
import { Boundary } from '../base/Boundary';
import { m } from '../i18n/compiled/messages.js';
import { exampleText, FIRST_EXAMPLE } from '../model/examples';
import { encodeShare } from '../model/share';
import type { KeyAction } from '../state/keys';
import { nextTheme, preferences, themeOf } from '../state/preferences';
import { sharedOf } from '../state/shared';
import { useLab, useLabStore } from '../state/use-lab';
import { Notices } from '../views/notices';
import { Header } from './Header';
import { PageMessages } from './PageMessages';
import { say } from './page-messages';
import { Shell } from './Shell';
import { startEngine } from './start-engine';
import { TraceWanted } from './TraceWanted';
import { Update } from './Update';
import { useDrop } from './use-drop';
import { useFileActions } from './use-file-actions';
import { useKeys } from './use-keys';
import { useHashPath, useLessonLink } from './use-lesson-link';
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
const Validation = lazy(() => import('../views/validation').then((view) => ({ default: view.Validation })));
const HelpDialog = lazy(() => import('../views/notices/help').then((view) => ({ default: view.HelpDialog })));

/** As part of another page (`?embed`, see EMBEDDING.md): without the head and its controls. */
const HOME = `${location.origin}${location.pathname}`;
const EMBEDDED = new URLSearchParams(location.search).has('embed');

export type Panel = 'scenario' | 'trace' | 'compare' | 'help';

export function App() {
  return (
    <Router hook={useHashPath}>
      <Page />
    </Router>
  );
}

function Page() {
  const lab = useLabStore();
  const lesson = useLessonLink();
  const [onScenario] = useRoute('/scenario');
  const [onValidation] = useRoute('/validation');
  const [onLink] = useRoute('/s/*?');
  const link = useLink();
  const [panel, setPanel] = useState<Panel | null>(onScenario ? 'scenario' : null);
  const [file, setFile] = useState<File | null>(null);

  // A lesson and a link open their own scenario; any other page is alive from the first moment.
  const slug = lesson?.slug;
  useEffect(() => {
    if (!slug && !onLink && !lab.getState().slots[0]) void lab.getState().open(0, exampleText(FIRST_EXAMPLE));
  }, [lab, slug, onLink]);
  useEffect(() => {
    if (onScenario) setPanel('scenario');
  }, [onScenario]);

  const close = useCallback(() => {
    setPanel(null);
    setFile(null);
    if (onScenario) navigate('/');
  }, [onScenario]);
  useKeys(
    useCallback((action: KeyAction) => {
      if (action === 'help') setPanel('help');
      if (action === 'theme') {
        const chosen = preferences.getState();
        chosen.set({ theme: nextTheme(themeOf(chosen)) });
      }
      // Run to… and the breakpoints are the transport's own, opened as a click would. A click that counts no clicks is taken
      // for a screen reader's, which the focus does not follow into the menu at once.
      const click = new MouseEvent('click', { bubbles: true, detail: 1 });
      if (action === 'run_to' || action === 'breakpoints')
        document.querySelector(`[data-key=${action}]`)?.dispatchEvent(click);
    }, []),
    onValidation,
  );
  const { wanted, offer } = link;
  const files = useFileActions(
    link,
    useCallback((other: File) => {
      setFile(other);
      setPanel('trace');
    }, []),
  );
  const dropping = useDrop(files.take);
  const open = useLab((state) => state.slots[0] !== null);
  const forget = () => {
    link.forget();
    if (!open) navigate('/');
  };
  const waits = wanted?.trace ? <TraceWanted trace={wanted.trace} {...{ offer, forget }} /> : null;

  return (
    <div className={['lab', dropping && 'dropping', EMBEDDED && 'embedded'].filter(Boolean).join(' ')}>
      {EMBEDDED ? (
        <EmbeddedHead />
      ) : (
        <Header
          lesson={lesson !== null}
          show={setPanel}
          files={files}
          validation={onValidation}
          toggleLesson={() => navigate(lesson ? '/' : '/lesson')}
          toggleValidation={() => navigate(onValidation ? '/' : '/validation')}
        />
      )}
      {onValidation ? (
        <Boundary
          resetKey={onValidation}
          fallback={(error) => <Unloaded reason={error.message} close={() => navigate('/')} />}
        >
          <Suspense fallback={null}>
            <Validation engine={startEngine} />
          </Suspense>
        </Boundary>
      ) : (
        <Shell lesson={lesson} fault={link.fault} wanted={open ? null : waits} />
      )}
      <div className="over">
        {open && waits}
        <Update inLesson={lesson !== null} />
        <PageMessages />
        <Notices />
      </div>
      {/* A dialog that does not load, because the files of the page were replaced, takes nothing else with it. */}
      <Boundary resetKey={panel} fallback={(error) => <Unloaded reason={error.message} close={close} />}>
        <Suspense fallback={null}>
          {panel === 'scenario' && <ScenarioDialog close={close} />}
          {panel === 'trace' && <TraceDialog close={close} file={file} />}
          {panel === 'compare' && <CompareDialog close={close} />}
          {panel === 'help' && <HelpDialog close={close} />}
        </Suspense>
      </Boundary>
    </div>
  );
}

/** In a frame: the page's name for screen readers, and the way to the whole lab with what is on stage. */
function EmbeddedHead() {
  const lab = useLabStore();
  const [link, setLink] = useState(HOME);
  const point = () => {
    const shared = sharedOf(lab.getState());
    if (shared) setLink(`${HOME}#/s/${encodeShare(shared)}`);
  };
  return (
    <>
      <h1 className="visually-hidden">{m.app_name()}</h1>
      <a
        className="whole-lab"
        href={link}
        target="_blank"
        rel="noopener"
        onPointerEnter={point}
        onFocus={point}
        onPointerDown={point}
      >
        {m.app_whole()}
      </a>
    </>
  );
}

function Unloaded({ reason, close }: { reason: string; close: () => void }) {
  useEffect(() => {
    const action = { name: m.app_reload(), act: () => location.reload() };
    say(m.app_not_loaded({ reason }), { trouble: true, action });
    close();
  }, [reason, close]);
  return null;
}
