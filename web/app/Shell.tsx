/** The regions of the page and what stands in them. Their names are those that tests and screen readers use. */
import { lazy, Suspense } from 'react';
import { m } from '../i18n/compiled/messages.js';
import { useLab } from '../state/use-lab';
import { CompareBar, CompareTable } from '../views/compare';
import { Metrics } from '../views/metrics';
import { Stage } from '../views/stage';
import { startEngine } from './start-engine';

// Reading lessons takes a Markdown and a YAML parser: loaded with the first lesson.
const LessonPanel = lazy(() =>
  import('../lesson/LessonPanel').then((panel) => ({ default: panel.LessonPanel })),
);

export function Shell({ lesson }: { lesson: string | null }) {
  const open = useLab((lab) => lab.slots[0] !== null);
  const comparing = useLab((lab) => lab.comparing && lab.slots[1] !== null);
  return (
    <>
      {lesson !== null && (
        <section className="lesson" aria-label={m.app_region_lesson()}>
          <Suspense fallback={null}>
            <LessonPanel slug={lesson} engine={startEngine} />
          </Suspense>
        </section>
      )}
      <main className="centre">
        {comparing && <CompareBar />}
        <div className="stages">
          {open ? <StageOf slot={0} titled={comparing} /> : <Starting />}
          {comparing && <StageOf slot={1} titled />}
        </div>
      </main>
      <aside className="side">
        <section className="metrics" aria-label={m.app_region_metrics()}>
          <h2>{m.app_region_metrics()}</h2>
          {comparing ? <CompareTable /> : <Metrics slot={0} />}
        </section>
      </aside>
    </>
  );
}

/** A stage; of two, each says what it shows. */
function StageOf({ slot, titled }: { slot: number; titled: boolean }) {
  const summary = useLab((lab) => lab.slots[slot]?.summary);
  return (
    <div>
      {titled && (
        <h2 className="of">
          {summary?.ftl.toUpperCase()} · {summary?.name}
        </h2>
      )}
      <Stage slot={slot} />
    </div>
  );
}

/** In place of the stage while there is nothing to show: the engine starts, or it failed to. */
function Starting() {
  const crash = useLab((lab) => lab.crash);
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
