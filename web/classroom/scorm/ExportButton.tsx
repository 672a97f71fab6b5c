/** "Export as SCORM": packs the lesson when pressed, and says what went wrong. */
import { useState } from 'react';
import { m } from '../../i18n/compiled/messages.js';

export function ExportButton({ slug }: { slug: string }) {
  const [state, setState] = useState<'idle' | 'packing' | { reason: string }>('idle');
  const pack = async () => {
    setState('packing');
    try {
      const { exportScorm } = await import('./export');
      await exportScorm(slug);
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
