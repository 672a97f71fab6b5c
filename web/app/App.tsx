/** The page: which panels are open, keys, dropped files. The places of the parts are in Shell.tsx and app.css. */
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react';
import { Router, useRoute } from 'wouter';
import { navigate } from 'wouter/use-hash-location';
import { useStore } from 'zustand';
import { m } from '../i18n/compiled/messages.js';
import { Boundary } from '../kit/Boundary';
import { lazyPart } from '../kit/lazy-part';
import { loadNeeds } from '../protocol/runs/needs';
import { challengeTask } from '../state/challenge-task';
import { inspector } from '../state/inspector';
import { type KeyAction, LAB_ACTIONS } from '../state/keys/keys';
import { sharedOf } from '../state/lab/shared';
import { lectureInAddress, lectureMode } from '../state/lecture';
import { nextTheme, preferences, themeOf } from '../state/preferences';
import { useLab, useLabStore } from '../state/use-lab';
import { Notices } from '../views/notices';
import { linkCode } from './address/link-code';
import { useAddress, useFirstScenario } from './address/use-address';
import { useHashPath, useLessonLink } from './address/use-lesson-link';
import { useLink } from './address/use-link';
import { Bar, type Destination } from './Bar';
import { challengesOf } from './engines/challenges-of';
import { runPolicy } from './engines/run-policy';
import { startEngine } from './engines/start-engine';
import { useDrop } from './files/use-drop';
import { useFileActions } from './files/use-file-actions';
import { Loading } from './Loading';
import { PageMessages } from './PageMessages';
import { say } from './page-messages';
import { NotFound } from './pages/NotFound';
import { TraceWanted } from './pages/TraceWanted';
import { DIALOGS, type Panel } from './panels';
import { Shell } from './Shell';
import { Update } from './Update';
import { unloaded } from './unloaded';
import { useKeys } from './use-keys';
import './app.css';

const HomePage = lazy(() => import('./pages/HomePage'));
const Glossary = lazy(() => import('../views/glossary').then((view) => ({ default: view.Glossary })));
// Code that makes scenarios of one size asks the engine how large they must be.
const SweepPage = lazy(async () => (await Promise.all([import('./pages/SweepPage'), loadNeeds()]))[0]);
const HandoutPage = lazy(() => import('./pages/HandoutPage'));
const TeachPage = lazy(() => import('./pages/TeachPage'));
const PolicyPage = lazy(() => import('./pages/PolicyPage'));
const Challenge = lazyPart(() => import('./pages/ChallengePanel'));
const Editor = lazy(() => import('../classroom/edit/Editor'));
const Traces = lazy(async () => {
  const [page] = await Promise.all([import('./pages/TracesPage'), loadNeeds()]);
  return { default: page.TracesPage };
});
const BatchCompare = lazy(
  async () => (await Promise.all([import('./pages/BatchComparePage'), loadNeeds()]))[0],
);
const Validation = lazy(() => import('./pages/ValidationPage'));

// A lecture is for the few who hold one.
const Projector = lazyPart(() => import('../classroom/lecture/projector/Projector'));
const Presenter = lazyPart(() => import('./pages/PresenterWindow'));
const PRESENTER = lectureInAddress('presenter');

/** As part of another page (`?embed`, see EMBEDDING.md; `?scorm` in a learning platform): without the head and its controls. */
const HOME = `${location.origin}${location.pathname}`;
const EMBEDDED = /[?&](embed|scorm)\b/.test(location.search);
/** A page in a notebook (web/tools/jobs/one-file.mjs) is a file in memory, to which no link leads. */
const HAS_ADDRESS = location.protocol !== 'blob:';

/** The lab's own part, beside the work of the store alone. */
const OF_LAB = new Set<KeyAction>(['scenario', 'compare', 'round', 'share']);
/** The things that leave the lab. */
const AWAY = new Set<KeyAction>(['lessons', 'validation', 'sweep', 'trace']);

export function App() {
  if (PRESENTER !== null)
    return (
      <Suspense fallback={null}>
        <Presenter id={PRESENTER} />
      </Suspense>
    );
  return (
    <Router hook={useHashPath}>
      <Page />
    </Router>
  );
}

function Page() {
  const lab = useLabStore();
  const lesson = useLessonLink();
  const inLesson = lesson !== null;
  const { on: lecturing, exploring } = useStore(lectureMode);
  const [location] = useHashPath();
  const onHome = location === '/' && !EMBEDDED;
  const [onLab] = useRoute('/lab/:example?');
  const [onTraces] = useRoute('/traces');
  const [onScenario] = useRoute('/scenario');
  const [onValidation] = useRoute('/validation');
  const [onGlossary] = useRoute('/glossary');
  const [onSweep] = useRoute('/sweep');
  // `/compare` and `/round` are in older links.
  const [, named] = useRoute('/batch/:preset?/:payload?');
  const [, formerly] = useRoute('/compare/:preset?/:payload?');
  const batch = named ?? formerly;
  const [editing, edited] = useRoute('/edit/:name?');
  const [onHandout, handout] = useRoute('/handout/:slug');
  const [onTeach, teach] = useRoute('/teach/:part?');
  const [onPolicy, policy] = useRoute('/policy/:task?/:payload?');
  const [map, setMap] = useState(false);
  const [onLink] = useRoute('/s/*?');
  const [, challenge] = useRoute('/challenge/*?');
  const [, earlier] = useRoute('/round/*?');
  const linked = challenge ?? earlier;
  const onChallenge = linked !== null;
  const known =
    onLab ||
    onLink ||
    onChallenge ||
    onScenario ||
    onPolicy ||
    inLesson ||
    editing ||
    (EMBEDDED && location === '/');
  const other = onValidation || onGlossary || onHandout || onTeach || onTraces || batch !== null || onSweep;
  const instead = onHome || other || !known;
  /** Something is in place of the lab. */
  const away = instead || map;
  const [playing, setPlaying] = useState(false);
  const asked = useStore(challengeTask, ({ task }) => task !== null);
  const round = playing || onChallenge || asked;
  const leave = useCallback(() => {
    setPlaying(false);
    challengeTask.setState({ task: null });
    if (onChallenge) navigate('/lab');
  }, [onChallenge]);
  const link = useLink();
  useAddress(link, away || inLesson || editing || onChallenge || onPolicy || EMBEDDED);
  const [panel, setPanel] = useState<Panel | null>(onScenario ? 'scenario' : null);
  const [file, setFile] = useState<File | null>(null);

  // A lesson and a link open their own scenario; any other page is alive from the first moment.
  useFirstScenario(!instead && !lesson?.slug && !onLink && !onPolicy);
  // A dialog of the lab is about the scenario that the address had.
  const path = location.split('?')[0];
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    setPanel((open) => (open && OF_LAB.has(open) ? null : open));
  }, [path]);
  useEffect(() => {
    if (onScenario) setPanel('scenario');
  }, [onScenario]);

  const close = useCallback(() => {
    setPanel(null);
    if (onScenario) navigate('/lab');
  }, [onScenario]);
  const { wanted, offer } = link;
  const files = useFileActions(
    link,
    useCallback((other: File) => {
      setFile(other);
      navigate('/traces');
    }, []),
  );
  const dropping = useDrop(files.take);
  const act = useCallback(
    (action: KeyAction) => {
      // Only the lecture's own way leads back to the lesson.
      if (lecturing && AWAY.has(action)) return false;
      const ofLab = LAB_ACTIONS[action];
      if (ofLab || OF_LAB.has(action)) {
        // The lab moves only when it is seen.
        if (away) return false;
        ofLab?.(lab.getState());
      }
      if (action in DIALOGS) setPanel(action as Panel);
      if (action === 'trace') navigate('/traces');
      if (action === 'lessons') navigate(inLesson ? '/lab' : '/learn');
      if (action === 'validation') navigate(onValidation ? '/lab' : '/validation');
      if (action === 'glossary') navigate(onGlossary ? '/lab' : '/glossary');
      if (action === 'sweep') navigate(onSweep ? '/lab' : '/sweep');
      if (action === 'round' && round) leave();
      else if (action === 'round') setPlaying(lab.getState().slots[0] !== null && !lab.getState().comparing);
      if (action === 'share') files.act('link');
      if (action === 'theme') {
        const chosen = preferences.getState();
        chosen.set({ theme: nextTheme(themeOf(chosen)) });
      }
      // Run to… and the breakpoints are the transport's own, opened as a click would. A click that counts no clicks is taken
      // for a screen reader's, which the focus does not follow into the menu at once.
      const click = new MouseEvent('click', { bubbles: true, detail: 1 });
      if (action === 'run_to' || action === 'breakpoints')
        document.querySelector(`[data-key=${action}]`)?.dispatchEvent(click);
      return true;
    },
    [lab, files, inLesson, onValidation, onGlossary, onSweep, away, lecturing, round, leave],
  );
  useKeys(act);
  const Dialog = panel && DIALOGS[panel];
  // As the shell: with what there is to see.
  const open = useDeferredValue(useLab((state) => state.slots[0] !== null));
  const forget = () => {
    link.forget();
    if (!open) navigate('/lab');
  };
  // A lesson explains by itself: what does so in the lab leaves its room to the stage, until it is asked for.
  const comparing = useLab((state) => state.comparing);
  const inspected = useStore(inspector, (state) => state.open);
  const teaching = inLesson && !map && !lecturing;
  const explained = inspected || round || comparing;
  const waits = wanted?.trace ? <TraceWanted trace={wanted.trace} {...{ offer, forget }} /> : null;

  const destination: Destination | null =
    inLesson || editing || onHandout || onTeach
      ? 'learn'
      : onTraces
        ? 'traces'
        : batch || onSweep
          ? 'batch'
          : instead
            ? null
            : 'lab';

  return (
    <div
      className={[
        'lab',
        dropping && 'dropping',
        EMBEDDED && 'embedded',
        lecturing && 'lecture',
        exploring && 'exploring',
        map && 'on-map',
        (teaching || onPolicy) && 'in-lesson',
        onPolicy && 'in-policy',
        explained && 'explained',
        // A hall has a layout of its own for two runs.
        comparing && !(inLesson && lecturing) && 'side-by-side',
        !away && !comparing && !inLesson && !onPolicy && !editing && !lecturing && !EMBEDDED && 'one-stage',
        inspected && 'inspected-too',
      ]
        .filter(Boolean)
        .join(' ')}
    >
      {lecturing && (
        <Suspense fallback={null}>
          <Projector failed={failed} />
        </Suspense>
      )}
      {EMBEDDED ? (
        <EmbeddedHead />
      ) : lecturing && !exploring ? null : (
        <Bar
          at={destination}
          stage={!instead && !map}
          // In a question of a lecture the lab is free.
          lesson={(inLesson && !lecturing) || editing}
          {...{ act, files }}
        />
      )}
      {editing && (
        <Boundary
          resetKey={edited.name}
          fallback={(error) => <Unloaded reason={error.message} close={() => navigate('/lab')} />}
        >
          <Suspense fallback={<Loading />}>
            <Editor
              wanted={edited.name ?? ''}
              engine={startEngine}
              challenges={challengesOf}
              policies={runPolicy}
            />
          </Suspense>
        </Boundary>
      )}
      {instead ? (
        <Boundary
          resetKey={location}
          fallback={(error) => <Unloaded reason={error.message} close={() => navigate('/lab')} />}
        >
          <Suspense fallback={<Loading />}>
            {onHome ? (
              <HomePage take={files.take} help={() => act('help')} />
            ) : onHandout ? (
              <HandoutPage slug={handout.slug} />
            ) : onTeach ? (
              <TeachPage part={teach.part} />
            ) : onGlossary ? (
              <Glossary />
            ) : batch ? (
              <BatchCompare
                linked={batch.payload ? { preset: batch.preset ?? '', payload: batch.payload } : null}
              />
            ) : onTraces ? (
              <Traces file={file} taken={() => setFile(null)} toStage={() => navigate('/lab')} />
            ) : onSweep ? (
              <SweepPage />
            ) : onValidation ? (
              <Validation />
            ) : (
              <NotFound address={location} />
            )}
          </Suspense>
        </Boundary>
      ) : onPolicy ? (
        <Boundary
          resetKey={location}
          fallback={(error) => <Unloaded reason={error.message} close={() => navigate('/lab')} />}
        >
          <Suspense fallback={<Loading />}>
            <PolicyPage key={policy.payload} task={policy.task ?? null} payload={policy.payload ?? null} />
          </Suspense>
        </Boundary>
      ) : (
        <Shell
          lesson={lesson}
          teaching={teaching}
          map={map}
          onMap={setMap}
          fault={link.fault}
          wanted={open ? null : waits}
          acts={
            EMBEDDED || teaching || (lecturing && !exploring)
              ? null
              : {
                  round,
                  comparing,
                  onRound: () => act('round'),
                  onCompare: () => act('compare'),
                }
          }
          round={
            open && round
              ? (bar) => (
                  <Suspense fallback={<Loading />}>
                    <Challenge payload={linked?.['*'] ?? null} bar={bar} close={leave} />
                  </Suspense>
                )
              : null
          }
        />
      )}
      <div className="over">
        {open && waits}
        <Update inLesson={(lesson?.slug ?? '') !== '' || lecturing} />
        <PageMessages />
        <Notices />
      </div>
      {/* A dialog that does not load, because the files of the page were replaced, takes nothing else with it. */}
      <Boundary resetKey={panel} fallback={(error) => <Unloaded reason={error.message} close={close} />}>
        <Suspense fallback={null}>{Dialog && <Dialog {...{ close, act, files }} />}</Suspense>
      </Boundary>
    </div>
  );
}

const failed = (reason: string) => say(reason, { trouble: true });

/** In a frame: the page's name for screen readers, and the way to the whole lab with what is on stage. */
function EmbeddedHead() {
  const lab = useLabStore();
  const [link, setLink] = useState(HOME);
  const point = async () => {
    const { encodeShare } = await linkCode();
    const shared = sharedOf(lab.getState());
    if (shared) setLink(`${HOME}#/s/${encodeShare(shared)}`);
  };
  return (
    <>
      <h1 className="visually-hidden">{m.app_name()}</h1>
      {HAS_ADDRESS && (
        <a
          className="whole-lab"
          href={link}
          target="_blank"
          rel="noopener"
          onPointerEnter={() => void point().catch(unloaded)}
          onFocus={() => void point().catch(unloaded)}
          onPointerDown={() => void point().catch(unloaded)}
        >
          {m.app_whole()}
        </a>
      )}
    </>
  );
}

function Unloaded({ reason, close }: { reason: string; close: () => void }) {
  useEffect(() => {
    unloaded(reason);
    close();
  }, [reason, close]);
  return null;
}
