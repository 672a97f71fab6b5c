import { useEffect } from 'react';

/** Takes the whole page, as the map of lessons does. `onMap` is called with whether it does. */
export function useWholePage(onMap: ((whole: boolean) => void) | undefined, whole: boolean): void {
  useEffect(() => {
    if (!whole) return;
    onMap?.(true);
    return () => onMap?.(false);
  }, [onMap, whole]);
}
