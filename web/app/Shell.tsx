/** The regions of the page and what is in them. Their names are those that tests and screen readers use. */
import { type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { packedLesson } from '../base/packed';
import { m } from '../i18n/compiled/messages.js';
import { ftlSaid, ftlTitle } from '../i18n/ftl-names';
import { Boundary } from '../kit/Boundary';
import { Icon } from '../kit/Icon';
import { lazyPart } from '../kit/lazy-part';
import { exampleText, FIRST_EXAMPLE } from '../model/scenario/examples';
import { inspector } from '../state/inspector';
import { roundNow } from '../state/round-now';
import { useLab } from '../state/use-lab';
import { CompareBar, CompareTable, SideFigures, useSideNames, useSides } from '../views/compare';
import { Figures } from '../views/figures';
import { Metrics } from '../views/metrics';
import { type Acts, Now } from '../views/now';
import { Stage } from '../views/stage';
import { Tables } from '../views/tables';
import { Timeline } from '../views/timeline';
import { Transport } from '../views/transport';
import { Why } from '../views/why';
import { challengesOf } from './engines/challenges-of';
import { runPolicy } from './engines/run-policy';
import { startEngine } from './engines/start-engine';
import { Inspector, isSheet } from './Inspector';
import { Loading } from './Loading';

// Reading lessons takes a Markdown and a YAML parser: loaded with the first lesson.
const SCORM = packedLesson();
// Few scenarios have a host's side.
const Channels = lazyPart(() => import('../views/channels'));
const LessonPanel = lazyPart(() =>
  SCORM === null
    ? import('../classroom/panel/LessonPanel').then((panel) => ({ default: panel.LessonPanel }))
    : import('./pages/scorm').then(({ scormPanel }) => scormPanel(SCORM)),
);

export interface ShellProps {
  /** The lesson of the address (empty for the list of lessons) and the step it names; `null` for none. */
  lesson: { slug: string; step: string | null } | null;
  /** Why the link in the address was not opened. */
  fault: string | null;
  /** The file that the link in the address waits for. */
  wanted: ReactNode;
  /** Whether the map of lessons is shown, in place of the lab. */
  map: boolean;
  onMap: (shown: boolean) => void;
  /** A round of "be the FTL", in place of Why: that would tell what comes next. Its bar takes the place of the timeline. */
  round: ((bar: HTMLElement | null) => ReactNode) | null;
  /** A person is taught: the stage has the room of the timeline until it is asked for. */
  teaching: boolean;
  /** The possible action on the stage; `null`: none. */
  acts: Acts | null;
}

export function Shell({ lesson, fault, wanted, round, teaching, acts, map, onMap }: ShellProps) {
  // A scenario just opened is drawn bit by bit: a slow machine answers meanwhile.
  const open = useDeferredValue(useLab((lab) => lab.slots[0] !== null));
  const comparing = useLab((lab) => lab.comparing && lab.slots[1] !== null);
  const names = useSideNames();
  // A round asks where the reasons are otherwise; two simulations are compared by their numbers.
  const asks = round !== null;
  const begun = useStore(roundNow, ({ on }) => on) && asks;
  const [bar, setBar] = useState<HTMLElement | null>(null);
  const { whole } = useStore(inspector);
  useEffect(() => {
    // How a round begins is asked in the sheet; then the decision is on the stage.
    if (asks) inspector.setState({ tab: 'why', ...(isSheet() && { open: !begun }) });
  }, [asks, begun]);
  useEffect(() => {
    if (comparing) inspector.setState({ tab: 'numbers', open: false });
  }, [comparing]);
  return (
    <>
      {lesson !== null && (
        // The map of lessons is what the page then is about; the element stays, so that the lesson does.
        <div className="lesson-place" role={map ? 'main' : undefined}>
          <section className="lesson" aria-label={m.app_region_lesson()}>
            <h2 className="visually-hidden">{m.app_region_lesson()}</h2>
            <Part of={lesson.slug}>
              <Suspense fallback={<Loading />}>
                <LessonPanel
                  slug={lesson.slug}
                  step={lesson.step}
                  engine={startEngine}
                  challenges={challengesOf}
                  policies={runPolicy}
                  onMap={onMap}
                />
              </Suspense>
            </Part>
          </section>
        </div>
      )}
      <main className="centre">
        {lesson !== null && !map && open && !comparing && <Explain of={m.app_region_why()} />}
        {comparing && <CompareBar telling={lesson === null} more={<Explain of={m.now_tab_numbers()} />} />}
        <div className="stages">
          {open ? (
            <Simulation slot={0} titled={comparing} acts={comparing ? null : acts} />
          ) : (
            <Starting {...{ fault, wanted }} />
          )}
          {comparing && <Simulation slot={1} titled acts={null} />}
        </div>
      </main>
      {open && (
        <Inspector
          panels={{
            why: <Part>{round ? round(bar) : <Why />}</Part>,
            numbers: (
              <section className="metrics" aria-label={m.app_region_metrics()}>
                <Part>{comparing ? <CompareTable /> : <Metrics slot={0} />}</Part>
              </section>
            ),
            maps: (
              <>
                <Part>
                  <Tables slot={0} />
                </Part>
                {comparing && (
                  <Part>
                    <Tables slot={1} />
                  </Part>
                )}
              </>
            ),
          }}
          figures={
            !begun && (
              <Part>
                <Figures own={lesson === null && !comparing} />
              </Part>
            )
          }
          alone={begun}
        />
      )}
      {open && (
        <section
          className="timeline"
          aria-label={m.transport_region()}
          data-brief={(teaching && comparing && !whole) || undefined}
        >
          {begun ? (
            <Part>
              <Transport short>
                <div className="round-bar" ref={setBar} />
              </Transport>
            </Part>
          ) : teaching && !comparing && !whole ? (
            <Part>
              <Transport short end={<Whole />}>
                <Timeline names={null} short />
              </Transport>
            </Part>
          ) : (
            <>
              <Part>
                <Transport end={teaching && <Whole />} />
              </Part>
              <Part>
                <Timeline names={comparing ? names : null} />
              </Part>
            </>
          )}
        </section>
      )}
    </>
  );
}

/** In a lesson: the whole timeline, and back to the short bar. */
function Whole() {
  const { whole } = useStore(inspector);
  return (
    <button
      type="button"
      className="quiet icon-only whole"
      aria-label={m.transport_whole()}
      title={m.transport_whole()}
      aria-expanded={whole}
      onClick={() => inspector.setState({ whole: !whole })}
    >
      <Icon name="chart" />
    </button>
  );
}

/** Where the stage has all the room, in lessons and side by side: shows and hides what explains it, by its name. */
function Explain({ of }: { of: string }) {
  const open = useStore(inspector, (state) => state.open);
  return (
    <button
      type="button"
      className="small explain"
      aria-expanded={open}
      aria-controls="explanation"
      onClick={() => inspector.setState({ open: !open })}
    >
      <Icon name="help" size={14} />
      {of}
    </button>
  );
}

interface SimulationProps {
  slot: 0 | 1;
  titled: boolean;
  acts: Acts | null;
}

/** The stage of a simulation, with what goes on above it; of two, each says what it shows. */
function Simulation({ slot, titled, acts }: SimulationProps) {
  const summary = useLab((lab) => lab.slots[slot]?.summary);
  const channels = useLab((lab) => lab.slots[slot]?.current.frame.host !== undefined);
  const side = useSides()?.[slot];
  const ftl = summary?.ftl ?? '';
  const own = [ftl && ftlTitle(ftl), side !== ftlSaid(ftl) && side].filter(Boolean).join(' · ');
  // The workload of both is named in the bar; it distinguishes the two where nothing else does.
  const name = (
    <>
      {own}
      {summary?.name && <span className={side ? 'visually-hidden' : undefined}> · {summary.name}</span>}
    </>
  );
  return (
    <div className="simulation">
      <Part>
        <Stage
          slot={slot}
          head={
            <Part>
              <Now
                slot={slot}
                acts={acts}
                side={
                  titled
                    ? { name: <h2 className="side-name">{name}</h2>, figures: <SideFigures slot={slot} /> }
                    : null
                }
              />
            </Part>
          }
        />
      </Part>
      {channels && (
        <Part>
          <Suspense>
            <Channels slot={slot} />
          </Suspense>
        </Part>
      )}
    </div>
  );
}

/** A part of the page whose fault stays its own; it is tried again with the next frame. */
function Part({ of, children }: { of?: unknown; children: ReactNode }) {
  const serial = useLab((lab) => lab.slots[0]?.serial);
  return (
    <Boundary
      resetKey={of ?? serial}
      fallback={(error) => (
        <p className="trouble part-fault" role="alert">
          {m.app_part_failed({ reason: error.message })}
        </p>
      )}
    >
      {children}
    </Boundary>
  );
}

/** In place of the stage while there is nothing to show: the engine starts, or it or a link failed to. */
function Starting({ fault, wanted }: Pick<ShellProps, 'fault' | 'wanted'>) {
  const crash = useLab((lab) => lab.crash);
  const open = useLab((lab) => lab.open);
  const told = useLab((lab) => lab.told);
  if (crash === null && wanted) return <div className="starting">{wanted}</div>;
  if (crash === null && fault !== null) {
    return (
      <div className="starting" role="alert">
        <p className="trouble">{fault}</p>
        <button type="button" onClick={() => void told(open(0, exampleText(FIRST_EXAMPLE)))}>
          {m.app_link_example()}
        </button>
      </div>
    );
  }
  return (
    <div className="starting" role="status">
      {crash === null ? (
        <p>{m.app_engine_starting()}</p>
      ) : (
        <>
          <p className="trouble">{m.app_engine_failed({ reason: crash })}</p>
          <p>{m.app_engine_failed_remedy()}</p>
          <button type="button" onClick={() => location.reload()}>
            {m.app_reload()}
          </button>
        </>
      )}
    </div>
  );
}
