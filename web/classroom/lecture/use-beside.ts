/**
 * A step about how two runs went shows a hall both of them, with nothing to press. A chart of the step compares them by itself.
 */
import { useLayoutEffect } from 'react';
import { useLabStore } from '../../state/use-lab';

/** For as long as the step is shown. `source`: the other run, once the stage is where the step wants it. */
export function useBeside(source: string | null): void {
  const lab = useLabStore();
  // The next step's stage is gone to after the comparison has ended: the other run would be taken along.
  useLayoutEffect(() => {
    if (source === null) return;
    const { compare, told } = lab.getState();
    void told(compare(source));
    return () => void told(compare(null));
  }, [lab, source]);
}
