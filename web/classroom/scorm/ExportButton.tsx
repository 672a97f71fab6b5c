/** "Export as SCORM": packs a lesson, or a class, when pressed, and says what went wrong. */
import { useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';
import type { Class } from '../lecture/class-file';
import type { LessonRef } from '../lecture/lecture-state';

export function ExportButton({ of }: { of: LessonRef | Class }) {
  const [state, setState] = useState<'idle' | 'packing' | { reason: string }>('idle');
  const pack = async () => {
    setState('packing');
    try {
      const { exportScorm } = await import('./export');
      await exportScorm(of);
      setState('idle');
    } catch (error) {
      setState({ reason: error instanceof Error ? error.message : String(error) });
    }
  };
  return (
    <>
      <button type="button" disabled={state === 'packing'} onClick={() => void pack()}>
        {m.course_scorm()}
      </button>
      {typeof state === 'object' && (
        <p role="alert" className="trouble">
          {m.course_scorm_failed({ reason: state.reason })}
        </p>
      )}
    </>
  );
}
