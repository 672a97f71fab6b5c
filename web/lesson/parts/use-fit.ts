/**
 * The audience cannot scroll. Where the text does not fit, the style sheet makes room in steps; `data-crowded` on the root names
 * the step.
 */
import { useEffect, useLayoutEffect } from 'react';
import { onTheme } from '../../base/tokens';

/** The steps that projector.css knows. */
const MOST = 4;

/** With every render of the step at hand, and where the room or its letters change. */
export function useFit(on: boolean): void {
  useLayoutEffect(() => {
    if (on) makeRoom();
  });
  useEffect(() => {
    if (!on) return;
    const letters = onTheme(makeRoom);
    addEventListener('resize', makeRoom);
    void document.fonts?.ready.then(makeRoom);
    return () => {
      letters();
      removeEventListener('resize', makeRoom);
      delete document.documentElement.dataset.crowded;
    };
  }, [on]);
}

function makeRoom(): void {
  const text = document.querySelector('.lecture .lesson-view > .scroll');
  const { dataset } = document.documentElement;
  delete dataset.crowded;
  for (let level = 1; level <= MOST && text && text.scrollHeight > text.clientHeight + 1; level += 1)
    dataset.crowded = String(level);
}
